import { describe, expect, test, vi } from "vitest"
import { createAuth } from "../../service/auth.ts"
import type { AuthConfig } from "../../service/config.ts"
import type { CredentialsConfig } from "../../providers/types.ts"
import { cookieClient, type CookieJarMap } from "../../testing/cookie-client.ts"
import { LIMITS } from "../config/rate-limits.ts"

const COOKIE = "__Host-latchkit.known"
const SESSION = "__Host-latchkit.session-token"

interface Options {
  site?: string
  config?: Partial<AuthConfig>
  provider?: Partial<CredentialsConfig>
}

/** Creates an auth instance whose users' passwords a test can change. It counts how often a password was checked. */
function createService({ site = "https://app.test", config = {}, provider = {} }: Options = {}) {
  const time = { now: Date.parse("2026-01-01T00:00:00Z") }
  const passwords = new Map([["ada", "lovelace"]])
  const authorize = vi.fn(({ username = "", password }: Partial<Record<string, string>>) =>
    passwords.has(username) && passwords.get(username) === password ? { id: username, name: username } : null,
  )
  const errors: Error[] = []
  const credentials: CredentialsConfig = {
    id: "credentials",
    name: "Password",
    type: "credentials",
    credentials: { username: {}, password: { type: "password" } },
    authorize,
    ...provider,
  }
  const auth = createAuth(
    {
      providers: [credentials],
      secret: "s".repeat(32), // the same for every deployment
      clock: () => time.now,
      logger: { error: (error) => void errors.push(error), warn: () => undefined, debug: () => undefined },
      ...config,
    },
    { env: { AUTH_URL: `${site}/auth`, NODE_ENV: "production" } },
  )
  const from = (address: string | undefined, jar: CookieJarMap = new Map()) => {
    const browser = cookieClient({ handle: (request) => auth.handle(request, { address }) }, jar, `${site}/auth`)
    const attempt = (password: string, username = "ada") => browser.signInWith("credentials", { username, password })
    return { ...browser, attempt, known: () => browser.cookie(COOKIE)?.value }
  }
  const later = (minutes: number) => void (time.now += minutes * 60_000)
  /** Signs in with a new browser, and signs out again. */
  const mint = async (username = "ada") => {
    const browser = from("192.0.2.1")
    await browser.attempt(passwords.get(username) ?? "", username)
    browser.jar.delete(SESSION)
    return browser
  }
  return { auth, authorize, errors, from, later, mint, passwords }
}

type Browser = ReturnType<ReturnType<typeof createService>["from"]>

/** Tries `times` wrong passwords in each of the browsers. Returns how many of them were checked. */
async function countAttempts(
  { authorize }: ReturnType<typeof createService>,
  browsers: readonly Browser[],
  each: number,
) {
  authorize.mockClear()
  for (const browser of browsers) for (let turn = 0; turn < each; turn++) await browser.attempt(`wrong ${turn}`)
  return authorize.mock.calls.length
}

/** Uses up the limits of browsers that aren't known for the user. */
async function exhaustLimits({ from }: ReturnType<typeof createService>) {
  for (let host = 1; host <= LIMITS.credentialsAnywhere.points; host++) await from(`203.0.113.${host}`).attempt("wrong")
}

