import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest"
import { MemoryAdapter } from "../adapters/memory.ts"
import { boundBrowser } from "../test-kit/bound-browser.ts"
import { ADA, BOB, BOUND, boundService, STRATEGIES } from "../test-kit/bound-service.ts"
import { cookieClient } from "../testing/cookie-client.ts"
import { FRAMEWORK_APPS } from "../test-kit/framework-apps.ts"

const HEADER = "secure-session-registration"
const COOKIE = "__Host-latchkit.registration"
const { "no framework": _, ...FRAMEWORKS } = FRAMEWORK_APPS
/** A server action of Next can't set headers. */
const WITHOUT_HEADERS = new Set(["next"])

const CASES = Object.keys(FRAMEWORKS).flatMap((name) => STRATEGIES.map((strategy) => [name, strategy] as const))

beforeEach(() => void vi.stubEnv("AUTH_URL", "https://app.test/auth"))
afterEach(() => void vi.unstubAllEnvs())

/** Signs Ada in by the server action of a framework's app. */
async function signInByAction(name: string, strategy: (typeof STRATEGIES)[number], deviceBound = true) {
  const adapter = MemoryAdapter()
  const { options: config, time } = await boundService({ strategy, adapter, session: { deviceBound } })
  const serve = FRAMEWORKS[name as keyof typeof FRAMEWORKS] // a key of the same object
  const app = await serve(config)
  onTestFinished(() => app.close?.())
  const ada = await boundBrowser(app)
  const fields = { providerId: "credentials", redirectTo: "/in", ...ADA }
  const headers = { origin: "https://app.test", "sec-fetch-site": "same-origin" }
  const body = new URLSearchParams(fields)
  const entered = await ada.send("https://app.test/login", { method: "POST", body, headers })
  expect(entered.headers.get("location")).toMatch(/\/in$/)
  return { app, ada, entered, time }
}

describe.each(CASES)("a sign-in by a server action of %s (%s)", (name, strategy) => {
  test("asks the browser for its key, at once or with the next response", async () => {
    const { ada, entered } = await signInByAction(name, strategy)
    expect(entered.headers.has(HEADER)).toBe(!WITHOUT_HEADERS.has(name))
    expect(ada.cookie(COOKIE)).toMatchObject({ httpOnly: true, secure: true, sameSite: "lax" })
    const asked = entered.headers.has(HEADER) ? entered : await ada.get("/session")
    expect((await ada.register(asked)).status).toBe(200)
    expect(await ada.session()).toMatchObject({ bound: true })
    expect(ada.cookie(COOKIE)).toBeUndefined()
    expect((await ada.get("/session")).headers.has(HEADER)).toBe(false)
  })

  test("opens no page without its bound cookie, also with that of another session (threat 523)", async () => {
    const { app, ada, entered, time } = await signInByAction(name, strategy)
    await ada.register(entered.headers.has(HEADER) ? entered : await ada.get("/session"))
    const other = await boundBrowser(app)
    await other.signIn("credentials", BOB)
    const who = async (jar: typeof ada.jar) => {
      const page = await cookieClient(app, new Map(jar)).get("https://app.test/who")
      return (await page.json()) as unknown
    }
    time.now += 15_000 // the requests of the first page are over
    expect(await who(ada.jar)).toMatchObject({ user: { name: "Ada" } })
    const alone = new Map([...ada.jar].filter(([cookie]) => cookie !== BOUND))
    expect(await who(alone)).toBeNull()
    expect(await who(new Map([...alone, [BOUND, other.jar.get(BOUND) ?? expect.fail("no cookie")]]))).toBeNull()
  })

  test("changes nothing in an app without bound sessions", async () => {
    const { ada, entered } = await signInByAction(name, strategy, false)
    expect(entered.headers.has(HEADER)).toBe(false)
    expect(ada.cookie(COOKIE)).toBeUndefined()
    expect((await ada.get("/session")).headers.has(HEADER)).toBe(false)
  })
})

describe.each(STRATEGIES)("a kept registration (%s)", (strategy) => {
  test("is for the session that was opened, and asks once (threat 522)", async () => {
    const { ada, app } = await signInByAction("next", strategy)
    const kept = ada.cookie(COOKIE)
    const other = await boundBrowser(app)
    await other.signInWith("credentials", { email: "bob@example.com", password: "pw" })
    if (kept) other.jar.set(COOKIE, kept)
    const answer = await other.get("/session")
    expect(answer.headers.has(HEADER)).toBe(false)
    expect(other.cookie(COOKIE)).toBeUndefined()
    const asked = await ada.get("/session")
    expect(asked.headers.has(HEADER)).toBe(true)
    expect(ada.cookie(COOKIE)).toBeUndefined()
  })

  test("binds no session a second time, to no other key (threat 522)", async () => {
    const { ada, app } = await signInByAction("next", strategy)
    const thief = await boundBrowser(app, { jar: new Map(ada.jar) })
    expect((await ada.register(await ada.get("/session"))).status).toBe(200)
    expect((await thief.get("/session")).headers.get(HEADER)).not.toBeNull() // the copy is still from before
    expect((await thief.register(await thief.get("/session"))).status).toBe(400)
    expect(await ada.session()).toMatchObject({ bound: true })
  })
})
