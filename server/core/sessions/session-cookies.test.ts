import { encode } from "@auth/core/jwt"
import { beforeEach, describe, expect, test } from "vitest"
import type { AuthConfig } from "../../service/config.ts"
import { authjs } from "../../migrate/authjs/index.ts"
import type { VerificationRequest } from "../../providers/types.ts"
import { softAuthenticator } from "../../test-kit/authenticator.ts"
import { errorParam, oauthService, signedInName, type Browser } from "../../test-kit/oauth-service.ts"
import { ADA, passkeyService } from "../../test-kit/passkey-service.ts"
import { passwordService } from "../../test-kit/password-service.ts"
import { cookieClient } from "../../testing/cookie-client.ts"

const SESSION = "__Host-latchkit.session-token"
const HOUR = 3_600_000
const DAY = 24 * HOUR
const TOLERANCE = 15_000 // for clocks that differ, if a token says when it ends
const MONTH = 30 * DAY
const time = { now: Date.UTC(2026, 0, 1) }
const strategies = ["jwt", "database"] as const

/** Creates an auth instance with every kind of provider, and a user that each of them knows. */
async function createService(config: Parameters<typeof passkeyService>[0] = {}) {
  const mails: VerificationRequest[] = []
  const sendVerificationRequest = (mail: VerificationRequest): void => void mails.push(mail)
  const known = { id: "" }
  const password = {
    id: "credentials",
    name: "Password",
    type: "credentials",
    credentials: { password: { type: "password" } },
    authorize: ({ password }: { password?: string }) =>
      password === "lovelace" ? { id: known.id, email: ADA.email, name: "Ada" } : null,
  } as const
  const mail = { id: "email", name: "Email", type: "email", sendsCode: true, sendVerificationRequest } as const
  const service = await passkeyService({ clock: () => time.now, providers: [password, mail], ...config })
  known.id = (await service.adapter.createUser({ ...ADA, id: "ada", emailVerified: new Date(1), image: null })).id
  await service.adapter.linkAccount({ provider: "acme", providerAccountId: "ada", type: "oidc", userId: known.id })
  return { ...service, newest: () => mails.at(-1) ?? expect.fail("no mail was sent") }
}

type Service = Awaited<ReturnType<typeof createService>>

const isSession = (line: string) => /session-token(?:\.\d+)?=[^;]/.test(line)

/** Returns when the session cookie of a response ends: "with the browser", a day, or null if there is no cookie. */
function cookieExpiry(answer: Response): string | number | null {
  const lines = answer.headers.getSetCookie().filter(isSession)
  if (lines.length === 0) return null
  const ends = lines.map((line) => /; Max-Age=|; Expires=([^;]+)/.exec(line))
  if (ends.every((end) => end === null)) return "with the browser"
  return Math.round((new Date(ends[0]?.[1] ?? NaN).getTime() - time.now) / DAY)
}

/** Signs in with each kind of provider, with a form that contains `choice`. */
const SIGN_IN_METHODS: Record<
  string,
  (world: Service, browser: Browser, choice: Record<string, string>) => Promise<Response>
> = {
  "an OpenID provider": ({ enter }, browser, choice) => enter(browser, ADA, choice),
  "a password": (_, browser, choice) => browser.signInWith("credentials", { password: "lovelace", ...choice }),
  "a mailed link": async ({ newest }, browser, choice) => {
    await browser.post("/signin/email", { csrfToken: await browser.csrfToken(), email: ADA.email, ...choice })
    return browser.get(newest().url)
  },
  "a mailed link in another browser": async ({ newest, auth }, browser, choice) => {
    await browser.post("/signin/email", { csrfToken: await browser.csrfToken(), email: ADA.email, ...choice })
    const other = cookieClient(auth, browser.jar)
    browser.jar.clear()
    const fields = Object.fromEntries(new URL(newest().url).searchParams)
    return other.post("/callback/email", { csrfToken: await other.csrfToken(), ...fields })
  },
  "a mailed code": async ({ newest }, browser, choice) => {
    await browser.post("/signin/email", { csrfToken: await browser.csrfToken(), email: ADA.email, ...choice })
    return browser.post("/callback/email", { csrfToken: await browser.csrfToken(), code: newest().code ?? "" })
  },
  "a passkey": async (service, browser, choice) => {
    const phone = softAuthenticator()
    const before = service.browser()
    await service.enter(before, ADA)
    await service.register(before, phone)
    const data = phone.get(await service.ask(browser, "authenticate"))
    return service.post(browser, "authenticate", data, choice)
  },
}

