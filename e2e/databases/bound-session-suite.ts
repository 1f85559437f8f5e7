import { expect, test } from "vitest"
import { ACCOUNT_RECORD_OPERATIONS } from "../../server/adapters/account-tables.ts"
import type { Adapter } from "../../server/adapters/contract.ts"
import { boundBrowser } from "../../server/test-kit/bound-browser.ts"
import { oauthService } from "../../server/test-kit/oauth-service.ts"

const BOUND = "__Host-latchkit.bound"

/** Tests the races of a session's binding to a device, the same for every database. */
export function boundSessionSuite(adapter: () => Adapter): void {
  const isReady = () => ACCOUNT_RECORD_OPERATIONS.every((name) => adapter()[name])

  /** Returns a browser that just signed in, and the response that asks for its key. */
  const signedIn = async (strategy: "jwt" | "database") => {
    // Redis deletes what expires by its own clock
    const service = await oauthService({
      adapter: adapter(),
      session: { strategy, deviceBound: true },
      clock: Date.now,
    })
    const browser = await boundBrowser(service.auth)
    const sub = crypto.randomUUID()
    const entered = await service.enter(browser, { sub, email: `${sub}@app.test`, email_verified: true })
    return { ...service, browser, entered }
  }
  const statuses = (responses: readonly Response[]) => responses.map(({ status }) => status)

  test.each(["jwt", "database"] as const)(
    "ten keys that register at once bind a %s session to one of them (threat 522)",
    async (strategy) => {
      if (!isReady()) return
      const { auth, browser, entered } = await signedIn(strategy)
      const browsers = await Promise.all(
        Array.from({ length: 10 }, () => boundBrowser(auth, { jar: new Map(browser.jar) })),
      )
      const responses = await Promise.all(browsers.map((one) => one.register(entered)))
      expect(statuses(responses).toSorted()).toEqual([200, ...Array.from({ length: 9 }, () => 400)])
      const winners = browsers.filter(({ jar }) => jar.has(BOUND))
      expect(winners).toHaveLength(1)
      expect(await winners[0]?.session()).toMatchObject({ bound: true })
      const refreshed = await Promise.all(browsers.map((one) => one.refresh()))
      expect(refreshed.filter(({ status }) => status >= 500)).toEqual([])
    },
  )

  test.each(["jwt", "database"] as const)(
    "a proof that is sent 20 times at once renews a %s session's cookie once, and the session goes on (threat 524)",
    async (strategy) => {
      if (!isReady()) return
      const { browser, entered } = await signedIn(strategy)
      expect((await browser.register(entered)).status).toBe(200)
      browser.jar.delete(BOUND)
      const proof = await browser.sign({ jti: browser.state.challenge })
      const headers = { "sec-secure-session-id": browser.state.id ?? "", "secure-session-response": proof }
      const send = () => browser.send("/device-bound", { method: "POST", headers })
      const responses = await Promise.all(Array.from({ length: 20 }, send))
      expect(statuses(responses).toSorted()).toEqual([200, ...Array.from({ length: 19 }, () => 403)])
      expect(await browser.session()).toMatchObject({ bound: true })
      const [, challenge] = /^"([^"]+)"/.exec(responses.at(-1)?.headers.get("secure-session-challenge") ?? "") ?? []
      Object.assign(browser.state, { challenge })
      browser.jar.delete(BOUND)
      expect((await browser.refresh()).status).toBe(200)
      expect(await browser.session()).toMatchObject({ bound: true })
    },
  )
}
