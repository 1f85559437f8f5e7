import { describe, expect, test, vi } from "vitest"
import { skipCSRFCheck } from "../crypto/csrf-token.ts"
import { ADA, passwordService } from "../testing/password-service.ts"
import { cookieClient, type CookieJarMap } from "../testing/cookie-client.ts"

const CSRF = "__Host-latchkit.csrf-token"
const SESSION = "__Host-latchkit.session-token"

async function signInAda(config: Parameters<typeof passwordService>[0] = {}) {
  const person = cookieClient(passwordService(config))
  await person.signInWith("credentials", ADA)
  return person
}

const isSignedIn = async (person: ReturnType<typeof cookieClient>) =>
  (await (await person.get("/session")).json()) !== null

describe("the token", () => {
  test.each(["", "|", "a|", "|b", "a|b", "a|b|c"])("attack 32: the cookie %j vouches for no token", async (value) => {
    const eve = cookieClient(passwordService(), new Map([[CSRF, { value }]]))
    for (const csrfToken of ["", "a", "b"]) {
      expect((await eve.post("/signout", { csrfToken })).headers.get("location")).toContain("error=MissingCSRF")
      expect(
        (await eve.postJson("/signout", { csrfToken: csrfToken ? [csrfToken] : null })).headers.get("location"),
      ).toContain("MissingCSRF")
    }
  })

  test.each(["/signin", "/signin/credentials", "/callback/credentials", "/signout", "/account"])(
    "attack 32: no form is taken at %s without it",
    async (path) => {
      const person = await signInAda()
      const answer = await person.post(path, { ...ADA, change: "revoke-other-sessions" })
      expect(answer.headers.get("location")).toContain("error=MissingCSRF")
      expect(await isSignedIn(person)).toBe(true)
    },
  )

  test("attack 33: an attacker's own pair is worthless in the victim's browser", async () => {
    const eve = cookieClient(passwordService())
    const csrfToken = await eve.csrfToken()
    const victim = await signInAda()
    victim.jar.set(CSRF, { value: eve.cookie(CSRF)?.value ?? "" })
    await victim.post("/signout", { csrfToken })
    expect(await isSignedIn(victim)).toBe(true)
  })

  test("attack 34: it is another one after signing in and after signing out, and the old one is refused", async () => {
    const person = cookieClient(passwordService())
    const before = await person.csrfToken()
    await person.signInWith("credentials", ADA)
    const during = await person.csrfToken()
    expect(during).not.toBe(before)
    await person.post("/signout", { csrfToken: before })
    expect(await isSignedIn(person)).toBe(true)
    await person.post("/signout", { csrfToken: during })
    expect(await isSignedIn(person)).toBe(false)
    expect(await person.csrfToken()).not.toBe(during)
  })

  test("it is the same in every tab", async () => {
    const person = cookieClient(passwordService())
    expect(await person.csrfToken()).toBe(await person.csrfToken())
  })

  test("attack 59: one made under the previous secret holds until that secret is gone", async () => {
    const old = cookieClient(passwordService({ secret: "o".repeat(32) }))
    const csrfToken = await old.csrfToken()
    const outcome = async (secret: string[]) => {
      const person = cookieClient(passwordService({ secret }), new Map(old.jar) as CookieJarMap)
      return (await person.post("/callback/credentials", { csrfToken, ...ADA })).headers.get("location")
    }
    expect(await outcome(["n".repeat(32), "o".repeat(32)])).toBe("https://app.test/")
    expect(await outcome(["n".repeat(32)])).toContain("MissingCSRF")
  })

  test("attack 58: with the check off there is no token to have, and the log says so", async () => {
    const warn = vi.fn()
    const person = cookieClient(passwordService({ skipCSRFCheck, logger: { warn } }))
    const answer = await person.get("/csrf")
    expect([answer.status, await answer.text(), answer.headers.getSetCookie()]).toEqual([404, "", []])
    expect(warn).toHaveBeenCalledWith("csrf-disabled")
  })
})

test.each<[string, unknown]>([
  ["a symbol of the same name", Symbol("skip-csrf-check")],
  ["true", true],
  ["null", null],
])("`skipCSRFCheck` set to %s is a configuration error and turns nothing off", async (_, value) => {
  const error = vi.fn()
  const config = { skipCSRFCheck: value as typeof skipCSRFCheck, logger: { error } }
  const person = cookieClient(passwordService(config))
  expect((await person.post("/callback/credentials", ADA)).status).toBe(500)
  expect(person.cookie(SESSION)).toBeUndefined()
  expect(String(error.mock.calls[0]?.[0])).toContain("`skipCSRFCheck` is")
})