const UNCHECKED = { asked: "remember" }
const CHECKED = { ...UNCHECKED, remember: "yes" }
const BROWSER_SESSION = "with the browser"

beforeEach(() => {
  time.now = Date.UTC(2026, 0, 1)
})

describe.each(strategies)("with %s sessions", (strategy) => {
  const asking = (more: Parameters<typeof createService>[0] = {}) =>
    createService({ session: { strategy, remember: true }, ...more })

  test.each(Object.entries(SIGN_IN_METHODS))(
    "a checked box keeps the user signed in by %s, and an empty one until the browser closes",
    async (_, enter) => {
      const service = await asking()
      for (const [choice, end] of [
        [CHECKED, 30],
        [UNCHECKED, BROWSER_SESSION],
        [{}, BROWSER_SESSION],
      ] as const) {
        const browser = service.browser()
        const answer = await enter(service, browser, choice)
        expect([errorParam(answer), cookieExpiry(answer)]).toEqual([null, end])
        expect(await signedInName(browser)).toBe(ADA.email)
      }
    },
  )

  test("keeps a short session short however often it is extended, and ends it like one (threat 324)", async () => {
    const service = await asking()
    const browser = service.browser()
    await service.enter(browser, ADA, UNCHECKED)
    const opened = time.now
    while (time.now < opened + MONTH - 12 * HOUR) {
      time.now += 12 * HOUR
      const answer = await browser.get("/session")
      const session = (await answer.clone().json()) as { expires: string } | null // the shape of the response
      expect([BROWSER_SESSION, null]).toContain(cookieExpiry(answer))
      expect(new Date(session?.expires ?? NaN).getTime()).toBe(Math.min(time.now + DAY, opened + MONTH))
    }
    time.now = opened + MONTH + TOLERANCE
    expect(await signedInName(browser)).toBeNull()
  })

  test("ends a short session after a day without use, even if the browser restores it", async () => {
    const service = await asking()
    const browser = service.browser()
    await service.enter(browser, ADA, UNCHECKED)
    time.now += DAY + TOLERANCE
    expect(await signedInName(browser)).toBeNull()
  })

  test("takes the length and the default choice from the app's configuration", async () => {
    const service = await asking({ session: { strategy, remember: { shortMaxAge: 3600, checked: true } } })
    const browser = service.browser()
    expect(cookieExpiry(await service.enter(browser, ADA))).toBe(30)
    const other = service.browser()
    expect(cookieExpiry(await service.enter(other, ADA, UNCHECKED))).toBe(BROWSER_SESSION)
    time.now += HOUR + TOLERANCE
    expect(await signedInName(other)).toBeNull()
    expect(await signedInName(browser)).toBe(ADA.email)
  })

  test("doesn't extend a session by what a client sends with `update` (threat 325)", async () => {
    const jwt = ({ token, session }: { token: object; session?: unknown }) => ({ ...token, ...(session as object) })
    const service = await asking({ callbacks: { jwt } })
    const browser = service.browser()
    await service.enter(browser, ADA, UNCHECKED)
    const data = { session_max_age: 1e9, browser_session: false, auth_time: 4e9, iat: 4e9 }
    const answer = await browser.postJson("/session", { csrfToken: await browser.csrfToken(), data })
    expect(["with the browser", null]).toContain(cookieExpiry(answer))
    time.now += 12 * HOUR
    expect(cookieExpiry(await browser.get("/session"))).toBe(BROWSER_SESSION)
    time.now += DAY + TOLERANCE
    expect(await signedInName(browser)).toBeNull()
  })

  test("doesn't extend a session if a callback creates its token again (threat 326)", async () => {
    const jwt = ({ token }: { token: { sub?: string | undefined } }) => ({ sub: token.sub ?? "", email: ADA.email })
    const service = await asking({ callbacks: { jwt }, session: { strategy, remember: true, updateAge: 0 } })
    const browser = service.browser()
    await service.enter(browser, ADA, UNCHECKED)
    time.now += HOUR
    expect(cookieExpiry(await browser.get("/session"))).toBe(BROWSER_SESSION)
    time.now += DAY + TOLERANCE
    expect(await signedInName(browser)).toBeNull()
  })

  test("ignores a choice that is forged in the provider's redirect (threat 327)", async () => {
    const service = await asking()
    const browser = service.browser()
    const answer = await browser.post("/signin/acme", { csrfToken: await browser.csrfToken(), ...UNCHECKED })
    const back = `/callback/acme?${service.issuer.authorize(answer.headers.get("location") ?? "", ADA)}&remember=yes`
    browser.jar.set("__Host-latchkit.remember", { value: "yes" })
    expect(cookieExpiry(await browser.get(back))).toBe(BROWSER_SESSION)
  })

  test("doesn't extend a session by linking an account (threat 328)", async () => {
    const service = await asking({ session: { strategy, remember: { checked: true } } })
    const browser = service.browser()
    await browser.signInWith("credentials", { password: "lovelace", ...UNCHECKED })
    expect(cookieExpiry(await service.enter(browser, ADA))).toBe(BROWSER_SESSION)
    time.now += DAY + TOLERANCE
    expect(await signedInName(browser)).toBeNull()
  })

  test("doesn't let a magic link requested without the box become one with it (threat 329)", async () => {
    const service = await asking()
    const browser = service.browser()
    await browser.post("/signin/email", { csrfToken: await browser.csrfToken(), email: ADA.email, ...UNCHECKED })
    const link = new URL(service.newest().url)
    for (const token of [`${link.searchParams.get("token")}\nnot remembered`, `${link.searchParams.get("token")}\n`]) {
      const fields = { ...Object.fromEntries(link.searchParams), token }
      const answer = await browser.post("/callback/email", { csrfToken: await browser.csrfToken(), ...fields })
      expect([errorParam(answer), cookieExpiry(answer)]).toEqual(["Verification", null])
    }
    expect(cookieExpiry(await browser.get(`${link.href}&remember=yes`))).toBe(BROWSER_SESSION)
  })

  test("keeps the choice of earlier requests after the app removes the checkbox", async () => {
    const service = await asking()
    const browser = service.browser()
    await browser.post("/signin/email", { csrfToken: await browser.csrfToken(), email: ADA.email, ...UNCHECKED })
    const later = await createService({ session: { strategy }, adapter: service.adapter })
    expect(cookieExpiry(await cookieClient(later.auth, browser.jar).get(service.newest().url))).toBe(BROWSER_SESSION)
    expect(await signedInName(cookieClient(later.auth, browser.jar))).toBe(ADA.email)
  })

  test("sends another email with the choice of the first one", async () => {
    const service = await asking()
    const browser = service.browser()
    for (const choice of [CHECKED, {}])
      await browser.post("/signin/email", { csrfToken: await browser.csrfToken(), email: ADA.email, ...choice })
    expect(cookieExpiry(await browser.get(service.newest().url))).toBe(30)
  })

  test("lets the app decide at each sign-in, with or without the box", async () => {
    const seen: unknown[] = []
    const lifetime: NonNullable<AuthConfig["callbacks"]>["lifetime"] = ({ user, account, remember }) => {
      seen.push([user.email, account.provider, remember])
      return account.provider === "acme" ? { maxAge: 2 * 24 * 3600 } : { remember: false, maxAge: 3600 }
    }
    const service = await asking({ callbacks: { lifetime } })
    const browser = service.browser()
    expect(cookieExpiry(await service.enter(browser, ADA, CHECKED))).toBe(2)
    time.now += DAY
    expect(cookieExpiry(await browser.get("/session"))).toBe(2)
    const other = service.browser()
    expect(cookieExpiry(await other.signInWith("credentials", { password: "lovelace", ...CHECKED }))).toBe(
      BROWSER_SESSION,
    )
    time.now += HOUR + TOLERANCE
    expect(await signedInName(other)).toBeNull()
    expect(seen).toEqual([
      [ADA.email, "acme", true],
      [ADA.email, "credentials", true],
    ])
    const without = await createService({ session: { strategy }, callbacks: { lifetime: () => ({ remember: false }) } })
    expect(cookieExpiry(await without.enter(without.browser(), ADA, CHECKED))).toBe(BROWSER_SESSION)
  })

  test.each([0, -1, NaN, Infinity])("rejects a lifetime of %s seconds", async (maxAge) => {
    const service = await asking({ callbacks: { lifetime: () => ({ maxAge }) } })
    const answer = await service.enter(service.browser(), ADA)
    expect([cookieExpiry(answer), errorParam(answer)]).toEqual([null, "Configuration"])
  })

  test.each<[unknown]>([[{ remember: "false" }], [{ remember: 0 }], [{ maxAge: "60" }], [60], ["1h"], [null]])(
    "rejects %j instead of a lifetime",
    async (returned) => {
      const service = await asking({ callbacks: { lifetime: () => returned as { maxAge: number } } })
      const answer = await service.enter(service.browser(), ADA)
      expect([cookieExpiry(answer), errorParam(answer)]).toEqual([null, "Configuration"])
    },
  )

  test("changes nothing if the form has no checkbox", async () => {
    const service = await createService({ session: { strategy } })
    const browser = service.browser()
    expect(cookieExpiry(await service.enter(browser, ADA, { ...UNCHECKED, remember: "no" }))).toBe(30)
    expect(browser.cookie(SESSION)?.value).not.toMatch(/~\w{1,9}~/)
    expect([...browser.jar.keys()]).not.toContain("__Host-latchkit.remember")
    expect(await (await service.browser().get("/signin")).text()).not.toContain("remember")
  })
})

