import { describe, expect, test } from "vitest"
import type { BrowserAccounts } from "../../../client/account-contract.ts"
import type { Session } from "../../../client/contract.ts"
import type { AuthConfig } from "../../service/config.ts"
import type { CookieJarMap } from "../../testing/cookie-client.ts"
import { oauthService, signedInName, type Browser } from "../../test-kit/oauth-service.ts"

const BASE = "https://app.test/auth"
const [ADA, BOB, CLEO] = ["ada", "bob", "cleo"].map((sub) => ({ sub, email: `${sub}@app.test`, email_verified: true }))
const ROUNDS = Array.from({ length: 10 }, (_, round) => round)
const STRATEGIES = ["jwt", "database"] as const

/** A service whose next `session` callback waits if a test holds it. */
async function createService(strategy: (typeof STRATEGIES)[number]) {
  const held: { gate?: Promise<void> | undefined; reached?: (() => void) | undefined } = {}
  const session = async ({ session }: { session: Session }) => {
    const { gate, reached } = held
    Object.assign(held, { gate: undefined, reached: undefined })
    reached?.()
    await gate
    return session
  }
  const callbacks = { session } as NonNullable<AuthConfig["callbacks"]> // it returns the session that it gets
  const config = { session: { strategy, maxAccounts: 4, updateAge: 0 }, callbacks }
  return { held, ...(await oauthService(config, { endSession: true })) }
}

const accounts = async (browser: Browser) =>
  ((await (await browser.get("/accounts")).json()) as BrowserAccounts).accounts // the shape of the response

describe.each(STRATEGIES)("after accounts were added with a provider, with the %s strategy", (strategy) => {
  test.each(ROUNDS)("a sign-out of all leaves none, whatever was in flight (round %i)", async (round) => {
    const { auth, held, enter, browser } = await createService(strategy)
    const here = browser()
    const stale: CookieJarMap[] = []
    for (const person of [ADA, BOB, ...(round % 2 ? [CLEO] : [])]) {
      await enter(here, person ?? {})
      stale.push(new Map(here.jar))
    }
    if (round % 3 === 0) {
      const id = (await accounts(here)).at(-1)?.id ?? ""
      await here.postJson("/accounts", { csrfToken: await here.csrfToken(), change: "switch", id })
    }
    const csrfToken = await here.csrfToken()
    const [gate, reached] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    Object.assign(held, { gate: gate.promise, reached: reached.resolve })
    const cookie = here.cookieHeader()
    const refresh = auth.handle(new Request(`${BASE}/session`, { headers: { cookie } }))
    await reached.promise
    const signOut = auth.handle(
      new Request(`${BASE}/signout`, { method: "POST", headers: { cookie }, body: new URLSearchParams({ csrfToken }) }),
    )
    // The refresh ends before or after the sign-out, and so do their cookies
    const isRefreshFirst = round % 4 < 2
    if (isRefreshFirst) gate.resolve()
    const signedOut = isRefreshFirst ? (await Promise.all([refresh, signOut]))[1] : await signOut
    gate.resolve()
    for (const response of round % 4 === 1 ? [await refresh, signedOut] : [signedOut, await refresh])
      here.receive(response)
    expect(await signedInName(here)).toBeNull()
    expect(await accounts(here)).toEqual([])
    // Responses that were sent earlier still, and a repeated sign-out
    for (const jar of stale)
      for (const [name, value] of jar) if (/session-token|latchkit\.account/.test(name)) here.jar.set(name, value)
    expect([await signedInName(here), await accounts(here)]).toEqual([null, []])
    await here.post("/signout", { csrfToken: await here.csrfToken() })
    expect([await signedInName(here), await accounts(here)]).toEqual([null, []])
  })

  test("20 sign-outs of all at once leave none, and a later sign-in has one account", async () => {
    const { auth, enter, browser } = await createService(strategy)
    const here = browser()
    for (const person of [ADA, BOB, CLEO]) await enter(here, person ?? {})
    const csrfToken = await here.csrfToken()
    const init = { method: "POST", headers: { cookie: here.cookieHeader() } }
    const responses = await Promise.all(
      Array.from({ length: 20 }, () =>
        auth.handle(new Request(`${BASE}/signout`, { ...init, body: new URLSearchParams({ csrfToken }) })),
      ),
    )
    expect(responses.filter(({ status }) => status >= 400)).toEqual([])
    for (const response of responses) here.receive(response)
    expect([await signedInName(here), await accounts(here)]).toEqual([null, []])
    await enter(here, ADA ?? {})
    expect((await accounts(here)).map(({ email }) => email)).toEqual(["ada@app.test"])
  })
})
