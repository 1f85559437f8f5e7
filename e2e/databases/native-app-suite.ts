import { expect, test } from "vitest"
import { ACCOUNT_RECORD_OPERATIONS } from "../../server/adapters/account-tables.ts"
import type { Adapter } from "../../server/adapters/contract.ts"
import { nativeApp, REDIRECT_URI, toTokens } from "../../server/test-kit/native-app.ts"
import { oauthService } from "../../server/test-kit/oauth-service.ts"

/** Tests the races of a native app's code, the same for every database. */
export function nativeAppSuite(adapter: () => Adapter): void {
  const signedIn = async (strategy: "jwt" | "database") => {
    const nativeApps = { phone: { redirectUris: [REDIRECT_URI] } }
    // Redis deletes what expires by its own clock
    const service = await oauthService({ adapter: adapter(), session: { strategy }, clock: Date.now, nativeApps })
    const browser = service.browser()
    const sub = crypto.randomUUID()
    const email = `${sub}@app.test`
    await service.enter(browser, { sub, email, email_verified: true })
    return { browser, email, app: nativeApp(service.auth) }
  }
  const isReady = () => ACCOUNT_RECORD_OPERATIONS.every((name) => adapter()[name])

  test.each(["jwt", "database"] as const)(
    "a code exchanged 50 times at once opens one %s session at most (threat 612)",
    async (strategy) => {
      if (strategy === "database" && !isReady()) return
      const { browser, app } = await signedIn(strategy)
      const code = await app.code(browser)
      const responses = await Promise.all(Array.from({ length: 50 }, () => app.exchange(code)))
      expect(responses.filter(({ status }) => status >= 500)).toEqual([])
      const issued = (await Promise.all(responses.map(toTokens))).flatMap(({ access_token: token }) => token ?? [])
      expect(issued.length).toBeLessThanOrEqual(1)
      if (strategy === "database")
        expect(await Promise.all(issued.map((token) => app.user(token)))).toEqual(issued.map(() => null))
    },
  )

  test("a code opens a session once, which its reuse ends (threat 612)", async (context) => {
    if (!isReady()) return context.skip()
    const { browser, email, app } = await signedIn("database")
    const code = await app.code(browser)
    const { access_token: token } = await toTokens(await app.exchange(code))
    expect(await app.user(token)).toBe(email)
    expect((await app.exchange(code)).status).toBe(400)
    expect(await app.user(token)).toBeNull()
  })
}
