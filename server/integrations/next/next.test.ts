import type { GetServerSidePropsContext, NextApiRequest, NextApiResponse } from "next"
import { NextRequest, NextResponse, type NextFetchEvent } from "next/server.js"
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import type { Session } from "../../../client/contract.ts"
import type { AuthConfig } from "../../service/config.ts"
import { ADA, passwordConfig } from "../../test-kit/password-service.ts"
import { cookieClient, type CookieJarMap } from "../../testing/cookie-client.ts"
import { NextAuth, type NextAuthRequest, type NextAuthService } from "./index.ts"

const BASE = "https://app.test"
beforeEach(() => void vi.stubEnv("AUTH_URL", BASE))
afterEach(() => void vi.unstubAllEnvs())

const membersOnly: Partial<AuthConfig> = {
  callbacks: { authorized: ({ auth, request }) => auth !== null || !request.url.includes("/members") },
}
const event = {} as NextFetchEvent // `auth` reads nothing of it

/** Behaves like the request that Next passes to a proxy: reading its `request` throws. */
class ProxyRequest extends NextRequest {
  get request(): never {
    throw new Error("The proxy accepts an async API directly")
  }
}

// Next uses localhost, whatever the Host header says
const toNextRequest = (request: Request) =>
  new ProxyRequest(request.url.replace(BASE, "http://localhost:3000"), {
    method: request.method,
    headers: request.headers,
    ...(request.body && { body: request.body, duplex: "half" }),
  })

type Proxy = (request: NextRequest) => Promise<Response>

/**
 * Creates a client of an app with a proxy. A request that the proxy allows returns the session that a page would see.
 */
function createClient(app: NextAuthService, proxy: Proxy = (request) => app.auth(request, event), jar?: CookieJarMap) {
  const handle = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url)
    if (pathname.startsWith("/api/auth/")) return app.handlers[request.method as "GET" | "POST"](toNextRequest(request))
    return proxy(toNextRequest(request))
  }
  return cookieClient({ handle }, jar, BASE)
}

async function signIn(person: ReturnType<typeof cookieClient>) {
  const { csrfToken } = (await (await person.get("/api/auth/csrf")).json()) as { csrfToken: string } // the JSON of `GET csrf`
  return person.post("/api/auth/callback/credentials", { csrfToken, ...ADA })
}

const continues = (answer: Response) => answer.headers.get("x-middleware-next") === "1"

describe("as a proxy", () => {
  test("allows members, and redirects other users to sign in on the site, whatever host Next reports", async () => {
    const person = createClient(NextAuth(passwordConfig(membersOnly)))
    expect(continues(await person.get("/open"))).toBe(true)
    const answer = await person.get("/members?page=2")
    expect(answer.status).toBe(307)
    expect(answer.headers.get("location")).toBe(
      `${BASE}/api/auth/signin?callbackUrl=${encodeURIComponent(`${BASE}/members?page=2`)}`,
    )
    await signIn(person)
    expect(continues(await person.get("/members"))).toBe(true)
  })

  test("sends a refreshed cookie to the page of the same request, and to the browser", async () => {
    const person = createClient(NextAuth(passwordConfig({ session: { updateAge: 0 } })))
    await signIn(person)
    const before = person.cookie("__Host-latchkit.session-token")?.value
    await new Promise((resolve) => setTimeout(resolve, 1100)) // a token's times are in whole seconds
    const answer = await person.get("/open", { "x-own": "kept" })
    const after = person.cookie("__Host-latchkit.session-token")?.value ?? ""
    expect(after).not.toBe(before)
    expect(answer.headers.get("x-middleware-request-cookie")).toContain(after)
    expect(answer.headers.get("x-middleware-override-headers")?.split(",")).toEqual(
      expect.arrayContaining(["cookie", "x-own"]),
    )
    expect(answer.headers.get("x-middleware-request-x-own")).toBe("kept")
  })

  test("keeps the request headers that the app's own proxy sets", async () => {
    const app = NextAuth(passwordConfig({ session: { updateAge: 0 } }))
    const wrapped = app.auth<NextFetchEvent>(() =>
      NextResponse.rewrite("http://localhost:3000/other", {
        request: { headers: new Headers({ "x-own": "changed" }) },
      }),
    )
    const person = createClient(app, (request) => wrapped(request, event))
    await signIn(person)
    const { headers } = await person.get("/open", { "x-dropped": "1" })
    expect(headers.get("x-middleware-rewrite")).toBe("http://localhost:3000/other")
    expect(headers.get("x-middleware-request-x-own")).toBe("changed")
    expect(headers.get("x-middleware-override-headers")?.split(",").toSorted()).toEqual([
      "cookie",
      "x-auth-page",
      "x-own",
    ])
  })

  test("shows the built-in and the app's own sign-in page to a signed-out user", async () => {
    const deny = { callbacks: { authorized: () => false } }
    const own = createClient(NextAuth(passwordConfig({ ...deny, pages: { signIn: "/login" } })))
    expect(continues(await own.get("/login?callbackUrl=%2Fmembers"))).toBe(true)
    expect(continues(await own.get("/other"))).toBe(false)
    const app = NextAuth(passwordConfig(deny))
    expect(continues(await app.auth(toNextRequest(new Request(`${BASE}/api/auth/signin`)), event))).toBe(true)
  })
})

