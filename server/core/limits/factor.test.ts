import { describe, expect, test } from "vitest"
import { MemoryAdapter } from "../../adapters/memory.ts"
import { createSettings } from "../../service/features.ts"
import type { AuthConfig } from "../../service/config.ts"
import { createRequestContext } from "../request/auth-request.ts"
import { plainAdapter } from "../../test-kit/email-service.ts"
import { passwordConfig } from "../../test-kit/password-service.ts"
import { countFactorAttempt, factorIdentity, type FactorAttempt } from "./factor.ts"
import type { FactorTries } from "../proofs/records.ts"
import { knownBrowser, rememberBrowser } from "./identity.ts"

const NOW = Date.UTC(2026, 10, 22, 20)
const [MINUTE, DAY] = [60_000, 24 * 60 * 60_000]
const STRANGER: FactorAttempt = { userId: "ada", method: "totp", knownBrowser: undefined, lastUse: null }
const OWNER: FactorAttempt = { ...STRANGER, knownBrowser: "browser 1" }

function createWorld(config: Partial<AuthConfig> = {}) {
  const time = { now: NOW }
  const adapter = MemoryAdapter()
  /** Each request may reach another process, with its own settings. */
  const request = (origin = "https://app.test", headers: Record<string, string> = {}) => {
    const settings = createSettings(
      passwordConfig({ adapter, trustHost: true, rateLimit: {}, clock: () => time.now, ...config }),
      { env: {} },
    )
    const requestUrl = new URL(`${origin}/auth/step/second-factor`)
    return createRequestContext(settings, new Headers({ host: requestUrl.host, ...headers }), { requestUrl })
  }
  const count = (more: FactorAttempt = STRANGER, origin?: string) => countFactorAttempt(request(origin), more)
  const attempt = async (more?: FactorAttempt, origin?: string) => (await count(more, origin)).rejected
  /** Tries `times` times. Returns how many attempts were accepted. */
  const accepted = async (times: number, more?: FactorAttempt, origin?: string) => {
    const results = await Promise.all(Array.from({ length: times }, () => count(more, origin)))
    return results.filter(({ rejected }) => !rejected).length
  }
  return {
    request,
    count,
    attempt,
    accepted,
    adapter,
    later: (milliseconds: number) => void (time.now += milliseconds),
  }
}

