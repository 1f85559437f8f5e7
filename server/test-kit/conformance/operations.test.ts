// interface.md, "Programmatic operations", and the callbacks signIn and redirect.
import { describe, expect, test, vi } from "vitest"
import type { AuthConfig } from "../../service/config.ts"
import { decode, encode, getToken } from "../../jwt.ts"
import { AccessDenied, AuthError } from "../../errors.ts"
import { errorParam, oauthService, signedInName } from "../oauth-service.ts"
import { ADA, passwordService } from "../password-service.ts"
import { cookieClient } from "../../testing/cookie-client.ts"

const COOKIE = "__Host-latchkit.session-token"
const secret = "s".repeat(32)
const headers = {}
const withCookies = (lines: readonly string[]) => ({
  headers: { cookie: lines.map((line) => line.split(";")[0]).join("; ") },
})

const salt = COOKIE
const site = "https://app.test/auth"
const token = await encode({ token: { sub: "1", aud: site }, secret, salt })
const plain = await encode({ token: { sub: "2", aud: site }, secret, salt: "latchkit.session-token" })

describe("signIn", () => {
  test("leads to the sign-in page without a provider", async () => {
    const { url } = await passwordService().signIn({ headers })
    expect(url).toMatch(/^https:\/\/app\.test\/auth\/signin/)
  })

  test("signs in with a provider and the fields, and returns to the requesting page", async () => {
    const auth = passwordService()
    const referer = "https://app.test/journal?page=2"
    const { url, cookies } = await auth.signIn({ headers: { referer } }, "credentials", { fields: ADA })
    expect(url).toBe(referer)
    expect(await auth.getSession(withCookies(cookies))).toMatchObject({ user: { name: "Ada" } })
  })

  test("redirects to redirectTo on the site", async () => {
    const { url } = await passwordService().signIn({ headers }, "credentials", { fields: ADA, redirectTo: "/home" })
    expect(url).toBe("https://app.test/home")
  })

  test.each([
    ["a string", "prompt=login"],
    ["a record", { prompt: "login" }],
    ["URLSearchParams", new URLSearchParams({ prompt: "login" })],
    ["pairs", [["prompt", "login"]] as [string, string][]],
  ])("adds authorizationParams as %s to the authorization request", async (_, authorizationParams) => {
    const { auth } = await oauthService()
    const { url } = await auth.signIn({ headers }, "acme", { authorizationParams })
    expect(new URL(url).searchParams.get("prompt")).toBe("login")
  })

  test("throws an AuthError on failure", async () => {
    const failing = passwordService().signIn({ headers }, "credentials", { fields: { ...ADA, password: "no" } })
    await expect(failing).rejects.toBeInstanceOf(AuthError)
    await expect(failing).rejects.toMatchObject({ type: "CredentialsSignin", code: "credentials" })
  })
})

test("signOut ends the session and returns the redirect URL", async () => {
  const auth = passwordService()
  const { cookies } = await auth.signIn({ headers }, "credentials", { fields: ADA })
  const left = await auth.signOut(withCookies(cookies), { redirectTo: "/bye" })
  expect(left.url).toBe("https://app.test/bye")
  expect(left.cookies.some((line) => line.startsWith(`${COOKIE}=;`))).toBe(true)
})

test("update returns the session as the callbacks changed it, or null", async () => {
  const auth = passwordService({
    callbacks: {
      jwt: ({ token, trigger, session }) => (trigger === "update" ? { ...token, name: String(session) } : token),
    },
  })
  const { cookies } = await auth.signIn({ headers }, "credentials", { fields: ADA })
  const updated = await auth.updateSession(withCookies(cookies), "Countess")
  expect(updated.session).toMatchObject({ user: { name: "Countess" } })
  expect(await auth.getSession(withCookies(updated.cookies))).toMatchObject({ user: { name: "Countess" } })
  expect((await auth.updateSession({ headers }, "x")).session).toBeNull()
})