test("doesn't let a user remove the terms from a stored session's token (threat 330)", async () => {
  const service = await createService({ session: { strategy: "database", remember: true } })
  const browser = service.browser()
  await service.enter(browser, ADA, UNCHECKED)
  const token = browser.cookie(SESSION)?.value ?? ""
  expect(token).toMatch(/~b~\w+-f$/)
  for (const forged of [token.replace(/~b~/, "~"), token.replace(/~[^~]+~b~/, "~zzzzzz~"), token.replace(/~.*/, "")]) {
    const other = service.browser(new Map([[SESSION, { value: forged }]]))
    expect(await signedInName(other)).toBeNull()
  }
  expect(await signedInName(browser)).toBe(ADA.email)
})

test("ends all cookies of a session with the browser if it takes several", async () => {
  const jwt = ({ token }: { token: object }) => ({ ...token, note: "x".repeat(6000) })
  const service = await createService({
    session: { strategy: "jwt", remember: true, updateAge: 0 },
    callbacks: { jwt },
  })
  const browser = service.browser()
  const opened = await service.enter(browser, ADA, UNCHECKED)
  expect(opened.headers.getSetCookie().filter(isSession).length).toBeGreaterThan(1)
  expect(cookieExpiry(opened)).toBe(BROWSER_SESSION)
  time.now += HOUR
  expect(cookieExpiry(await browser.get("/session"))).toBe(BROWSER_SESSION)
})

