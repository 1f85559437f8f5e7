import { describe, expect, test } from "vitest"
import { ADA, boundService, STRATEGIES } from "../../test-kit/bound-service.ts"

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
})
