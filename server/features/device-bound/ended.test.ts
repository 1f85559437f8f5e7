import { describe, expect, test } from "vitest"
import { boundBrowser } from "../../test-kit/bound-browser.ts"
import { ADA, BOUND, boundService, STRATEGIES } from "../../test-kit/bound-service.ts"
import { oauthService } from "../../test-kit/oauth-service.ts"

const LIFETIME = 10 * 60

type Service = Awaited<ReturnType<typeof boundService>>

const ENDINGS: Record<string, (service: Service) => Promise<unknown>> = {
  "is disabled": ({ auth }) => auth.users.disable("1"),
  "is signed out everywhere": ({ auth }) => auth.users.revokeSessions("1"),
  "is deleted": ({ auth }) => auth.users.delete("1"),
}

describe.each(STRATEGIES)("a bound session, with the %s strategy,", (strategy) => {
  test.each(Object.keys(ENDINGS))("ends its registration after the user %s (threat 565)", async (ending) => {
    const service = await boundService({ strategy, config: { account: { administration: true } } })
    const ada = await service.signedIn()
    const noTicket = await service.signedIn()
    service.later(LIFETIME, ada, noTicket)
    expect((await ada.refresh()).status).toBe(200)
    await ENDINGS[ending]?.(service)
    noTicket.jar.clear() // as for a link of another site
    for (const one of [ada, noTicket]) {
      service.later(LIFETIME, one)
      for (let turn = 0; turn < 2; turn++) {
        const response = await one.refresh()
        expect(response.headers.getSetCookie().filter((line) => line.includes("bound"))).toEqual([])
        expect(await response.json()).toEqual({ session_identifier: one.state.id, continue: false })
      }
    }
    if (ending !== "is signed out everywhere") return
    const again = await service.signedIn()
    service.later(LIFETIME, again)
    expect((await again.refresh()).status).toBe(200)
    expect(await again.session()).toMatchObject({ user: { email: ADA.email }, bound: true })
  })

  test("ends with a sign-out whose browser hasn't proven its key recently (threat 565)", async () => {
    const service = await boundService({ strategy })
    const ada = await service.signedIn()
    service.later(LIFETIME, ada)
    expect(await ada.session()).toBeNull()
    await ada.post("/signout", { csrfToken: await ada.csrfToken() })
    expect(await service.adapter.listSessions("1")).toEqual([])
    const response = await ada.refresh()
    expect(response.headers.getSetCookie().filter((line) => line.includes("bound"))).toEqual([])
    expect(await response.json()).toEqual({ session_identifier: ada.state.id, continue: false })
  })

  test("whose key isn't proven signs out here alone: the provider's URL has the ID token (threat 565)", async () => {
    const time = { now: Date.now() }
    const session = { strategy, deviceBound: true }
    const service = await oauthService({ session, clock: () => time.now }, { endSession: true })
    for (const isProven of [true, false]) {
      const ada = await boundBrowser(service.auth)
      await ada.register(await service.enter(ada, { sub: "ada", name: "Ada", email: ADA.email, email_verified: true }))
      expect(await ada.session()).toMatchObject({ bound: true })
      time.now += 15_000 // the requests of the first page are over
      if (!isProven) ada.jar.delete(BOUND)
      const left = await ada.post("/signout", { csrfToken: await ada.csrfToken(), callbackUrl: "/bye" })
      expect(left.headers.get("location")).toBe(`https://app.test/${isProven ? "auth/signout/acme" : "bye"}`)
    }
  })
})