test("sets the cookie of the forms on the app's own sign-in page, and on no other page", async () => {
  const person = createClient(NextAuth(passwordConfig({ pages: { signIn: "/login" } })))
  const ahead = { "sec-fetch-mode": "cors", "next-router-prefetch": "1" }
  for (const [path, headers] of [["/open"], ["/login/help"], ["/login", ahead]] as [
    string,
    Record<string, string>?,
  ][]) {
    expect((await person.get(path, headers)).headers.getSetCookie(), path).toEqual([])
  }
  expect((await person.send("/login", { method: "POST", body: "a=b" })).headers.getSetCookie()).toEqual([])
  const answer = await person.get("/login?callbackUrl=%2Fmembers", { "sec-fetch-mode": "navigate" })
  const { value = "" } = person.cookie("__Host-latchkit.csrf-token") ?? {}
  expect(decodeURIComponent(answer.headers.get("x-middleware-request-cookie") ?? "")).toContain(value)
  expect(answer.headers.get("cache-control")).toBe("private, no-store")
  expect((await person.get("/login")).headers.getSetCookie()).toEqual([])
  expect(value).toMatch(/^[0-9a-f]{64}\|/)
})

describe("denies a page of the app below the base path (threat 295)", () => {
  const deny = { callbacks: { authorized: () => false } }

  test.each(["/api/auth/members", "/api/auth/session/of/eve", "/api/auth/", "/api/auth/signin//"])(
    "%s",
    async (path) => {
      const app = NextAuth(passwordConfig(deny))
      expect(continues(await app.auth(toNextRequest(new Request(BASE + path)), event))).toBe(false)
      const wrapped = app.auth(() => Response.json("secret"))
      const answer = await wrapped(toNextRequest(new Request(BASE + path)), { params: Promise.resolve({}) })
      expect([answer.status, await answer.text()]).toEqual([307, ""])
    },
  )

  test("denies the whole site if the base path is the root", async () => {
    const app = NextAuth(passwordConfig({ ...deny, basePath: "/" }))
    const passes = async (path: string) => continues(await app.auth(toNextRequest(new Request(BASE + path)), event))
    expect([await passes("/members"), await passes("/"), await passes("/members/session")]).toEqual([
      false,
      false,
      false,
    ])
    expect([await passes("/signin"), await passes("/callback/credentials")]).toEqual([true, true])
  })
})