describe("a cookie of a browser in which a user signed in", () => {
  test("is valid on the site that set it, and on no other with the same secret", async () => {
    const [preview, production] = [createService({ site: "https://preview.test" }), createService()]
    const minted = await Promise.all(Array.from({ length: 8 }, () => preview.mint()))
    await exhaustLimits(production)
    const here = minted.map(({ jar }, turn) => production.from(`198.51.100.${turn}`, jar))
    expect(await countAttempts(production, here, 20)).toBe(0)
    const there = minted.map(({ jar }) => preview.from("198.51.100.1", jar))
    expect(await countAttempts(preview, there.slice(0, 1), 20)).toBe(20)
  })

  test("is valid below the base path of one tenant, and below no other with the same secret", async () => {
    const tenants = ["/a", "/b"].map((path) => createService({ site: "https://app.test", config: { basePath: path } }))
    const [a, b] = tenants
    if (!a || !b) throw new Error("two tenants were wanted")
    const browser = cookieClient(a.auth, new Map(), "https://app.test/a")
    await browser.signInWith("credentials", { username: "ada", password: "lovelace" })
    const csrf = cookieClient(b.auth, browser.jar, "https://app.test/b")
    for (let turn = 0; turn < LIMITS.credentialsAnywhere.points; turn++)
      await cookieClient(b.auth, new Map(), "https://app.test/b").signInWith("credentials", {
        username: "ada",
        password: "x",
      })
    const answer = await csrf.signInWith("credentials", { username: "ada", password: "lovelace" })
    expect(answer.status).toBe(429)
  })

  test("gives all browsers of one user together a hundred attempts an hour", async () => {
    const own = createService()
    const browsers = await Promise.all(Array.from({ length: 8 }, () => own.mint()))
    own.later(60)
    await exhaustLimits(own)
    expect(await countAttempts(own, browsers, 20)).toBe(LIMITS.credentialsKnown.points)
    own.later(60)
    const first = browsers.slice(0, 1)
    expect(await countAttempts(own, first, 40)).toBe(LIMITS.credentialsFor.points)
  })

  test("takes no attempts from another user of the same browser", async () => {
    const own = createService()
    own.passwords.set("bob", "builder")
    const browser = await own.mint()
    await browser.attempt("builder", "bob")
    browser.jar.delete(SESSION)
    for (const username of ["ada", "bob"])
      for (let host = 1; host <= 60; host++) await own.from(`203.0.113.${host}`).attempt("wrong", username)
    await countAttempts(own, [browser], 40)
    expect((await browser.attempt("lovelace")).status).toBe(429)
    expect((await browser.attempt("builder", "bob")).status).toBe(302)
    expect(browser.cookie(SESSION)).toBeDefined()
  })

  test("isn't valid for another user", async () => {
    const own = createService()
    own.passwords.set("eve", "evil")
    const eve = await own.mint("eve")
    await exhaustLimits(own)
    expect(await countAttempts(own, [eve], 5)).toBe(0)
  })

  test("stores eight entries at most", async () => {
    const own = createService()
    const names = ["ada", "bob", "cleo", "dan", "eve", "fay", "gus", "hal", "ida", "joe"]
    const browser = own.from("192.0.2.1")
    for (const name of names) {
      own.passwords.set(name, "secret")
      await browser.attempt("secret", name)
    }
    expect(browser.known()?.split(".")).toHaveLength(8)
    expect(browser.known()?.length).toBeLessThan(800)
  })

  test.each([
    "",
    ".",
    "0".repeat(96),
    "x",
    Array.from({ length: 9 }, () => "0".repeat(96)).join("."),
    `${"0".repeat(32)}.${"0".repeat(64)}`,
  ])("is rejected if it was forged: %j", async (value) => {
    const own = createService()
    await exhaustLimits(own)
    const eve = own.from("198.51.100.1", new Map([[COOKIE, { value }]]))
    expect(await countAttempts(own, [eve], 5)).toBe(0)
  })
})

describe("a known browser isn't limited by its address", () => {
  test("however many other clients there are", async () => {
    const own = createService()
    const owner = await own.mint()
    for (let turn = 0; turn < 200; turn++) await own.from("192.0.2.1").attempt("wrong", `user-${turn}`)
    expect((await own.from("192.0.2.1").attempt("secret", "somebody")).status).toBe(429)
    expect((await owner.attempt("lovelace")).status).toBe(302)
  })

  test("even if no address is known", async () => {
    const own = createService()
    const owner = own.from(undefined, (await own.mint()).jar)
    for (let turn = 0; turn < 1100; turn++) await own.from(undefined).attempt("wrong", `user-${turn}`)
    expect((await own.from(undefined).attempt("secret", "somebody")).status).toBe(429)
    expect((await owner.attempt("lovelace")).status).toBe(302)
  })
})

