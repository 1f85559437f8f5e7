import PostgresAdapter from "@auth/pg-adapter"
import { createClient } from "redis"
import { accountTables } from "../../server/adapters/account-tables.ts"
import type { Adapter } from "../../server/adapters/contract.ts"
import { RedisAdapter } from "../../server/adapters/redis.ts"
import { cookieClient } from "../../server/testing/cookie-client.ts"
import { killable } from "../../server/test-kit/killed-adapter.ts"
import { passwordAccountService } from "../../server/test-kit/password-account-service.ts"
import { killSelfAfter } from "./kill-self.ts"
import { openAdapter } from "./killed-step.ts"
import { postgresPool } from "./servers.ts"

/** A form of a password account, and the place at which its process dies. */
export interface KilledForm {
  place: Place
  strategy: "jwt" | "database"
  cookies: [name: string, cookie: { value: string }][]
  path: string
  fields: Record<string, string>
  /** The number of a write. */
  before: number
}

/** Where a process finds the users. With `records`, an adapter of Auth.js keeps them, and Redis the account records. */
export interface Place {
  url: string
  records?: string | undefined
}

/** Creates an auth instance on the adapter, whose clock is the real one, because Redis uses that. */
export const killedService = (adapter: Adapter, strategy: KilledForm["strategy"]) =>
  passwordAccountService({
    adapter,
    config: {
      ...{ clock: Date.now, session: { strategy }, rateLimit: false, account: { deletion: true } },
      adapterTimeout: 90_000, // twenty processes start at once
    },
  })

// Run as a process of its own, it dies while it handles the forms
if (process.argv[1]?.includes("killed-password.")) await postAndDie(process.argv.slice(2))

async function postAndDie(parameters: string[]): Promise<void> {
  const by = killSelfAfter(parameters.length)
  const post = async ({ place, strategy, cookies, path, fields, before }: KilledForm) => {
    const adapter = killable(await openPlace(place), { names: [], die: { before, by } })
    await cookieClient(killedService(adapter, strategy).auth, new Map(cookies)).post(path, fields)
    throw new Error(`${path} ended before its write ${before}`)
  }
  await Promise.all(parameters.map((form) => post(JSON.parse(form) as KilledForm))) // the suite wrote them
}

async function openPlace({ url, records }: Place): Promise<Adapter> {
  if (records === undefined) return openAdapter(url)
  const client = await createClient({ url: records }).connect()
  return { ...PostgresAdapter(postgresPool(url)), ...accountTables(RedisAdapter(client)) }
}