describe("around a handler", () => {
  test("passes the session to the handler", async () => {
    const app = NextAuth(passwordConfig())
    const wrapped = app.auth((request) => Response.json(request.auth))
    const person = createClient(app, (request) => wrapped(request, { params: Promise.resolve({}) }))
    expect(await (await person.get("/tide")).json()).toBeNull()
    await signIn(person)
    expect(await (await person.get("/tide")).json()).toMatchObject({ user: { name: "Ada" } })
  })

  test("doesn't repost a rejected form to the sign-in page (threat 28)", async () => {
    const app = NextAuth(passwordConfig({ callbacks: { authorized: () => false } }))
    for (const [method, status] of [
      ["GET", 307],
      ["POST", 303],
      ["PUT", 303],
    ] as const) {
      const init = { method, ...(method !== "GET" && { body: "password=lovelace" }) }
      const answer = await app.auth(toNextRequest(new Request(`${BASE}/tide`, init)), event)
      expect([answer.status, new URL(answer.headers.get("location") ?? "").pathname]).toEqual([
        status,
        "/api/auth/signin",
      ])
    }
  })

  test("calls `authorized` before the handler (threat 295)", async () => {
    const app = NextAuth(passwordConfig({ callbacks: { authorized: () => false } }))
    const handler = vi.fn((_: NextAuthRequest) => new Response("secret"))
    const wrapped = app.auth(handler)
    const answer = await wrapped(toNextRequest(new Request(`${BASE}/tide`)), { params: Promise.resolve({}) })
    expect([answer.status, await answer.text(), handler.mock.calls.length]).toEqual([307, "", 0])
  })
})

describe("in the pages router", () => {
  test("returns the session and refreshes it", async () => {
    const app = NextAuth(passwordConfig({ session: { updateAge: 0 } }))
    const person = createClient(app)
    await signIn(person)
    const request = { headers: { cookie: person.cookieHeader() } }
    const appendHeader = vi.fn()
    const response = { appendHeader, setHeader: vi.fn() }
    const [api, context] = [request as NextApiRequest, { req: request, res: response }] // the parts that `auth` reads
    expect(await app.auth(api, response as unknown as NextApiResponse)).toMatchObject({ user: { name: "Ada" } })
    expect(await app.auth(context as unknown as GetServerSidePropsContext)).toMatchObject({ user: { name: "Ada" } })
    expect(appendHeader).toHaveBeenCalledWith("set-cookie", expect.stringContaining("session-token="))
    expect(response.setHeader).toHaveBeenCalledWith("cache-control", "private, no-store")
  })
})