describe("`passwordVersion`", () => {
  const versioned = (options: Options = {}) => {
    const asked: unknown[] = []
    const hashes = new Map([["ada", "hash 1"]])
    const passwordVersion = (fields: Partial<Record<string, string>>) => {
      asked.push(fields)
      return hashes.get(fields["username"] ?? "") ?? null
    }
    return { ...createService({ ...options, provider: { passwordVersion, ...options.provider } }), asked, hashes }
  }

  test("revokes every known browser when the password changes", async () => {
    const own = versioned()
    const browsers = await Promise.all(Array.from({ length: 8 }, () => own.mint()))
    own.passwords.set("ada", "0421")
    own.hashes.set("ada", "hash 2")
    own.later(60)
    await exhaustLimits(own)
    expect(await countAttempts(own, browsers, 20)).toBe(0)
    own.later(60)
    const [owner] = browsers
    await owner?.attempt("0421")
    owner?.jar.delete(SESSION)
    await exhaustLimits(own)
    expect((await owner?.attempt("0421"))?.status).toBe(302)
  })

  test("is called with what names the user, never with the password, and not at all in an unknown browser", async () => {
    const own = versioned()
    const browser = await own.mint()
    await browser.attempt("wrong")
    expect(own.asked.length).toBeGreaterThan(0)
    for (const fields of own.asked) expect(fields).toEqual({ username: "ada" })
    own.asked.length = 0
    await own.from("198.51.100.1").attempt("wrong")
    await own.from("198.51.100.1", new Map([[COOKIE, { value: "0".repeat(96) }]])).attempt("wrong")
    expect(own.asked).toEqual([])
  })

  test("revokes earlier known browsers when it is added later", async () => {
    const before = createService()
    const browser = await before.mint()
    const own = versioned()
    await exhaustLimits(own)
    expect(await countAttempts(own, [own.from("198.51.100.1", browser.jar)], 5)).toBe(0)
  })

  test.each<[string, () => unknown]>([
    [
      "throws",
      () => {
        throw new Error("the database is down")
      },
    ],
    ["rejects", () => Promise.reject(new Error("the database is down"))],
    ["returns null", () => null],
    ["returns nothing", () => undefined],
    ["returns a number", () => 1],
    ["returns an empty text", () => ""],
  ])("makes no browser known if it %s, but the user is still signed in", async (_, passwordVersion) => {
    const own = createService({ provider: { passwordVersion } as Partial<CredentialsConfig> })
    const browser = own.from("192.0.2.1")
    expect((await browser.attempt("lovelace")).status).toBe(302)
    expect(browser.cookie(SESSION)).toBeDefined()
    expect(browser.known()).toBeUndefined()
  })

  test("doesn't delay the sign-in for ever if it never returns", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
    try {
      const passwordVersion = vi.fn(() => new Promise<never>(() => undefined))
      const own = createService({ provider: { passwordVersion } })
      const browser = own.from("192.0.2.1")
      const answer = browser.attempt("lovelace")
      await vi.waitFor(() => expect(passwordVersion).toHaveBeenCalled(), { interval: 1 })
      await vi.advanceTimersByTimeAsync(30_000)
      expect((await answer).status).toBe(302)
      expect(browser.cookie(SESSION)).toBeDefined()
      expect(own.errors.join()).toContain("passwordVersion")
    } finally {
      vi.useRealTimers()
    }
  })
})

describe("fields that the provider doesn't declare", () => {
  test("still name the user: fifty attempts an hour from anywhere", async () => {
    const own = createService({ provider: { credentials: {} } })
    for (let host = 1; host <= 80; host++) await own.from(`203.0.113.${host}`).attempt("wrong")
    expect((await own.from("198.51.100.1").attempt("lovelace")).status).toBe(429)
    expect((await own.from("198.51.100.1").attempt("lovelace", "bob")).status).toBe(302)
  })
})
