import { createClient } from "redis"
import PostgresAdapter from "@auth/pg-adapter"
import { DrizzleAdapter } from "@auth/drizzle-adapter"
import { drizzle } from "drizzle-orm/node-postgres"
import type { Opened } from "../apps/authjs/adapters.ts"
import { RedisAdapter } from "../../server/adapters/redis.ts"
import { createAuth } from "../../server/service/auth.ts"
import { fakeIssuer } from "../../server/testing/fake-issuer.ts"
import { cookieClient } from "../../server/testing/cookie-client.ts"
import { killSelf } from "./kill-self.ts"
import { postgresPool } from "./servers.ts"

/** Adapters without transactions, opened on the database at `url`. */
export const WITHOUT_TRANSACTIONS: Record<string, (url: string) => Promise<Opened>> = {
  async redis(url) {
    const client = await createClient({ url }).connect()
    return { adapter: RedisAdapter(client), close: () => client.close() }
  },
  async "@auth/pg-adapter"(url) {
    const pool = postgresPool(url)
    return { adapter: PostgresAdapter(pool), close: () => pool.end() }
  },
  async "@auth/drizzle-adapter"(url) {
    const pool = postgresPool(url)
    return { adapter: DrizzleAdapter(drizzle(pool)), close: () => pool.end() }
  },
}

// Run as a process of its own, it dies between creating a user and linking the account
const [, script = "", name = "", url = "", email = ""] = process.argv
if (script.includes("killed-sign-in.")) await signInAndDie()

async function signInAndDie(): Promise<void> {
  const adapter = (await WITHOUT_TRANSACTIONS[name]?.(url))?.adapter
  const issuer = await fakeIssuer()
  const acme = { id: "acme", name: "Acme", type: "oidc", issuer: issuer.issuer, clientId: "client" } as const
  const providers = [{ ...acme, clientSecret: "secret" }]
  const config = {
    providers,
    adapter: { ...adapter, linkAccount: killSelf },
    secret: "s".repeat(32),
    fetch: issuer.fetch,
  }
  const browser = cookieClient(createAuth(config, { env: { AUTH_URL: "https://app.test/auth" } }))
  const started = await browser.post("/signin/acme", { csrfToken: await browser.csrfToken() })
  const person = { sub: email, email, email_verified: true }
  await browser.get(`/callback/acme?${issuer.authorize(started.headers.get("location") ?? "", person)}`)
}