test("keeps a short session open and short after the secret is rotated", async () => {
  const [older, newer] = ["o".repeat(32), "n".repeat(32)]
  const session = { remember: true, updateAge: 0 }
  const before = cookieClient(passwordService({ secret: older, session, clock: () => time.now }))
  await before.signInWith("credentials", { username: "ada", password: "lovelace", ...UNCHECKED })
  const rotated = cookieClient(passwordService({ secret: [newer, older], session, clock: () => time.now }), before.jar)
  time.now += HOUR
  expect(cookieExpiry(await rotated.get("/session"))).toBe(BROWSER_SESSION)
})

test.each([undefined, "latchkit"] as const)("works beside Auth.js too, sealed by %s", async (seal) => {
  const session = { remember: true, updateAge: 0 }
  const auth = passwordService({ ...authjs(seal && { seal }), session, clock: () => time.now })
  const browser = cookieClient(auth)
  const entered = await browser.signInWith("credentials", { username: "ada", password: "lovelace", ...UNCHECKED })
  expect(cookieExpiry(entered)).toBe(BROWSER_SESSION)
  time.now += HOUR
  expect(cookieExpiry(await browser.get("/session"))).toBe(BROWSER_SESSION)
})

test("keeps the length of tokens from Auth.js and from older versions", async () => {
  const auth = passwordService({ ...authjs(), session: { remember: true, updateAge: 0 } })
  const browser = cookieClient(auth)
  const name = "__Secure-authjs.session-token"
  const token = { sub: "1", name: "Ada", email: "ada@example.com" }
  browser.jar.set(name, { value: await encode({ token, secret: "s".repeat(32), salt: name }) })
  time.now = Date.now()
  expect(cookieExpiry(await browser.get("/session"))).toBe(30)
})

