import { describe, expect, test, vi } from "vitest"
import { MemoryAdapter } from "../../adapters/memory.ts"
import type { AuthConfig } from "../../service/config.ts"
import { authjs, encode } from "../../migrate/authjs/index.ts"
import { Nodemailer } from "../../providers/email/nodemailer.ts"
import { signedInName } from "../../test-kit/oauth-service.ts"
import { ADA, passwordService } from "../../test-kit/password-service.ts"
import { cookieClient } from "../../testing/cookie-client.ts"

const HOUR = 3600
const DAY = 24 * HOUR
const COOKIE = "__Host-latchkit.session-token"
const secret = "s".repeat(32)
const user = { id: "1", name: "Ada", email: "ada@example.com", emailVerified: null, image: null }

/** Returns a browser that is signed in, and the time. */
async function signInAda(config: Partial<AuthConfig> = {}, strategy: "jwt" | "database" = "jwt") {
  const time = { now: Date.parse("2026-01-01") }
  const adapter = MemoryAdapter()
  void adapter.createUser(user)
  const stored = strategy === "database" ? { adapter } : {}
  const base = { clock: () => time.now, ...stored }
  const ada = cookieClient(passwordService({ ...base, ...config }))
  await ada.signInWith("credentials", ADA)
  const later = (seconds: number) => void (time.now += seconds * 1000)
  const expires = async () => {
    const session = (await (await ada.get("/session")).json()) as { expires: string } | null // the shape of the response
    return session && (Date.parse(session.expires) - time.now) / 1000
  }
  /** Returns the same browser after the configuration was changed. */
  const changed = (change: Partial<AuthConfig>) =>
    cookieClient(passwordService({ ...base, ...config, ...change }), ada.jar)
  return { ada, adapter, later, expires, changed }
}

describe("session.maxAge", () => {
  test.each([
    ["a longer jwt.maxAge", { session: { maxAge: 600 }, jwt: { maxAge: 30 * DAY } }, 600],
    ["a shorter jwt.maxAge", { session: { maxAge: 600 }, jwt: { maxAge: 60 } }, 600],
    ["jwt.maxAge alone", { jwt: { maxAge: 60 } }, 60],
  ])("decides when the session and its cookie end: %s", async (_, config, seconds) => {
    const { ada, expires } = await signInAda({ ...config, clock: Date.now })
    const set = (await ada.signInWith("credentials", ADA)).headers.getSetCookie().join("\n")
    const [, date = ""] = new RegExp(`${COOKIE}=ey[^;]+;.*Expires=([^;]+)`).exec(set) ?? []
    expect(Math.abs(Date.parse(date) - Date.now() - seconds * 1000)).toBeLessThan(3000)
    expect(await expires()).not.toBeNull()
  })

  test("ends the token too", async () => {
    const { later, expires } = await signInAda({ session: { maxAge: 600 }, jwt: { maxAge: 30 * DAY } })
    expect(await expires()).toBe(600)
    later(616)
    expect(await expires()).toBeNull()
  })

  test.each(["jwt", "database"] as const)(
    "keeps an active user signed in (%s), however short it is, even if updateAge is longer",
    async (strategy) => {
      for (const session of [{ maxAge: 8 * HOUR }, { maxAge: DAY, updateAge: DAY }, { maxAge: 60 }]) {
        const { later, expires } = await signInAda({ session }, strategy)
        for (let visit = 0; visit < 20; visit++) {
          later((session.maxAge * 3) / 8)
          expect(await expires()).toBeGreaterThan(0)
        }
      }
    },
  )
})

