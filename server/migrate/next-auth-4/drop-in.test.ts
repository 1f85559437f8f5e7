import { IncomingMessage, ServerResponse } from "node:http"
import { Socket } from "node:net"
import type { NextApiRequest, NextApiResponse } from "next"
import { NextRequest } from "next/server.js"
import { afterEach, beforeEach, describe, expect, expectTypeOf, test, vi } from "vitest"
import { signedInName } from "../../test-kit/oauth-service.ts"
import { ADA } from "../../test-kit/password-service.ts"
import { cookieClient } from "../../testing/cookie-client.ts"
import { nextAuth4Installation } from "../fixtures/next-auth-4-installation.ts"
import { Credentials } from "./credentials.ts"
import NextAuth, { getServerSession, type NextAuthHandler, type NextAuthOptions, type Session } from "./index.ts"

const BASE = "https://app.test/api/auth"
const secret = "s".repeat(32)
const silent = { error: () => undefined, warn: () => undefined, debug: () => undefined }

beforeEach(() => void vi.stubEnv("NEXTAUTH_URL", "https://app.test"))
afterEach(() => void vi.unstubAllEnvs())

const password = Credentials({
  name: "Password",
  credentials: { username: { label: "Name" }, password: { label: "Password", type: "password" } },
  authorize: (credentials) =>
    credentials?.username === ADA.username && credentials.password === ADA.password
      ? { id: "1", name: "Ada", email: "ada@example.com" }
      : null,
})
const optionsWith = (more: Partial<NextAuthOptions> = {}): NextAuthOptions => ({
  providers: [password],
  secret,
  logger: silent,
  ...more,
})

/**
 * Creates a request and a response as Next passes them to an API route, and a function that returns the written
 * response.
 */
async function createNodePair(request: Request, nextauth: string[]) {
  const req = Object.assign(new IncomingMessage(new Socket()), { method: request.method, url: request.url })
  for (const [name, value] of request.headers) {
    req.headers[name] = value
    req.rawHeaders.push(name, value)
  }
  const form = request.method === "POST" ? await request.text() : undefined
  const isJson = request.headers.get("content-type")?.includes("json")
  const query = { ...Object.fromEntries(new URL(request.url).searchParams), nextauth }
  const body: unknown = form && (isJson ? JSON.parse(form) : Object.fromEntries(new URLSearchParams(form)))
  const res = new ServerResponse(req)
  const written: { body: string | null } = { body: null }
  const api = Object.assign(res, {
    status: (code: number) => ((res.statusCode = code), api),
    end: (text?: string) => void (written.body = text ?? null),
  })
  const response = () => {
    const headers = new Headers()
    for (const [name, value] of Object.entries(res.getHeaders())) {
      for (const line of [value ?? []].flat()) headers.append(name, String(line))
    }
    return new Response(written.body, { status: res.statusCode, headers })
  }
  return {
    req: Object.assign(req, { query, body, cookies: {} }) as unknown as NextApiRequest, // Next extends it like this
    res: api as unknown as NextApiResponse, // Next extends it like this
    response,
  }
}

const actionPath = (request: Request) => new URL(request.url).pathname.slice("/api/auth/".length).split("/")

/** The ways to mount the handler that next-auth 4 documents. */
const MOUNTS: Record<string, (options: NextAuthOptions) => (request: Request) => Promise<Response>> = {
  "an API route": (options) => {
    const handler = NextAuth(options)
    return async (request) => {
      const { req, res, response } = await createNodePair(request, actionPath(request))
      await handler(req, res)
      return response()
    }
  },
  "an API route with options of its own for each request": (options) => async (request) => {
    const { req, res, response } = await createNodePair(request, actionPath(request))
    await NextAuth(req, res, { ...options })
    return response()
  },
  "a route handler": (options) => {
    const handler = NextAuth(options)
    return async (request) =>
      handler(new NextRequest(request), { params: Promise.resolve({ nextauth: actionPath(request) }) })
  },
  "a route handler with options of its own for each request": (options) => async (request) =>
    NextAuth(new NextRequest(request), { params: Promise.resolve({ nextauth: actionPath(request) }) }, { ...options }),
}

