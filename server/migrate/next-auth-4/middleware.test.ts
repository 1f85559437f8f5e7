import { NextRequest, NextResponse, type NextFetchEvent } from "next/server.js"
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import { jwt4 } from "../fixtures/next-auth-4-installation.ts"
import withAuth, { type NextAuthMiddlewareOptions, type NextRequestWithAuth } from "./middleware.ts"

const secret = "s".repeat(32)
const event = {} as NextFetchEvent // `withAuth` reads nothing of it

beforeEach(() => {
  vi.stubEnv("NEXTAUTH_URL", "https://app.test")
  vi.stubEnv("NEXTAUTH_SECRET", secret)
})
afterEach(() => void vi.unstubAllEnvs())

async function createRequest(path: string, claims?: object, name = "__Secure-next-auth.session-token") {
  const cookie = claims ? `${name}=${await jwt4.encode({ token: claims, secret })}` : ""
  return new NextRequest(`https://app.test${path}`, { headers: { cookie } }) as NextRequestWithAuth // `withAuth` adds `nextauth`
}
const redirectLocation = (response: unknown) =>
  response instanceof Response ? response.headers.get("location") : response
const runMiddleware = async (options: NextAuthMiddlewareOptions, path: string, claims?: object) =>
  redirectLocation(await withAuth(options)(await createRequest(path, claims), event))

const signInUrl = (path: string) => `https://app.test/api/auth/signin?callbackUrl=${encodeURIComponent(path)}`

describe("withAuth", () => {
  test("allows a user with a token of next-auth 4, and redirects others to the sign-in page", async () => {
    expect(
      redirectLocation(await withAuth(await createRequest("/members?page=2", { sub: "1" }), event)),
    ).toBeUndefined()
    expect(redirectLocation(await withAuth(await createRequest("/members?page=2"), event))).toBe(
      signInUrl("/members?page=2"),
    )
    expect(await runMiddleware({}, "/members")).toBe(signInUrl("/members"))
  })

  test("needs no `URL.parse`, which the Edge runtime of Next 13 lacks", async () => {
    vi.spyOn(URL, "parse").mockImplementation(() => expect.fail("called"))
    expect(await runMiddleware({}, "/members")).toBe(signInUrl("/members"))
    expect(await runMiddleware({}, "/members", { sub: "1" })).toBeUndefined()
    vi.restoreAllMocks()
  })

  test("calls `authorized`, and allows the user if the result is truthy", async () => {
    const options: NextAuthMiddlewareOptions = { callbacks: { authorized: ({ token }) => token?.["role"] === "admin" } }
    expect(await runMiddleware(options, "/admin", { sub: "1", role: "admin" })).toBeUndefined()
    expect(await runMiddleware(options, "/admin", { sub: "2", role: "guest" })).toBe(signInUrl("/admin"))
  })

  test("runs the wrapped middleware with the token", async () => {
    const wrapped = withAuth((request) => NextResponse.json(request.nextauth.token?.["role"]))
    const response = await wrapped(await createRequest("/admin", { sub: "1", role: "admin" }), event)
    expect(response instanceof Response && (await response.json())).toBe("admin")
    expect(redirectLocation(await wrapped(await createRequest("/admin"), event))).toBe(signInUrl("/admin"))
  })

  test("uses the app's own sign-in page, cookie name and `decode`", async () => {
    expect(await runMiddleware({ pages: { signIn: "/login" } }, "/members")).toBe(
      "https://app.test/login?callbackUrl=%2Fmembers",
    )
    expect(await runMiddleware({ pages: { signIn: "/login" } }, "/login")).toBeUndefined()
    const named = await createRequest("/members", { sub: "1" }, "session")
    expect(await withAuth({ cookies: { sessionToken: { name: "session" } } })(named, event)).toBeUndefined()
    const decode = vi.fn(async () => ({ sub: "1" }))
    expect(await withAuth({ jwt: { decode } })(await createRequest("/members", { sub: "1" }), event)).toBeUndefined()
    expect(decode).toHaveBeenCalledWith({ token: expect.any(String), secret })
  })

  test.each(["/api/auth/signin", "/api/auth", "/_next/static/x.js", "/favicon.ico"])(
    "requires no session at %s",
    async (path) => {
      expect(await runMiddleware({}, path)).toBeUndefined()
    },
  )

  test.each(["/api/auth-admin", "/api/authors", "/favicon.ico-of/members", "/_nextdoor"])(
    "protects %s, which only starts like a public path (threat 295)",
    async (path) => {
      expect(await runMiddleware({}, path)).toBe(signInUrl(path))
    },
  )

  test.each<[string, object | undefined, string]>([
    ["another secret", { sub: "1" }, "e".repeat(32)],
    ["no token", undefined, secret],
  ])("denies a request with %s (threat 208)", async (_, claims, sealed) => {
    vi.stubEnv("NEXTAUTH_SECRET", sealed)
    expect(await runMiddleware({}, "/members", claims)).toBe(signInUrl("/members"))
  })

  test("redirects to the error page if there is no secret", async () => {
    vi.stubEnv("NEXTAUTH_SECRET", "")
    const log = vi.spyOn(console, "error").mockReturnValue(undefined)
    expect(await runMiddleware({}, "/members", { sub: "1" })).toBe(
      "https://app.test/api/auth/error?error=Configuration",
    )
    expect(String(log.mock.calls[0])).toContain("NEXTAUTH_SECRET")
    log.mockRestore()
  })
})