describe("session.absoluteMaxAge", () => {
  const absolute = { session: { absoluteMaxAge: 30 * DAY } }

  test.each(["jwt", "database"] as const)(
    "applies to sessions (%s) that were opened before it was set",
    async (strategy) => {
      const { later, expires, changed } = await signInAda({}, strategy)
      for (let day = 0; day < 20; day++) {
        later(DAY)
        expect(await expires()).toBe(30 * DAY)
      }
      const capped = changed(absolute)
      expect(await signedInName(capped)).toBe("ada@example.com")
      const session = (await (await capped.get("/session")).json()) as { expires: string } // the shape of the response
      expect(Date.parse(session.expires)).toBe(Date.parse("2026-01-01") + 30 * DAY * 1000)
      later(10 * DAY + 1)
      expect(await signedInName(capped)).toBeNull()
      expect(capped.cookie(COOKIE)).toBeUndefined()
    },
  )

  test.each(["jwt", "database"] as const)("ends a session (%s) at once if it is already older", async (strategy) => {
    const { ada, later, expires, changed, adapter } = await signInAda({}, strategy)
    for (let day = 0; day < 40; day++) {
      later(DAY)
      await expires()
    }
    const signOutPage = async (browser: typeof ada) => (await browser.get("/signout")).text()
    expect(await signOutPage(ada)).toContain("ada@example.com")
    expect(await signOutPage(changed(absolute))).not.toContain("ada@example.com")
    expect(await signedInName(changed(absolute))).toBeNull()
    expect(await adapter.listSessions("1")).toEqual([])
  })

  test("counts from the first token of an Auth.js session that Latchkit reads", async () => {
    const time = { now: Date.now() }
    const name = "__Secure-authjs.session-token"
    const token = await encode({ token: { sub: "1", email: "ada@example.com" }, secret, salt: name })
    const config = { ...authjs(), ...absolute, clock: () => time.now }
    const ada = cookieClient(passwordService(config), new Map([[name, { value: token }]]))
    for (let day = 0; day < 29; day++) {
      time.now += DAY * 1000
      expect(await signedInName(ada)).toBe("ada@example.com")
    }
    time.now += 2 * DAY * 1000
    expect(await signedInName(ada)).toBeNull()
  })

  test("keeps a stored session of unknown age from being extended", async () => {
    const adapter = { ...MemoryAdapter(), keepsSessionDetails: false }
    void adapter.createUser?.(user)
    const { later, expires, changed } = await signInAda({ adapter })
    later(20 * DAY)
    expect(await expires()).toBe(30 * DAY)
    const capped = changed(absolute)
    later(29 * DAY)
    expect(await signedInName(capped)).toBe("ada@example.com")
    later(DAY)
    expect(await signedInName(capped)).toBeNull()
  })
})

describe("an invalid lifetime is a configuration error", () => {
  const wrong: [string, unknown][] = [
    ["0", 0],
    ["NaN", NaN],
    ["-1", -1],
    ["Infinity", Infinity],
    ["1e+300", 1e300],
    ['"30d"', "30d"],
    ['"3600"', "3600"],
  ]
  const settings: [string, (seconds: number) => Partial<AuthConfig>][] = [
    ["`session.maxAge`", (maxAge) => ({ session: { maxAge } })],
    ["`session.absoluteMaxAge`", (absoluteMaxAge) => ({ session: { absoluteMaxAge } })],
    ["`session.updateAge`", (updateAge) => ({ session: { updateAge } })],
    ["`session.remember.shortMaxAge`", (shortMaxAge) => ({ session: { remember: { shortMaxAge } } })],
    ["`jwt.maxAge`", (maxAge) => ({ jwt: { maxAge } })],
    [
      '`maxAge` of the provider "nodemailer"',
      (maxAge) => ({
        adapter: MemoryAdapter(),
        providers: [Nodemailer({ server: "smtp://x", from: "a@b.test", maxAge })],
      }),
    ],
  ]

  test.each(settings.flatMap(([name, config]) => wrong.map(([text, value]) => [name, text, config, value] as const)))(
    "%s set to %s",
    async (name, text, config, value) => {
      const error = vi.fn()
      const auth = passwordService({ ...config(value as number), logger: { error } }) // an app without types can pass this
      const { status } = await cookieClient(auth).get("/session")
      const isAllowed = name === "`session.updateAge`" && value === 0
      expect(status).toBe(isAllowed ? 200 : 500)
      if (!isAllowed) expect(String(error.mock.calls[0]?.[0])).toContain(`${name} is ${text}. Set it to`)
    },
  )

  test.each([0, NaN, -1, Infinity, "30d"])("opens no session if a `lifetime` callback returns %s", async (maxAge) => {
    const error = vi.fn()
    const lifetime = () => ({ maxAge: maxAge as number }) // an app without types can return this
    const ada = cookieClient(passwordService({ callbacks: { lifetime }, logger: { error } }))
    await ada.signInWith("credentials", ADA)
    expect(ada.cookie(COOKIE)).toBeUndefined()
    expect(String(error.mock.calls[0]?.[0])).toContain("`lifetime` callback")
  })

  test("allows fractions of a second", async () => {
    const { expires } = await signInAda({ callbacks: { lifetime: () => ({ maxAge: 90.7 }) } })
    expect(await expires()).toBe(90)
  })
})
