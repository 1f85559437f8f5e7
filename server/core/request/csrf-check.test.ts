import { describe, expect, test, vi } from "vitest"
import { skipCSRFCheck } from "../crypto/csrf-token.ts"
import { ADA, passwordService } from "../../test-kit/password-service.ts"
import { cookieClient, type CookieJarMap } from "../../testing/cookie-client.ts"

const CSRF = "__Host-latchkit.csrf-token"
const SESSION = "__Host-latchkit.session-token"

async function signInAda(config: Parameters<typeof passwordService>[0] = {}) {
  const person = cookieClient(passwordService(config))
  await person.signInWith("credentials", ADA)
  return person
}

const isSignedIn = async (person: ReturnType<typeof cookieClient>) =>
  (await (await person.get("/session")).json()) !== null

describe("the CSRF token", () => {
  test.each(["", "|", "a|", "|b", "a|b", "a|b|c"])("rejects the malformed cookie %j (threat 32)", async (value) => {
    const eve = cookieClient(passwordService(), new Map([[CSRF, { value }]]))
    for (const csrfToken of ["", "a", "b"]) {
      expect((await eve.post("/signout", { csrfToken })).headers.get("location")).toContain("error=MissingCSRF")
      expect(
        (await eve.postJson("/signout", { csrfToken: csrfToken ? [csrfToken] : null })).headers.get("location"),
      ).toContain("MissingCSRF")
    }
  })

  test.each(["/signin", "/signin/credentials", "/callback/credentials", "/signout", "/account"])(
    "is required in each form to %s (threat 32)",
    async (path) => {
      const person = await signInAda()
      const answer = await person.post(path, { ...ADA, change: "revoke-other-sessions" })
      expect(answer.headers.get("location")).toContain("error=MissingCSRF")
      expect(await isSignedIn(person)).toBe(true)
    },
  )

  test("is rejected in the victim's browser if it is the attacker's own pair (threat 33)", async () => {
    const eve = cookieClient(passwordService())
    const csrfToken = await eve.csrfToken()
    const victim = await signInAda()
    victim.jar.set(CSRF, { value: eve.cookie(CSRF)?.value ?? "" })
    await victim.post("/signout", { csrfToken })
    expect(await isSignedIn(victim)).toBe(true)
  })

  test("changes on sign-in and on sign-out, and the old one is rejected (threat 34)", async () => {
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

  test("is the same in every tab", async () => {
    const person = cookieClient(passwordService())
    expect(await person.csrfToken()).toBe(await person.csrfToken())
  })

  test("made with the previous secret is valid until that secret is removed (threat 59)", async () => {
    const old = cookieClient(passwordService({ secret: "o".repeat(32) }))
    const csrfToken = await old.csrfToken()
    const outcome = async (secret: string[]) => {
      const person = cookieClient(passwordService({ secret }), new Map(old.jar) as CookieJarMap)
      return (await person.post("/callback/credentials", { csrfToken, ...ADA })).headers.get("location")
    }
    expect(await outcome(["n".repeat(32), "o".repeat(32)])).toBe("https://app.test/")
    expect(await outcome(["n".repeat(32)])).toContain("MissingCSRF")
  })

  test("isn't issued if the check is off, and the log says so (threat 58)", async () => {
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
])("rejects `skipCSRFCheck` set to %s as a configuration error, and keeps the check on", async (_, value) => {
  const error = vi.fn()
  const config = { skipCSRFCheck: value as typeof skipCSRFCheck, logger: { error } }
  const person = cookieClient(passwordService(config))
  expect((await person.post("/callback/credentials", ADA)).status).toBe(500)
  expect(person.cookie(SESSION)).toBeUndefined()
  expect(String(error.mock.calls[0]?.[0])).toContain("`skipCSRFCheck` is")
})

describe("the origin", () => {
  const FOREIGN: [string, Record<string, string>][] = [
    ["another origin (threat 35)", { origin: "https://evil.test" }],
    ["a null origin (threat 42)", { origin: "null" }],
    ["a sandbox's null origin (threat 42)", { origin: "null", "sec-fetch-site": "cross-site" }],
    ["a cross-site fetch (threat 35)", { "sec-fetch-site": "cross-site" }],
    ["a sibling host's page (threat 41)", { origin: "https://blog.app.test", "sec-fetch-site": "same-site" }],
    ["a sibling host's page without an origin (threat 41)", { "sec-fetch-site": "same-site" }],
    ["the same host on http (threat 35)", { origin: "http://app.test" }],
  ]

  test.each(FOREIGN)("is rejected if it is %s, with the token check on and off", async (_, headers) => {
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
  ])("may be %s", async (_, headers) => {
    const person = cookieClient(passwordService())
    await person.signInWith("credentials", ADA, headers)
    expect(await isSignedIn(person)).toBe(true)
  })
})

test("on http, where browsers don't send Sec-Fetch-Site, the token decides about a page without a referrer", async () => {
  const [url, headers] = ["http://nas.local:8080", { origin: "null" }]
  const person = cookieClient(passwordService({}, { AUTH_URL: url }), new Map(), `${url}/auth`)
  await person.signInWith("credentials", ADA, headers)
  expect(await isSignedIn(person)).toBe(true)
  for (const more of [{}, { "sec-fetch-site": "cross-site" }]) {
    const eve = cookieClient(passwordService({}, { AUTH_URL: url }), new Map(), `${url}/auth`)
    const fields = { csrfToken: "sec-fetch-site" in more ? await eve.csrfToken() : "forged", ...ADA }
    await eve.post("/callback/credentials", fields, { ...headers, ...more })
    expect(await isSignedIn(eve)).toBe(false)
  }
  const open = cookieClient(passwordService({ skipCSRFCheck }, { AUTH_URL: url }), new Map(), `${url}/auth`)
  expect((await open.post("/callback/credentials", ADA, headers)).status).toBe(403)
})

test.each([
  ["https://app.test", "https://www.app.test", 1],
  ["https://www.app.test", "https://app.test", 1],
  ["https://app.test", "https://evil.test", 0],
])(
  "a form at %s that was opened at %s is rejected, with a warning if only `www.` differs (threat 41)",
  async (url, origin, warned) => {
    const warn = vi.fn()
    const person = cookieClient(passwordService({ logger: { warn } }, { AUTH_URL: url }), new Map(), `${url}/auth`)
    for (let turn = 0; turn < 2; turn++)
      expect((await person.signInWith("credentials", ADA, { origin })).status).toBe(403)
    expect(warn.mock.calls.filter(([code]) => code === "other-host")).toHaveLength(warned)
  },
)

test("changes nothing on a GET (threat 38)", async () => {
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

test("signs no user in with credentials in a URL (threat 166)", async () => {
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

test("sets host-only, secure, HttpOnly cookies on https, except the version cookie (threat 44)", async () => {
  const person = await signInAda()
  await person.get("/csrf")
  for (const [name, { httpOnly, secure, sameSite, path }] of person.jar) {
    expect(name.startsWith("__Host-")).toBe(true)
    expect([secure, sameSite, path]).toEqual([true, "lax", "/"])
    expect(httpOnly ?? false).toBe(!name.endsWith("latchkit.version"))
  }
})

test("ignores a session cookie without the prefix on https (threat 46)", async () => {
  const person = await signInAda()
  const value = person.cookie(SESSION)?.value ?? ""
  const victim = cookieClient(passwordService(), new Map([["latchkit.session-token", { value }]]))
  expect(await isSignedIn(victim)).toBe(false)
})

test("ignores a callback cookie that isn't a URL (threat 17)", async () => {
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

test("ignores a callback cookie that another host set (threat 16)", async () => {
  const person = cookieClient(
    passwordService(),
    new Map([["__Host-latchkit.callback-url", { value: "https://evil.test/" }]]),
  )
  const answer = await person.signInWith("credentials", ADA)
  expect(answer.headers.get("location")).toBe("https://app.test/")
})

test("responds to forms with 302 or 303 (threat 28)", async () => {
  const person = cookieClient(passwordService())
  expect([302, 303]).toContain((await person.signInWith("credentials", ADA)).status)
})

test("reports cookie options that browsers reject when the app starts (threat 51)", async () => {
  for (const cookies of [
    { state: { name: "a;b" } },
    { state: { options: { domain: "x\r\nSet-Cookie: a=b" } } },
    { nonce: { options: { path: "/;x" } } },
  ]) {
    const answer = await passwordService({ cookies }).handle(new Request("https://app.test/auth/csrf"))
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([500, []])
  }
})

test("clears every chunk on sign-out with the attributes that it was set with (threat 57)", async () => {
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