describe("getToken, encode, decode", () => {
  test("encode seals what decode opens, for 30 days by default", async () => {
    const sealed = await encode({ token: { sub: "1", role: "countess" }, secret, salt })
    const claims = await decode({ token: sealed, secret, salt })
    expect(claims).toMatchObject({ sub: "1", role: "countess" })
    expect((claims?.exp ?? 0) - (claims?.iat ?? 0)).toBe(30 * 86_400)
  })

  test("decode opens with any of several secrets, and returns null without a token", async () => {
    const sealed = await encode({ token: { sub: "1" }, secret, salt, maxAge: 60 })
    expect(await decode({ token: sealed, secret: ["n".repeat(32), secret], salt })).toMatchObject({ sub: "1" })
    expect(await decode({ secret, salt })).toBeNull()
  })

  test.each([
    ["the secure cookie", { headers: { cookie: `${COOKIE}=${token}` } }, { secureCookie: true }, { sub: "1" }],
    [
      "the plain cookie",
      { headers: { cookie: `latchkit.session-token=${plain}` } },
      { secureCookie: false },
      { sub: "2" },
    ],
    ["the Authorization header", { headers: { authorization: `Bearer ${token}` } }, { bearer: true }, { sub: "1" }],
    ["a cookie of another name", { headers: { cookie: `own=${token}` } }, { cookieName: "own", salt }, { sub: "1" }],
    ["nothing", { headers: {} }, {}, null],
  ])("getToken reads %s", async (_, req, options, expected) => {
    const found = await getToken({ req, secret, site, ...options })
    if (expected) expect(found).toMatchObject(expected)
    else expect(found).toBeNull()
  })

  test("raw returns the token itself", async () => {
    const req = new Request("https://app.test", { headers: { cookie: `${COOKIE}=${token}` } })
    expect(await getToken({ req, secret, secureCookie: true, raw: true })).toBe(token)
  })

  test("jwt.encode and jwt.decode of the app replace Latchkit's own", async () => {
    const ada = cookieClient(
      passwordService({
        jwt: {
          encode: ({ token }) => btoa(JSON.stringify({ ...token, exp: 9_999_999_999, iat: 1 })),
          decode: ({ token }) => JSON.parse(atob(token ?? "")) as Record<string, unknown>,
        },
      }),
    )
    await ada.signInWith("credentials", ADA)
    expect(JSON.parse(atob(ada.cookie(COOKIE)?.value ?? ""))).toMatchObject({ name: "Ada" })
    expect(await signedInName(ada)).toBe("ada@example.com")
  })
})

describe("the signIn callback", () => {
  const enter = async (signIn: () => boolean | string) => {
    const ada = cookieClient(passwordService({ callbacks: { signIn } }))
    const answer = await ada.signInWith("credentials", { ...ADA, callbackUrl: "/home" })
    return { location: answer.headers.get("location"), who: await signedInName(ada) }
  }

  test("continues the flow if it returns true", async () => {
    expect(await enter(() => true)).toEqual({ location: "https://app.test/home", who: "ada@example.com" })
  })
  test("leads to the error page if it returns false", async () => {
    expect(await enter(() => false)).toEqual({ location: "https://app.test/auth/error?error=AccessDenied", who: null })
  })
  test("redirects to the string that it returns", async () => {
    expect(await enter(() => "/suspended")).toEqual({ location: "https://app.test/suspended", who: null })
  })
  test("causes AccessDenied if it throws, and the log contains the original message", async () => {
    const error = vi.fn()
    const signIn = () => {
      throw new Error("the ledger is closed")
    }
    const ada = cookieClient(passwordService({ callbacks: { signIn }, logger: { error } }))
    const answer = await ada.signInWith("credentials", ADA)
    expect(errorParam(answer)).toBe("AccessDenied")
    const [logged] = error.mock.calls[0] ?? []
    expect(logged).toBeInstanceOf(AccessDenied)
    expect(logged.message).toContain("the ledger is closed")
  })

  test("receives user, account and credentials", async () => {
    const signIn = vi.fn(() => true)
    await cookieClient(passwordService({ callbacks: { signIn } })).signInWith("credentials", ADA)
    expect(signIn).toHaveBeenCalledWith({
      user: { id: "1", name: "Ada", email: "ada@example.com" },
      account: { provider: "credentials", providerAccountId: "1", type: "credentials" },
      credentials: ADA,
    })
  })
})

test("the redirect callback decides which callback URLs are allowed", async () => {
  const redirect = vi.fn(({ url, baseUrl }) => (url.startsWith("https://partner.test/") ? url : baseUrl))
  const enter = async (callbackUrl: string, config: Partial<AuthConfig>) =>
    (await cookieClient(passwordService(config)).signInWith("credentials", { ...ADA, callbackUrl })).headers.get(
      "location",
    )
  expect(await enter("https://partner.test/x", {})).toBe("https://app.test/")
  expect(await enter("https://partner.test/x", { callbacks: { redirect } })).toBe("https://partner.test/x")
  expect(redirect).toHaveBeenCalledWith({ url: "https://partner.test/x", baseUrl: "https://app.test" })
})