test("leaves nothing on a shared computer that tells how the user signed in", async () => {
  const service = await createService({ session: { strategy: "database", remember: true } })
  const browser = service.browser()
  const left = (await service.enter(browser, ADA, UNCHECKED)).headers.getSetCookie()
  expect(left.filter((line) => /Max-Age=\d{5}|Expires/.test(line)).map((line) => line.split("=")[0])).toEqual([
    "__Host-latchkit.version",
  ])
})

test("ends the cookie for the provider's sign-out with the browser too", async () => {
  const service = await oauthService({ session: { remember: true } }, { endSession: true })
  const findMarkerCookie = async (choice: Record<string, string>) =>
    (await service.enter(service.browser(), ADA, choice)).headers.getSetCookie().find((line) => /opened-by=/.test(line))
  expect(await findMarkerCookie(UNCHECKED)).not.toMatch(/Max-Age|Expires/)
  expect(await findMarkerCookie(CHECKED)).toMatch(/Max-Age/)
})

test("keeps the checkbox as it was if the password was wrong", async () => {
  const service = await createService({ session: { strategy: "database", remember: { checked: true } } })
  const browser = service.browser()
  const box = async () => / checked=""/.test(await (await browser.get("/signin")).text())
  expect(await box()).toBe(true)
  await browser.signInWith("credentials", { password: "wrong", ...UNCHECKED })
  expect(await box()).toBe(false)
  await browser.signInWith("credentials", { password: "wrong", ...CHECKED })
  expect(await box()).toBe(true)
})

test("accepts the choice from the app's code and from JSON", async () => {
  const service = await createService({ session: { strategy: "jwt", remember: true } })
  const request = { headers: {}, url: "https://app.test/login" }
  const options = { fields: { password: "lovelace" } }
  const of = async (remember: boolean) =>
    (await service.auth.signIn(request, "credentials", { ...options, remember })).cookies.find(isSession)
  expect(await of(true)).toContain("Expires=")
  expect(await of(false)).not.toMatch(/Expires=|Max-Age=/)
  const browser = service.browser()
  const body = { csrfToken: await browser.csrfToken(), password: "lovelace", remember: true }
  expect(cookieExpiry(await browser.postJson("/callback/credentials", body))).toBe(30)
})

test.each<[unknown]>([[{ toString: null }], [[]], [{}]])(
  "takes the choice %j of a script for an empty checkbox",
  async (remember) => {
    const service = await createService({ session: { strategy: "jwt", remember: true } })
    const browser = service.browser()
    const body = { csrfToken: await browser.csrfToken(), username: "ada", password: "lovelace", remember }
    const response = await browser.postJson("/callback/credentials", body)
    expect([response.status, response.headers.get("location")]).toEqual([302, "https://app.test/"])
  },
)
