import { DatabaseSync } from "node:sqlite"
import { Kysely } from "kysely"
import mysql from "mysql2"
import { createClient } from "redis"
import type { Adapter } from "../../server/adapters/contract.ts"
import { RedisAdapter } from "../../server/adapters/redis.ts"
import { mysqlDialect, postgresDialect, SqlAdapter, sqliteDialect } from "../../server/adapters/sql.ts"
import { createAuth } from "../../server/service/auth.ts"
import type { AuthConfig } from "../../server/service/config.ts"
import { cookieClient } from "../../server/testing/cookie-client.ts"
import { killable, type WriteLog } from "../../server/test-kit/killed-adapter.ts"
import { killSelfAfter } from "./kill-self.ts"
import { postgresPool } from "./servers.ts"

/** The last request of a sign-in, and the place at which its process dies. */
export interface KilledRequest {
  url: string
  cookies: [name: string, cookie: { value: string }][]
  fields: Record<string, string>
  /** The number of a write, or an event. */
  before: number | "signIn"
  /** The time of the request, in milliseconds. The clock stands still, so that a code can't expire on a busy machine. */
  now: number
}

/** Signs in any user by email address, and then asks for the second factor. */
export const twoStepConfig = (adapter: Adapter, now: number): AuthConfig & { adapter: Adapter } => ({
  secret: "s".repeat(32),
  adapter,
  clock: () => now,
  session: { strategy: "database" },
  secondFactor: {},
  logger: { error: () => undefined, warn: () => undefined },
  providers: [
    {
      ...{ id: "credentials", name: "Email", type: "credentials", credentials: { email: { label: "Email" } } },
      authorize: ({ email }) => adapter.getUserByEmail?.(String(email)) ?? null,
    },
  ],
})

export const ENV = { AUTH_URL: "https://app.test/auth" }

/** Opens the database at `url`, whose tables exist. */
export async function openAdapter(url: string): Promise<Adapter> {
  const { protocol, pathname } = new URL(url)
  if (protocol === "redis:") return RedisAdapter(await createClient({ url }).connect())
  const dialects: Record<string, () => ConstructorParameters<typeof Kysely<object>>[0]["dialect"]> = {
    "file:": () => sqliteDialect(new DatabaseSync(pathname, { timeout: 10_000 })),
    "mysql:": () => mysqlDialect(mysql.createPool({ uri: url })),
    "postgres:": () => postgresDialect(postgresPool(url)),
  }
  const dialect = dialects[protocol]?.()
  if (!dialect) throw new Error(`No database has the protocol ${protocol}`)
  return SqlAdapter(new Kysely<object>({ dialect }))
}

// Run as a process of its own, it dies while it finishes the steps
if (process.argv[1]?.includes("killed-step.")) await finishAndDie(process.argv.slice(2))

async function finishAndDie(parameters: string[]): Promise<void> {
  const by = killSelfAfter(parameters.length)
  const finish = async ({ url, cookies, fields, before, now }: KilledRequest) => {
    const log: WriteLog = { names: [], ...(before !== "signIn" && { die: { before, by } }) }
    const config = twoStepConfig(killable(await openAdapter(url), log), now)
    const auth = createAuth({ ...config, ...(before === "signIn" && { events: { signIn: by } }) }, { env: ENV })
    await cookieClient(auth, new Map(cookies)).post("/step/second-factor", fields)
    throw new Error(`The step ended before its write ${before}`)
  }
  await Promise.all(parameters.map((request) => finish(JSON.parse(request) as KilledRequest))) // the suite wrote them
}
