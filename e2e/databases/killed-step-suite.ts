import { expect, test } from "vitest"
import { recoveryCodesState } from "../../server/core/proofs/recovery-codes.ts"
import type { AccountRecordOperations } from "../../server/adapters/account-record.ts"
import type { Adapter } from "../../server/adapters/contract.ts"
import { createAuth } from "../../server/service/auth.ts"
import { enrollAuthenticatorApp } from "../../server/testing/authenticator-app.ts"
import { cookieClient } from "../../server/testing/cookie-client.ts"
import { killable, type WriteLog } from "../../server/test-kit/killed-adapter.ts"
import type { Database } from "./killed-password-suite.ts"
import { killedTogether } from "./killed-process.ts"
import { ENV, twoStepConfig, type KilledRequest } from "./killed-step.ts"

const METHODS = ["totp", "recovery"] as const
const location = (response: Response) => response.headers.get("location") ?? ""

const SESSION = ["createAccountRecord", "createSession"] as const

/**
 * The writes of a step's end, after its limits were counted: the code is used, and the attempt ends. After a recovery code,
 * which no other one replaces, the attempt has the proof first. Then the session gets its record and its row.
 */
const FINISH: Readonly<Record<(typeof METHODS)[number], readonly string[]>> = {
  totp: ["updateAccountRecord", "takeAccountRecord", ...SESSION],
  recovery: ["updateAccountRecord", "updateAccountRecord", "takeAccountRecord", ...SESSION],
}

/** Kills a process between each two writes of a second factor, the same for every database. */
export function killedStepSuite(database: () => Database): void {
  test.each(METHODS)(
    "a process that dies after a code of type %s opens no session without the step (threat 422)",
    async (method) => {
      const { adapter, place, another } = database()
      const log: WriteLog = { names: [] }
      const whole = await pause(killable(adapter, log), method)
      log.names.length = 0
      expect(location(await whole.finish())).toBe("https://app.test/")
      const begin = log.names.indexOf("updateAccountRecord")
      expect(log.names.slice(begin)).toEqual(FINISH[method])

      const places = [...[...FINISH[method].keys()].map((place) => begin + place), "signIn" as const]
      const killed = killedTogether("killed-step.ts", places.length)
      const retries = await Promise.all(
        places.map(async (before, number) => {
          const own = (await another?.(number)) ?? { adapter, place }
          const die = (request: Omit<KilledRequest, "url">) => killed({ ...own.place, ...request })
          return dieAndRetry(own.adapter, { method, before, die })
        }),
      )
      const wrong = "https://app.test/auth/step/second-factor?"
      const expired = "https://app.test/auth/signin?error=AttemptExpired"
      const done = "https://app.test/"
      const proven = method === "recovery" ? [done] : []
      expect(retries.map((to) => (to.startsWith(wrong) ? wrong : to))).toEqual([
        ...[done, wrong, ...proven],
        ...[expired, expired, expired],
      ])
    },
  )
}

interface DeathOptions extends Pick<KilledRequest, "before"> {
  method: (typeof METHODS)[number]
  die: (request: Omit<KilledRequest, "url">) => Promise<void>
}

/** Returns where the same form leads after the process died. */
async function dieAndRetry(adapter: Adapter, { method, before, die }: DeathOptions): Promise<string> {
  const { app, client, fields, finish, signIn, userId, now } = await pause(adapter, method)
  await die({ cookies: [...client.jar], fields, before, now })
  const store = adapter as AccountRecordOperations // an adapter has all six operations or none
  const rows = (await adapter.listSessions?.(userId)) ?? []
  const attempts = await store.listAccountRecords("attempt", userId)
  expect(rows.length + attempts.length, "an open attempt and a session exclude each other").toBeLessThanOrEqual(1)

  const retried = location(await finish())
  const codes = await recoveryCodesState(store, userId)
  const isUsed = method === "recovery" && codes?.left === 9
  expect([codes?.left, Boolean(codes?.lastUsedAt)]).toEqual([isUsed ? 9 : 10, isUsed]) // a used code leaves a trace
  if (method === "recovery") expect(isUsed).toBe(true)
  const opened = (await adapter.listSessions?.(userId))?.length ?? 0
  expect(opened).toBe(retried === "https://app.test/" ? 1 : rows.length)

  const stale = await signIn()
  expect(location(await stale.finish(fields["code"] ?? ""))).toContain("InvalidCode")
  expect(location(await stale.finish(await app.code(), "totp"))).toBe("https://app.test/")
  return retried
}

/** Pauses the sign-in of a new user at the second factor. */
async function pause(adapter: Adapter, method: (typeof METHODS)[number]) {
  const now = Date.now()
  const config = twoStepConfig(adapter, now)
  const email = `killed-${crypto.randomUUID()}@app.test`
  const app = await enrollAuthenticatorApp(config, { email }, { url: ENV.AUTH_URL })
  const userId = (await adapter.getUserByEmail?.(email))?.id ?? expect.fail("no user")
  const auth = createAuth(config, { env: ENV })
  const signIn = async () => {
    const client = cookieClient(auth)
    await client.post("/callback/credentials", { csrfToken: await client.csrfToken(), email })
    const open = await client.get("/step", { accept: "application/json" })
    const { attempt = "" } = (await open.json()) as { attempt?: string } // the step's props
    const form = { attempt, csrfToken: await client.csrfToken() }
    const finish = (code: string, by: string = method) =>
      client.post("/step/second-factor", { ...form, method: by, code })
    return { client, form, finish }
  }
  const { client, form } = await signIn()
  const code = method === "totp" ? await app.code() : (app.recoveryCodes[0] ?? "")
  const fields = { ...form, method, code }
  const finish = () => client.post("/step/second-factor", fields)
  return { app, client, fields, finish, signIn, userId, now }
}
