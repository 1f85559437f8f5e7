import { expect, test, vi } from "vitest"
import type { AccountDetails, SessionDetails } from "../../client/account-contract.ts"
import type { Adapter } from "../../server/adapters/contract.ts"
import { errorParam, oauthService, signedInName, type Browser } from "../../server/test-kit/oauth-service.ts"

const HOUR = 60 * 60 * 1000
const FIREFOX = { "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0" }

async function devices(browser: Browser): Promise<SessionDetails[]> {
  const details = (await (await browser.get("/account")).json()) as AccountDetails | null // the endpoint's JSON
  return details?.sessions ?? expect.fail("no session is listed")
}

/** Tests the list of devices by HTTP request, the same for every database with account records. */
export function devicesSuite(adapter: () => Adapter): void {
  const open = async () => {
    const time = { now: Date.now() }
    const callbacks = { place: () => "Zürich" }
    const service = await oauthService({ adapter: adapter(), callbacks, clock: () => time.now })
    const email = `device-${crypto.randomUUID()}@app.test`
    const signIn = async () => {
      const browser = service.browser()
      const person = { sub: email, email, email_verified: true }
      const answer = await browser.get(await service.start(browser, person), FIREFOX)
      return errorParam(answer) === null ? browser : expect.fail("the sign-in failed")
    }
    const change = async (browser: Browser, fields: Record<string, string>) =>
      browser.postJson("/account", { csrfToken: await browser.csrfToken(), ...fields })
    return { ...service, time, email, signIn, change }
  }

  test("lists a session's device, place and last use, and writes the use once an hour (threat 505)", async () => {
    const { time, email, signIn, change } = await open()
    const [laptop, phone] = [await signIn(), await signIn()]
    const start = new Date(time.now).toISOString()
    time.now += HOUR
    await Promise.all(Array.from({ length: 50 }, () => laptop.get("/session")))
    const used = new Date(time.now).toISOString()
    const device = { type: "desktop", browser: "Firefox", system: "Linux" }
    await vi.waitFor(async () =>
      expect(await devices(laptop)).toMatchObject([
        { current: true, device, place: "Zürich", createdAt: start, lastActiveAt: used },
        { current: false, device, place: "Zürich", createdAt: start, lastActiveAt: start },
      ]),
    )
    const id = (await devices(laptop))[1]?.id ?? ""
    const ends = await Promise.all(Array.from({ length: 10 }, () => change(laptop, { change: "revoke-session", id })))
    expect(ends.some(({ status }) => status === 200)).toBe(true)
    expect([await signedInName(laptop), await signedInName(phone)]).toEqual([email, null])
    expect(await devices(laptop)).toHaveLength(1)
  })

  test("signs out every device that existed, while others sign in (threat 505)", async () => {
    const { email, signIn, change } = await open()
    const laptop = await signIn()
    const others = await Promise.all(Array.from({ length: 10 }, signIn))
    const [, ...later] = await Promise.all([
      change(laptop, { change: "revoke-other-sessions" }),
      ...Array.from({ length: 20 }, signIn),
    ])
    for (const browser of others) expect(await signedInName(browser)).toBeNull()
    expect(await signedInName(laptop)).toBe(email)
    const alive = (await Promise.all(later.map(signedInName))).filter((name) => name !== null)
    expect(await devices(laptop)).toHaveLength(1 + alive.length)
  })
}
