import { expect, test } from "vitest"
import { ACCOUNT_RECORD_OPERATIONS } from "../../server/adapters/account-tables.ts"
import type { Adapter } from "../../server/adapters/contract.ts"
import type { AccountRecordOperations } from "../../server/adapters/account-record.ts"
import { settingsUnderTest } from "../../server/testing/config-under-test.ts"
import { cookieClient } from "../../server/testing/cookie-client.ts"
import { signedInName } from "../../server/test-kit/oauth-service.ts"
import { serviceOn } from "./service-suite.ts"
import { storeApp } from "../../server/test-kit/stored-app.ts"

const STRATEGIES = ["jwt", "database"] as const
const location = (response: Response) => response.headers.get("location")

/** Tests sign-ins that wait for a step, the same for every database. */
export function stepsSuite(adapter: () => Adapter): void {
  test.each(STRATEGIES)("a sign-in waits for a step, and goes on after it, with %s sessions", async (strategy) => {
    const { browser, enter, submit, told, email } = await waitingService(adapter(), strategy)
    const each = browser()
    expect(location(await enter(each, { sub: email, email, email_verified: true }))).toBe("https://app.test/terms")
    expect([await signedInName(each), told.includes("signIn")]).toEqual([null, false])
    expect(location(await submit(each, { accept: "no" }))).toBe("https://app.test/terms")
    expect(location(await submit(each, { accept: "yes" }))).toBe("https://app.test/")
    expect(await signedInName(each)).toBe(email)
  })

  test("a stranger's second factor ends with the first proof of the address, and locks no owner out", async (context) => {
    const store = adapter()
    if (!ACCOUNT_RECORD_OPERATIONS.every((name) => store[name])) return context.skip()
    const config = { secondFactor: {}, rateLimit: false } as const
    const email = `owner-${crypto.randomUUID()}@app.test`
    const stranger = { id: crypto.randomUUID(), name: "Mallory", email, emailVerified: null, image: null }
    const { id } = (await store.createUser?.(stranger)) ?? expect.fail("no user")
    await enrollUnproven(store, String(id))
    const { browser, ask } = await serviceOn(store, config)
    const owner = browser()
    await owner.get(await ask(owner, email))
    expect(await signedInName(owner)).toBe(email)
  })

  test.each(STRATEGIES)(
    "opens one session for 50 parallel finishes of one sign-in, with %s sessions (threat 404)",
    async (strategy) => {
      const { auth, browser, enter, submitted, told, email } = await waitingService(adapter(), strategy)
      const each = browser()
      await enter(each, { sub: email, email, email_verified: true })
      const fields = await submitted(each, { accept: "yes" })
      const responses = await Promise.all(
        Array.from({ length: 50 }, () => cookieClient(auth, new Map(each.jar)).post("/step/terms", fields)),
      )
      expect(responses.filter((response) => location(response) === "https://app.test/")).toHaveLength(1)
      expect(told.filter((name) => name === "signIn")).toHaveLength(1)
    },
  )

  test.each(STRATEGIES.flatMap((strategy) => Object.keys(ENDINGS).map((ending) => ({ strategy, ending }))))(
    "a sign-in that waits can't be finished after the user is $ending: $strategy sessions (threats 404, 409)",
    async ({ strategy, ending }) => {
      if (!ACCOUNT_RECORD_OPERATIONS.every((name) => adapter()[name])) return
      const { browser, enter, submit, submitted, accepted, auth, email } = await waitingService(adapter(), strategy)
      const before = browser()
      await enter(before, { sub: email, email, email_verified: true })
      await submit(before, { accept: "yes" }) // only now the user exists
      accepted.clear()
      const each = browser()
      await enter(each, { sub: email, email, email_verified: true })
      const fields = await submitted(each, { accept: "yes" })
      const { id } = (await adapter().getUserByEmail?.(email)) ?? expect.fail("no user")
      await ENDINGS[ending]?.(auth, String(id))
      expect(location(await each.post("/step/terms", fields))).not.toBe("https://app.test/")
      expect(await signedInName(each)).toBeNull()
    },
  )
}

/** Enrolls an authenticator app at the sign-up of a user who never proved the address. */
async function enrollUnproven(adapter: Adapter, userId: string): Promise<void> {
  const settings = await settingsUnderTest(
    { adapter, providers: [], secret: "s".repeat(32), secondFactor: {} },
    { url: "https://app.test/auth" },
  )
  const context = { settings, store: adapter as AccountRecordOperations } // the test has checked its operations
  await storeApp(context, { userId })
}

type Auth = Awaited<ReturnType<typeof waitingService>>["auth"]

/** Changes of an administrator that end a sign-in. */
const ENDINGS: Readonly<Record<string, (auth: Auth, id: string) => Promise<unknown>>> = {
  disabled: (auth, id) => auth.users.disable(id),
  deleted: (auth, id) => auth.users.delete(id),
  "signed out everywhere": (auth, id) => auth.users.revokeSessions(id),
}

async function waitingService(adapter: Adapter, strategy: "jwt" | "database") {
  const accepted = new Set<string>()
  const service = await serviceOn(adapter, {
    session: { strategy },
    rateLimit: false,
    account: { administration: true },
    steps: [
      {
        id: "terms",
        url: "/terms",
        needed: ({ user }) => !accepted.has(String(user.id)),
        handle: ({ user, fields }) => void (fields["accept"] === "yes" && accepted.add(String(user.id))),
      },
    ],
  })
  type Browser = ReturnType<typeof service.browser>
  const submitted = async (browser: Browser, fields: Record<string, string>) => {
    const { step } = await service.auth.openStep(browser.request("/terms"))
    return { csrfToken: await browser.csrfToken(), attempt: step?.fields.attempt ?? "", ...fields }
  }
  const submit = async (browser: Browser, fields: Record<string, string>) =>
    browser.post("/step/terms", await submitted(browser, fields))
  return { ...service, accepted, submitted, submit, email: `ada-${crypto.randomUUID()}@app.test` }
}