describe("security", () => {
  test.each<[string, unknown]>([
    ["undefined", undefined],
    ["0", 0],
    ["an empty string", ""],
    ["null", null],
    ["an object", { ok: true }],
    ["1", 1],
    ["the text true", "true"],
  ])("denies access if `authorized` returns %s (threat 296)", async (_, answer) => {
    const authorized = (() => answer) as () => boolean
    const person = createClient(NextAuth(passwordConfig({ callbacks: { authorized } })))
    expect((await person.get("/members")).headers.get("location")).toContain(`${BASE}/api/auth/signin`)
  })

  test.each([
    [
      "throws",
      () => {
        throw new Error("no")
      },
    ],
    ["rejects", () => Promise.reject(new Error("no"))],
  ])("denies access if `authorized` %s (threat 296)", async (_, authorized) => {
    const person = createClient(NextAuth(passwordConfig({ callbacks: { authorized } })))
    expect((await person.get("/members")).headers.get("location")).toContain(`${BASE}/api/auth/signin`)
  })

  test("sends the response of `authorized`, with a Location that Next can read (threat 296)", async () => {
    const answers = [
      new Response("no", { status: 401 }),
      new Response(null, { status: 302, headers: { location: "/login?x=1" } }),
    ]
    const authorized = () => answers.shift()
    const person = createClient(NextAuth(passwordConfig({ callbacks: { authorized } })))
    const rejected = await person.get("/members")
    expect([rejected.status, await rejected.text()]).toEqual([401, "no"])
    expect((await person.get("/members")).headers.get("location")).toBe("http://localhost:3000/login?x=1")
  })

  test("throws for an invalid configuration, and runs nothing else (threat 294)", async () => {
    const app = NextAuth(passwordConfig({ secret: "", ...membersOnly }))
    const request = toNextRequest(new Request(`${BASE}/open`))
    const handler = vi.fn(() => new Response("secret"))
    await expect(app.auth(request, event)).rejects.toMatchObject({ type: "MissingSecretError" })
    await expect(app.auth(handler)(request, { params: Promise.resolve({}) })).rejects.toThrow()
    const context = { req: { headers: {} }, res: {} } as GetServerSidePropsContext // the part that `auth` reads
    await expect(app.auth(context)).rejects.toThrow()
    expect(handler).not.toHaveBeenCalled()
    expect((await app.handlers.GET(toNextRequest(new Request(`${BASE}/api/auth/session`)))).status).toBe(500)
  })

  test("ignores headers that claim a session (threat 299)", async () => {
    const claims = { "x-auth-session": "{}", "x-user": "eve", "x-middleware-subrequest": "proxy:proxy:proxy" }
    const person = createClient(NextAuth(passwordConfig(membersOnly)))
    expect((await person.get("/members", claims)).status).toBe(307)
  })

  test("keeps a response that refreshes the session out of caches (threat 300)", async () => {
    const app = NextAuth(passwordConfig({ session: { updateAge: 0 } }))
    const person = createClient(app)
    await signIn(person)
    const answer = await person.get("/open")
    expect(answer.headers.getSetCookie().length).toBeGreaterThan(0)
    expect(answer.headers.get("cache-control")).toContain("no-store")
  })

  test("sends each cookie as its own header (threat 306)", async () => {
    const lines = (await signIn(createClient(NextAuth(passwordConfig())))).headers.getSetCookie()
    expect(lines.length).toBeGreaterThan(1)
    for (const line of lines) expect(line).toMatch(/^__Host-latchkit\.[^;]+; .*SameSite=Lax/)
  })

  test("rejects another site's sign-out form (threats 303 and 311)", async () => {
    const person = createClient(NextAuth(passwordConfig()))
    await signIn(person)
    const { csrfToken } = (await (await person.get("/api/auth/csrf")).json()) as { csrfToken: string } // the JSON of `GET csrf`
    const answer = await person.post("/api/auth/signout", { csrfToken }, { origin: "https://evil.test" })
    expect(answer.status).toBe(403)
    expect(await (await person.get("/api/auth/session")).json()).not.toBeNull()
  })

  test("doesn't trust the Host header just because it runs in Next (threat 304)", async () => {
    vi.stubEnv("AUTH_URL", undefined)
    vi.stubEnv("NODE_ENV", "production")
    const app = NextAuth(passwordConfig())
    const request = toNextRequest(new Request(`${BASE}/open`, { headers: { host: "evil.test" } }))
    await expect(app.auth(request, event)).rejects.toMatchObject({ type: "UntrustedHost" })
    expect((await app.handlers.GET(toNextRequest(new Request(`${BASE}/api/auth/providers`)))).status).toBe(500)
  })

  test("keeps the sessions of tenants apart (threat 310)", async () => {
    const configs = new Map(["a", "b"].map((tenant) => [tenant, passwordConfig({ secret: tenant.repeat(40) })]))
    const app = NextAuth((request) => {
      const config = configs.get(request?.headers.get("x-tenant") ?? "")
      if (!config) throw new Error("No such tenant")
      return config
    })
    const wrapped = app.auth((request) => Response.json(request.auth))
    const person = createClient(app, (request) => wrapped(request, { params: Promise.resolve({}) }))
    const asA = { "x-tenant": "a" }
    const { csrfToken } = (await (await person.get("/api/auth/csrf", asA)).json()) as { csrfToken: string } // the JSON of `GET csrf`
    await person.post("/api/auth/callback/credentials", { csrfToken, ...ADA }, asA)
    const jar = person.jar
    const seen = await Promise.all(
      Array.from({ length: 40 }, async (_, turn) => {
        const tenant = turn % 2 === 0 ? "a" : "b"
        const again = createClient(app, (request) => wrapped(request, { params: Promise.resolve({}) }), new Map(jar))
        const session = (await (await again.get("/tide", { "x-tenant": tenant })).json()) as Session | null // the handler's JSON
        return (session !== null) === (tenant === "a")
      }),
    )
    expect(seen.every(Boolean)).toBe(true)
    await expect(person.get("/tide")).rejects.toThrow("No such tenant")
  })
})