describe.each(Object.entries(MOUNTS))("as %s", (_, mount) => {
  const here = (options = optionsWith(), jar?: Parameters<typeof cookieClient>[1]) =>
    cookieClient({ handle: mount(options) }, jar, BASE)

  test("signs in, reads the session, updates it and signs out", async () => {
    const ada = here(optionsWith({ callbacks: { jwt: ({ token, session }) => ({ ...token, ...session }) } }))
    const answer = await ada.post("/callback/credentials", {
      ...ADA,
      csrfToken: await ada.csrfToken(),
      callbackUrl: "/in?a=1&b=2",
    })
    expect([answer.status, answer.headers.get("location")]).toEqual([302, "https://app.test/in?a=1&b=2"])
    expect(await signedInName(ada)).toBe("ada@example.com")
    const update = { csrfToken: await ada.csrfToken(), data: { name: "Countess" } }
    expect(await (await ada.postJson("/session", update)).json()).toMatchObject({ user: { name: "Countess" } })
    await ada.post("/signout", { csrfToken: await ada.csrfToken() })
    expect(await (await ada.get("/session")).json()).toEqual({})
  })

  test("keeps a session of next-auth 4, and creates one that next-auth 4 opens", async () => {
    const before = nextAuth4Installation({ secret }).browser()
    await before.signInWith("credentials", ADA)
    const after = here(undefined, before.jar)
    expect(await signedInName(after)).toBe("ada@example.com")
    await after.signInWith("credentials", ADA)
    expect(await signedInName(nextAuth4Installation({ secret }).browser(after.jar))).toBe("ada@example.com")
  })

  test("responds with 400 to an invalid host", async () => {
    const request = new Request(`${BASE}/session`, { headers: { host: "app.test:x y" } })
    expect((await mount(optionsWith())(request)).status).toBe(400)
  })

  test("rejects a form without a valid CSRF token (threat 33)", async () => {
    const eve = here()
    await eve.post("/callback/credentials", { ...ADA, csrfToken: "0".repeat(64) })
    expect(await signedInName(eve)).toBeNull()
  })
})

test("an API route responds with 400 to a method that no Request can have", async () => {
  const { req, res, response } = await createNodePair(new Request(`${BASE}/session`), ["session"])
  await NextAuth(Object.assign(req, { method: "TRACE" }), res, optionsWith())
  expect(response().status).toBe(400)
})

describe("getServerSession with request and response", () => {
  async function signedIn(options: NextAuthOptions) {
    const handler = NextAuth(options)
    const handle = async (request: Request) =>
      handler(new NextRequest(request), { params: Promise.resolve({ nextauth: actionPath(request) }) })
    const ada = cookieClient({ handle }, undefined, BASE)
    await ada.signInWith("credentials", ADA)
    return ada
  }
  const page = (browser: { cookieHeader(): string }) =>
    createNodePair(
      new Request("https://app.test/page", { headers: { host: "app.test", cookie: browser.cookieHeader() } }),
      [],
    )

  test("returns the session, with the fields of the session callback", async () => {
    const options = optionsWith({
      callbacks: { session: ({ session, token }) => ({ ...session, user: { ...session.user, id: token.sub } }) },
    })
    const { req, res } = await page(await signedIn(options))
    expect(await getServerSession(req, res, options)).toMatchObject({
      user: { id: "1", email: "ada@example.com" },
      expires: expect.any(String),
    })
  })

  test("returns null to a signed-out user", async () => {
    const { req, res } = await page(cookieClient({ handle: async () => new Response() }, undefined, BASE))
    expect(await getServerSession(req, res, optionsWith())).toBeNull()
  })

  test("sets the refreshed cookie on the response", async () => {
    const options = optionsWith({ session: { updateAge: 0 } })
    const { req, res, response } = await page(await signedIn(options))
    await getServerSession(req, res, options)
    expect(response().headers.getSetCookie().join()).toContain("__Secure-next-auth.session-token=")
  })

  test("has the type that the session callback returns, or Session without a callback", async () => {
    const { req, res } = await page(cookieClient({ handle: async () => new Response() }, undefined, BASE))
    const inferred = { providers: [], secret, callbacks: { session: () => ({ expires: "", role: "editor" }) } }
    expectTypeOf(getServerSession(req, res, inferred)).resolves.toEqualTypeOf<{
      expires: string
      role: string
    } | null>()
    expectTypeOf<Parameters<NextAuthHandler>[0]>().toEqualTypeOf<NextRequest>() // `next build` checks the last overload
    expectTypeOf(getServerSession(req, res, optionsWith())).resolves.toExtend<Session | null>()
  })
})