describe("the origin", () => {
  const FOREIGN: [string, Record<string, string>][] = [
    ["attack 35: another origin", { origin: "https://evil.test" }],
    ["attack 42: the origin null", { origin: "null" }],
    ["attack 42: the origin null of a sandbox", { origin: "null", "sec-fetch-site": "cross-site" }],
    ["attack 35: a cross-site fetch", { "sec-fetch-site": "cross-site" }],
    ["attack 41: a sibling's page", { origin: "https://blog.app.test", "sec-fetch-site": "same-site" }],
    ["attack 41: a sibling's page without its origin", { "sec-fetch-site": "same-site" }],
    ["attack 35: the same host on http", { origin: "http://app.test" }],
  ]

  test.each(FOREIGN)("%s is refused, with the token check on and off", async (_, headers) => {
    for (const skip of [undefined, skipCSRFCheck] as const) {
      const person = cookieClient(passwordService({ skipCSRFCheck: skip }))
      const csrfToken = skip ? "" : await person.csrfToken()
      const answer = await person.post("/callback/credentials", { csrfToken, ...ADA }, headers)
      expect([answer.status, person.cookie(SESSION)]).toEqual([403, undefined])
      expect((await person.post("/signout", { csrfToken }, headers)).status).toBe(403)
      expect((await person.postJson("/session", { csrfToken, data: {} }, headers)).status).toBe(403)
      expect((await person.post("/signin", { csrfToken }, headers)).status).toBe(403)
    }
  })

  test.each<[string, Record<string, string>]>([
    ["the site's own page", { origin: "https://app.test", "sec-fetch-site": "same-origin" }],
    ["an own page without a referrer", { origin: "null", "sec-fetch-site": "same-origin" }],
    ["a program that is no browser", {}],
  ])("%s may post", async (_, headers) => {
    const person = cookieClient(passwordService())
    await person.signInWith("credentials", ADA, headers)
    expect(await isSignedIn(person)).toBe(true)
  })
})

test("attack 38: a GET changes nothing", async () => {
  const person = await signInAda()
  for (const path of [
    "/signin/credentials",
    "/signout",
    "/session?data=%7B%7D",
    "/callback/credentials?username=ada&password=lovelace",
  ]) {
    await person.get(path)
  }
  expect(await isSignedIn(person)).toBe(true)
})

test("attack 166: credentials in a URL sign nobody in", async () => {
  const seen: string[] = []
  const authorize = ({ username }: { username?: string }, request: Request) => (
    seen.push(`${username} ${request.url}`),
    null
  )
  const eve = cookieClient(
    passwordService({
      providers: [{ id: "credentials", name: "P", type: "credentials", credentials: { username: {} }, authorize }],
    }),
  )
  await eve.get("/callback/credentials?username=ada")
  expect(eve.cookie(SESSION)).toBeUndefined()
  await eve.post("/callback/credentials?username=ada", { csrfToken: await eve.csrfToken() })
  expect(seen).toEqual(["undefined https://app.test/auth/callback/credentials"])
})

test("attack 44: on https every cookie is for this host, this protocol and no script, the version aside", async () => {
  const person = await signInAda()
  await person.get("/csrf")
  for (const [name, { httpOnly, secure, sameSite, path }] of person.jar) {
    expect(name.startsWith("__Host-")).toBe(true)
    expect([secure, sameSite, path]).toEqual([true, "lax", "/"])
    expect(httpOnly ?? false).toBe(!name.endsWith("latchkit.version"))
  }
})

test("attack 46: a session cookie without the prefix is none on https", async () => {
  const person = await signInAda()
  const value = person.cookie(SESSION)?.value ?? ""
  const victim = cookieClient(passwordService(), new Map([["latchkit.session-token", { value }]]))
  expect(await isSignedIn(victim)).toBe(false)
})

test("attack 17: a callback cookie that is no URL breaks nothing", async () => {
  const person = await signInAda()
  for (const value of ["x", "https://", "//", "http://[::1", "%", "\u0000", "javascript:alert(1)", "x".repeat(5000)]) {
    person.jar.set("__Host-latchkit.callback-url", { value })
    expect(await isSignedIn(person)).toBe(true)
    for (const path of ["/csrf", "/signin", "/signout"]) expect((await person.get(path)).status).toBe(200)
    const out = await person.post("/signout", { csrfToken: await person.csrfToken() })
    expect(out.headers.get("location")).toBe("https://app.test/")
    await person.signInWith("credentials", { ...ADA, callbackUrl: "/" })
  }
})

test("attack 16: a tossed callback cookie leads nowhere else", async () => {
  const person = cookieClient(
    passwordService(),
    new Map([["__Host-latchkit.callback-url", { value: "https://evil.test/" }]]),
  )
  const answer = await person.signInWith("credentials", ADA)
  expect(answer.headers.get("location")).toBe("https://app.test/")
})

test("attack 28: forms are answered with 302 or 303", async () => {
  const person = cookieClient(passwordService())
  expect([302, 303]).toContain((await person.signInWith("credentials", ADA)).status)
})

test("attack 51: what no cookie can hold is a mistake that is found at start", async () => {
  for (const cookies of [
    { state: { name: "a;b" } },
    { state: { options: { domain: "x\r\nSet-Cookie: a=b" } } },
    { nonce: { options: { path: "/;x" } } },
  ]) {
    const answer = await passwordService({ cookies }).handle(new Request("https://app.test/auth/csrf"))
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([500, []])
  }
})

test("attack 57: signing out clears every chunk with the attributes it was set with", async () => {
  const person = await signInAda({
    callbacks: { jwt: ({ token }) => ({ ...token, roles: "r".repeat(6000) }) },
    cookies: { sessionToken: { name: "sid", options: { path: "/app", domain: "app.test" } } },
  })
  expect([...person.jar.keys()].filter((name) => name.startsWith("sid")).length).toBeGreaterThan(1)
  const answer = await person.post("/signout", { csrfToken: await person.csrfToken() })
  const lines = answer.headers.getSetCookie().filter((line) => line.startsWith("sid"))
  expect(
    lines.every((line) => /Max-Age=0/.test(line) && /Path=\/app/.test(line) && /Domain=app\.test/.test(line)),
  ).toBe(true)
  expect([...person.jar.keys()].some((name) => name.startsWith("sid"))).toBe(false)
})
