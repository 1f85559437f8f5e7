import { describe, expect, test } from "vitest"
import { oneTimeCode } from "../../testing/authenticator-app.ts"
import { GRACE, signedIn } from "../../test-kit/password-account-service.ts"
import { ADAPTERS, EVIL, RECOVERIES, robbedGrace, STRATEGIES, type Robbed } from "./robbed-grace.fixture.ts"

const SCRIPT = { accept: "application/json" }
interface Late {
  operation: string
  kind?: string
  /** Prepares the change, and returns the request that makes it. */
  start(robbed: Robbed): Promise<() => Promise<Response>>
  /** Returns what the thief has after it. */
  landed(robbed: Robbed): Promise<unknown>
}

const json = async (response: Response) => (await response.json()) as Record<string, string> // the parts that tests read

/** Signs in with the thief's passkey. Without its account, it opens nothing. */
async function opens({ browser, post, key }: Robbed) {
  const from = browser()
  const asked = await from.get("/webauthn-options/passkey?action=authenticate")
  const { options } = (await asked.json()) as { options: Parameters<typeof key.get>[0] } // as asked for
  await post(from, "/callback/passkey", { action: "authenticate", data: key.get(options) })
  return signedIn(from)
}

const LATE: Record<string, Late> = {
  "a passkey": {
    operation: "linkAccount",
    start: ({ register, thief }) => register(thief),
    landed: opens,
  },
  "the second half of a passkey": {
    operation: "createAuthenticator",
    start: ({ register, thief }) => register(thief),
    landed: opens,
  },
  "a linked provider": {
    operation: "linkAccount",
    start: ({ thief, startLink }) => startLink(thief, EVIL),
    landed: async ({ stored, id }) => (await stored.listAccounts?.(id)) ?? [],
  },
  "an authenticator app": {
    operation: "createAccountRecord",
    kind: "factor",
    async start({ thief, time }) {
      const { attempt = "", secretText = "" } = await json(await thief.get("/two-step/totp", SCRIPT))
      const code = await oneTimeCode(secretText, time.now)
      const csrfToken = await thief.csrfToken()
      return () => thief.post("/two-step/totp", { csrfToken, attempt, code }, SCRIPT)
    },
    landed: async ({ stored, id }) =>
      [
        (await stored.listAccountRecords?.("factor", id))?.filter(({ expires }) => expires === null),
        await stored.getAccountRecord?.("recovery-codes", id),
      ]
        .flat()
        .filter(Boolean),
  },
  "recovery codes of an authenticator app": {
    operation: "createAccountRecord",
    kind: "recovery-codes",
    async start({ thief, time }) {
      const { attempt = "", secretText = "" } = await json(await thief.get("/two-step/totp", SCRIPT))
      const code = await oneTimeCode(secretText, time.now)
      const csrfToken = await thief.csrfToken()
      return () => thief.post("/two-step/totp", { csrfToken, attempt, code }, SCRIPT)
    },
    landed: async ({ stored, id }) => {
      const record = await stored.getAccountRecord?.("recovery-codes", id)
      return record && (JSON.parse(record.data) as { codes: unknown[] }).codes // its content
    },
  },
  "a password": {
    operation: "updateAccountRecord",
    kind: "password",
    start:
      async ({ thief, change }) =>
      () =>
        change(thief, { change: "change-password", password: "the thief's own password" }),
    async landed({ browser, signIn }) {
      const from = browser()
      await signIn(from, { email: GRACE.email, password: "the thief's own password" })
      return (await signedIn(from)) ?? []
    },
  },
  "an address": {
    operation: "updateUser",
    async start({ thief, change, newest, post }) {
      await change(thief, { change: "change-email", email: EVIL.email })
      const { code = "" } = await newest("email-change")
      return () => post(thief, "/change-email", { code })
    },
    landed: async ({ stored }) => (await stored.getUserByEmail?.(EVIL.email)) ?? [],
  },
  "a name": {
    operation: "updateUser",
    start:
      async ({ thief, change }) =>
      () =>
        change(thief, { change: "update-profile", name: "Thief" }),
    landed: async ({ stored, id }) => ((await stored.getUser?.(id))?.name === "Thief" ? "Thief" : []),
  },
}

const cases = Object.keys(RECOVERIES).flatMap((recovery) => Object.keys(LATE).map((late) => [recovery, late] as const))

// Sessions in cookies can't be listed. A change of the address has ended the owner's session before its last write
const isPossible = (strategy: (typeof STRATEGIES)[number], recovery: string, late: string) =>
  recovery !== "signing out elsewhere" || (strategy === "database" && late !== "an address")

describe.each(Object.entries(ADAPTERS))("on an adapter %s", (_, create) => {
  describe.each(STRATEGIES)("with %s sessions", (strategy) => {
    const possible = cases.filter(([recovery, late]) => isPossible(strategy, recovery, late))
    test.each(possible)("%s stops %s that a thief was adding (threat 563)", async (recovery, late) => {
      const robbed = await robbedGrace(strategy, create())
      const { operation, kind, start, landed } = LATE[late] ?? expect.fail()
      if (recovery === "an undo") await robbed.link(robbed.thief, { ...EVIL, sub: "another" })
      const send = await start(robbed)
      robbed.hold(operation, kind)
      const adding = send()
      const done = await Promise.race([robbed.reached, adding.then(() => false)])
      expect(done, "the change reaches its write").toBe(true)
      const recovering = RECOVERIES[recovery]?.(robbed)
      const wait = new Promise<false>((resolve) => setTimeout(resolve, 30_000, false))
      const isDone = await Promise.race([recovering?.then(() => true), wait])
      robbed.go()
      await adding
      await recovering
      expect([isDone, [await landed(robbed)].flat(2).filter(Boolean)]).toEqual([true, []])
      expect(await robbed.stored.getUser?.(robbed.id)).toMatchObject({ email: GRACE.email, name: null })
    })
  })
})