describe("the options", () => {
  const browser = (options: NextAuthOptions, jar?: Parameters<typeof cookieClient>[1]) =>
    cookieClient(
      {
        handle: async (request) =>
          NextAuth(options)(new NextRequest(request), { params: Promise.resolve({ nextauth: actionPath(request) }) }),
      },
      jar,
      BASE,
    )

  test("`jwt.secret` seals sessions, and `secret` everything else", async () => {
    const own = { secret, jwt: { secret: "j".repeat(32) } }
    const before = nextAuth4Installation(own).browser()
    const csrfToken = await before.csrfToken()
    await before.post("/callback/credentials", { ...ADA, csrfToken })
    const after = browser(optionsWith(own), before.jar)
    expect(await signedInName(after)).toBe("ada@example.com")
    expect(await after.csrfToken()).toBe(csrfToken)
    await after.signInWith("credentials", ADA)
    expect(await signedInName(nextAuth4Installation(own).browser(after.jar))).toBe("ada@example.com")
  })

  test("`jwt.encode` and `jwt.decode` of the app get one secret and no salt", async () => {
    const seen: object[] = []
    const jwt: NextAuthOptions["jwt"] = {
      encode: ({ token, ...rest }) => (seen.push(rest), JSON.stringify(token)),
      decode: ({ token = "", ...rest }) => (seen.push(rest), JSON.parse(token)),
    }
    const ada = browser(optionsWith({ jwt }))
    await ada.signInWith("credentials", ADA)
    expect(await signedInName(ada)).toBe("ada@example.com")
    expect(seen.length).toBeGreaterThan(1)
    for (const params of seen) expect(params).toMatchObject({ secret })
    for (const params of seen) expect(params).not.toHaveProperty("salt")
  })

  test("`authorize` gets the request as plain values", async () => {
    const authorize = vi.fn(() => ({ id: "1" }))
    const ada = browser(optionsWith({ providers: [Credentials({ credentials: { username: {} }, authorize })] }))
    await ada.signInWith("credentials", ADA, { "x-forwarded-for": "192.0.2.7" })
    expect(authorize).toHaveBeenCalledWith(
      expect.objectContaining({ username: "ada" }),
      expect.objectContaining({ method: "POST", headers: expect.objectContaining({ "x-forwarded-for": "192.0.2.7" }) }),
    )
  })

  test("the logger gets codes in upper case, with the error", async () => {
    const logger = { error: vi.fn(), warn: vi.fn(), debug: vi.fn() }
    const eve = browser(
      optionsWith({
        logger,
        providers: [
          Credentials({
            credentials: {},
            authorize: () => {
              throw new TypeError("No database")
            },
          }),
        ],
      }),
    )
    await eve.signInWith("credentials", {})
    expect(logger.error).toHaveBeenCalledWith(
      "CALLBACK_ROUTE_ERROR",
      expect.objectContaining({ message: "No database" }),
    )
  })
})