describe("attempts at second factors", () => {
  test("count together, whatever the sign-in, the factor and the headers are (threat 425)", async () => {
    const { accepted } = createWorld()
    const methods = ["totp", "email", "recovery", "passkey"] as const
    const counts = []
    for (const method of methods) counts.push(await accepted(8, { ...STRANGER, method }))
    expect(counts.reduce((sum, count) => sum + count)).toBe(20)
  })

  test("never exceed the limit in 50 parallel requests (threat 425)", async () => {
    expect(await createWorld().accepted(50)).toBe(20)
    expect(await createWorld().accepted(50, OWNER)).toBe(10)
  })

  test("keep their count while thousands of other users are counted, and in a new process (threat 427)", async () => {
    const { accepted, attempt } = createWorld()
    expect(await accepted(50)).toBe(20)
    const others = Array.from({ length: 3000 }, (_, number) => attempt({ ...STRANGER, userId: `user ${number}` }))
    expect((await Promise.all(others)).filter(Boolean)).toEqual([])
    expect(await accepted(1)).toBe(0)
  })

  test("are limited in development and without `rateLimit`, too", async () => {
    expect(await createWorld({ rateLimit: false }).accepted(50)).toBe(20)
  })

  test("count per user, on all sites of a database (threat 425)", async () => {
    const { accepted } = createWorld()
    expect(await accepted(12)).toBe(12)
    expect(await accepted(50, STRANGER, "https://other.test")).toBe(8)
    expect(await accepted(1)).toBe(0)
    expect(await accepted(1, { ...STRANGER, userId: "eve" })).toBe(1)
  })

  test("count per site in the memory of a process, which sites with other users may share", async () => {
    const config = passwordConfig({ adapter: plainAdapter(), trustHost: true, clock: () => NOW })
    const settings = createSettings(config, { env: {} })
    const accepted = async (times: number, host: string) => {
      const context = createRequestContext(settings, new Headers({ host }))
      const results = await Promise.all(Array.from({ length: times }, () => countFactorAttempt(context, STRANGER)))
      return results.filter(({ rejected }) => !rejected).length
    }
    expect([await accepted(50, "app.test"), await accepted(50, "other.test")]).toEqual([20, 20])
  })

  test("stop after 50 failures in a row, until a factor succeeds (threat 425)", async () => {
    const { accepted, attempt, later } = createWorld()
    const days: number[] = []
    for (let day = 0; day < 30; day++) {
      days.push(await accepted(50))
      later(DAY)
    }
    expect(days).toEqual([20, 20, 10, ...Array(27).fill(0)])
    expect(await attempt()).toMatchObject({ wait: undefined })
    expect(await attempt({ ...STRANGER, lastUse: { at: new Date(NOW + 30 * DAY) } })).toBeUndefined()
  })

  test("go on in the counter of the last success, so a sign-in leaves none behind (threat 425)", async () => {
    const { count, accepted, later } = createWorld()
    const readTries = async (more?: FactorAttempt) => (await count(more)).tries ?? expect.fail("rejected")
    const first = await readTries()
    expect(first).toEqual({ since: NOW, site: "" })
    const after = (at: number, tries: FactorTries) => ({ ...STRANGER, lastUse: { at: new Date(at), tries } })
    const failures: number[] = []
    const last = { use: after(NOW, first) }
    for (let day = 0; day < 12; day++) {
      failures.push(await accepted(20, last.use))
      later(DAY)
      // The sixth day brings a success
      if (day === 5) last.use = after(NOW + 6 * DAY, { ...first, anywhere: 119 })
    }
    expect(failures).toEqual([19, 20, 11, 0, 0, 0, 20, 20, 10, 0, 0, 0])
    expect(await readTries({ ...OWNER, lastUse: last.use.lastUse })).toEqual({ ...first, anywhere: 119, known: 1 })
  })

  test("are counted anew a year after the counter began, when it may be gone (threat 425)", async () => {
    const { count, accepted, later, adapter } = createWorld()
    const tries = { since: NOW, site: "", anywhere: 40 }
    const use = { ...STRANGER, lastUse: { at: new Date(NOW), tries } }
    later(365 * DAY)
    await adapter.deleteExpired(new Date(NOW + 365 * DAY))
    const days: number[] = []
    for (let day = 0; day < 6; day++) {
      days.push(await accepted(50, use))
      later(DAY)
    }
    expect(days).toEqual([20, 20, 10, 0, 0, 0])
    expect((await count({ ...use, knownBrowser: "browser 1" })).tries).toEqual({
      ...tries,
      since: NOW + 371 * DAY,
      anywhere: undefined,
    })
  })

  test("on one site take no counter of another site (threat 425)", async () => {
    const { accepted } = createWorld()
    const tries = { since: NOW, site: "https://other.test/auth", anywhere: 1000 }
    const use = { ...STRANGER, lastUse: { at: new Date(NOW), tries } }
    expect(await accepted(20, use)).toBe(20)
  })

  test("leave recovery codes and passkeys to an owner on a new device (threat 426)", async () => {
    const { accepted, attempt, later } = createWorld()
    for (let day = 0; day < 5; day++) {
      await accepted(50)
      later(DAY)
    }
    for (const method of ["recovery", "passkey"] as const)
      expect(await attempt({ ...STRANGER, method })).toBeUndefined()
    expect(await attempt()).toBeDefined()
  })

  test("of strangers don't lock out a browser in which the user signed in (threat 426)", async () => {
    const { accepted, attempt, later } = createWorld()
    for (let day = 0; day < 5; day++) {
      await accepted(1000)
      expect(await attempt(OWNER)).toBeUndefined()
      later(DAY)
    }
  })

  test("from known browsers are limited per browser and together (threat 425)", async () => {
    const { accepted, attempt, later } = createWorld()
    expect(await accepted(30, OWNER)).toBe(10)
    expect(await attempt(OWNER)).toMatchObject({ wait: 15 * 60 })
    later(15 * MINUTE)
    expect(await attempt(OWNER)).toBeUndefined()
    const passkey = (browser: number) => ({ ...OWNER, method: "passkey" as const, knownBrowser: `other ${browser}` })
    const counts = await Promise.all(Array.from({ length: 20 }, (_, browser) => accepted(10, passkey(browser))))
    expect(counts.reduce((sum, count) => sum + count)).toBe(100 - 11)
  })

  test("tell the owner once a day (threat 426)", async () => {
    const { attempt, later } = createWorld()
    const told = async () => {
      const results = await Promise.all(Array.from({ length: 200 }, () => attempt()))
      return results.filter((result) => result?.first).length
    }
    expect(await told()).toBe(1)
    expect(await told()).toBe(0)
    later(DAY)
    expect(await told()).toBe(1)
  })
})

test("a browser is known for the user of a second step, and for no other user", async () => {
  const { request } = createWorld()
  const { settings } = request()
  const [cookie] = await rememberBrowser(request(), factorIdentity(settings, "ada"))
  const headers = { cookie: `${cookie?.name}=${cookie?.value}` }
  const name = await knownBrowser(request("https://app.test", headers), factorIdentity(settings, "ada"))
  expect(name).toMatch(/^[0-9a-f]{32}$/)
  expect(await knownBrowser(request("https://app.test", headers), factorIdentity(settings, "eve"))).toBeUndefined()
  expect(await knownBrowser(request("https://other.test", headers), factorIdentity(settings, "ada"))).toBeUndefined()
})
