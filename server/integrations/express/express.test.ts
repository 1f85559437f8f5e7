import { createServer } from "node:http"
import { createRequire } from "node:module"
import { connect } from "node:net"
import express, { type Express } from "express"
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import { en } from "../../../components/view/messages/en.ts"
import type { AuthConfig } from "../../service/config.ts"
import { ADA, passwordConfig } from "../../test-kit/password-service.ts"
import { cookieClient } from "../../testing/cookie-client.ts"
import { sendOverHttp } from "../../test-kit/over-http.ts"
import { ExpressAuth, getSession } from "./index.ts"
import { listenOnLoopback } from "../../test-kit/listening.ts"

const BASE = "https://app.test"
const CLEANUPS: (() => void)[] = []
beforeEach(() => void vi.stubEnv("AUTH_URL", BASE))
afterEach(() => {
  vi.unstubAllEnvs()
  for (const close of CLEANUPS.splice(0)) close()
})

/** Starts a real server and returns its port. */
async function listen(app: Express): Promise<number> {
  const server = createServer(app)
  const port = await listenOnLoopback(server)
  CLEANUPS.push(() => server.close().closeAllConnections())
  return port
}

/** Creates a client of the app whose requests go over the network. */
async function createClient(app: Express, host = "app.test") {
  const port = await listen(app)
  const handle = (request: Request) => sendOverHttp(request, port, host)
  return cookieClient({ handle }, undefined, BASE)
}

const express4 = createRequire(import.meta.url)("express-4") as typeof express // both versions have everything that is used here

type Mount = (auth: ReturnType<typeof ExpressAuth>) => Express
type Parser = express.RequestHandler

/** The ways to mount Latchkit that both versions support. */
function createMounts(make: typeof express): Record<string, Mount> {
  const parsed =
    (...parsers: Parser[]): Mount =>
    (auth) =>
      make()
        .use(...parsers)
        .use("/auth", auth)
  return {
    "a plain mount": (auth) => make().use("/auth", auth),
    "behind express.json and express.urlencoded": parsed(make.json(), make.urlencoded({ extended: false })),
    "behind the extended parser": parsed(make.json(), make.urlencoded({ extended: true })),
    "behind express.text": parsed(make.text({ type: "*/*" })),
    "behind express.raw": parsed(make.raw({ type: "*/*" })),
  }
}

const WILDCARDS: Record<string, Mount> = {
  "Express 5, a wildcard route": (auth) => express().all("/auth/*splat", auth),
  "Express 5, a wildcard mount": (auth) => express().use("/auth/*splat", auth),
  "Express 4, a wildcard route": (auth) => express4().all("/auth/*", auth),
  "Express 4, a wildcard mount": (auth) => express4().use("/auth/*", auth),
}
const prefixNames = (version: string, found: Record<string, Mount>): [string, Mount][] =>
  Object.entries(found).map(([name, mount]) => [`${version}, ${name}`, mount])
const CONFIGURED = [
  ...prefixNames("Express 5", createMounts(express)),
  ...prefixNames("Express 4", createMounts(express4)),
  ...Object.entries(WILDCARDS),
]

describe.each(CONFIGURED)("%s", (_, mount) => {
  test("signs in by form, updates by JSON and signs out", async () => {
    const config = passwordConfig({
      callbacks: { jwt: ({ token, session }) => ({ ...token, ...(session as object | undefined) }) },
    })
    const person = await createClient(mount(ExpressAuth(config)))
    const at = async (path: string, fields: Record<string, string>) =>
      person.post(path, { csrfToken: await fetchCsrfToken(person), ...fields })
    const entered = await at("/auth/callback/credentials", { ...ADA, callbackUrl: "/journal?a=1&b=%26" })
    expect([entered.status, entered.headers.get("location")]).toEqual([302, `${BASE}/journal?a=1&b=%26`])
    const update = { csrfToken: await fetchCsrfToken(person), data: { name: "Countess" } }
    expect(await (await person.postJson("/auth/session", update)).json()).toMatchObject({ user: { name: "Countess" } })
    await at("/auth/signout", {})
    expect(await (await person.get("/auth/session")).json()).toBeNull()
  })

  test("rejects a repeated field, and ignores a nested one (threats 14 and 284)", async () => {
    const person = await createClient(mount(ExpressAuth(passwordConfig())))
    const send = async (more: string) => {
      const body = `${new URLSearchParams({ csrfToken: await fetchCsrfToken(person), ...ADA })}&${more}`
      const headers = { "content-type": "application/x-www-form-urlencoded" }
      return person.send("/auth/callback/credentials", { method: "POST", body, headers })
    }
    expect((await send("callbackUrl=/a&callbackUrl=https://evil.test")).status).not.toBe(302)
    const answer = await send("callbackUrl[a]=https://evil.test&__proto__[x]=1")
    expect(answer.headers.get("location")).toBe(`${BASE}/`)
  })
})

async function fetchCsrfToken(person: Awaited<ReturnType<typeof createClient>>): Promise<string> {
  return ((await (await person.get("/auth/csrf")).json()) as { csrfToken: string }).csrfToken // the JSON of `GET csrf`
}

/** Creates an app whose own routes sign in, sign out and return the session. */
function appWithRoutes(config: AuthConfig = passwordConfig(), make = express) {
  const auth = ExpressAuth(config)
  const app = make().use("/auth", auth)
  app.use(make.urlencoded({ extended: true }))
  // Express 4 doesn't await promises
  const answering =
    (answer: (...given: Parameters<typeof auth.signIn>) => Promise<unknown>): express.RequestHandler =>
    (req, res, next) =>
      void answer(req, res).then((body) => res.json(body), next)
  app.post("/login", answering(auth.signIn))
  app.post("/logout", answering(auth.signOut))
  app.get(
    "/direct",
    answering((req) => getSession(req, config)),
  )
  app.get("/cached", auth.session, (_, res) => void res.json(res.locals["session"]))
  app.use((error: Error, _: express.Request, res: express.Response, _next: express.NextFunction) => {
    res.status(500).json({ error: error.name })
  })
  return app
}
const LOGIN = { providerId: "credentials", redirectTo: "/journal", ...ADA }

const VERSIONS: [string, typeof express][] = [
  ["Express 5", express],
  ["Express 4", express4],
]

describe.each(VERSIONS)("the app's own routes in %s", (_, make) => {
  test("sign in and out, and read the session", async () => {
    const person = await createClient(appWithRoutes(undefined, make))
    const answer = await person.post("/login", LOGIN)
    expect([answer.status, answer.headers.get("location")]).toEqual([303, `${BASE}/journal`])
    for (const path of ["/direct", "/cached"]) {
      expect(await (await person.get(path)).json()).toMatchObject({ user: { email: "ada@example.com" } })
    }
    expect((await person.post("/logout", { redirectTo: "/bye" })).headers.get("location")).toBe(`${BASE}/bye`)
    expect(await (await person.get("/direct")).json()).toBeNull()
  })

  test("respond with the errors of an invalid form", async () => {
    const answer = await (
      await createClient(appWithRoutes(undefined, make))
    ).post("/login", { ...LOGIN, redirectTo: "https://evil.test" })
    expect(await answer.json()).toEqual({
      failed: true,
      code: "InvalidForm",
      fieldErrors: {
        authorizationParams: [],
        options: [],
        providerId: [],
        redirectTo: ["Expected an address of this site"],
      },
      formErrors: [],
    })
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([400, []])
  })

  test("respond to a wrong password with a message and no cookie", async () => {
    const answer = await (
      await createClient(appWithRoutes(undefined, make))
    ).post("/login", { ...LOGIN, password: "wrong" })
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([400, []])
    expect(await answer.json()).toMatchObject({
      failed: true,
      code: "CredentialsSignin",
      formErrors: [en.errors.CredentialsUsername],
    })
  })

  test("reject another site's form (threat 311)", async () => {
    const person = await createClient(appWithRoutes(undefined, make))
    await person.post("/login", LOGIN)
    for (const path of ["/login", "/logout"]) {
      expect((await person.post(path, LOGIN, { origin: "https://evil.test" })).status).toBe(403)
    }
    expect(await (await person.get("/direct")).json()).not.toBeNull()
  })

  test("respond to an invalid configuration with an error, never a session (threat 294)", async () => {
    const person = await createClient(appWithRoutes(passwordConfig({ secret: "" }), make))
    for (const path of ["/direct", "/cached", "/auth/session"]) expect((await person.get(path)).status).toBe(500)
  })
})

describe("security", () => {
  test("every URL is on the configured site, whatever the Host header says (threat 256)", async () => {
    const person = await createClient(appWithRoutes(), "evil.test")
    const answer = await person.get("/auth/providers", {
      "x-forwarded-host": "evil.test",
      "x-forwarded-proto": "http",
      "x-original-host": "evil.test",
      forwarded: "host=evil.test",
    })
    expect(await answer.text()).not.toContain("evil")
  })

  test("responds with an error if the site is neither configured nor trusted (threat 254)", async () => {
    vi.stubEnv("AUTH_URL", undefined)
    vi.stubEnv("NODE_ENV", "production")
    const person = await createClient(appWithRoutes())
    expect((await person.get("/auth/providers")).status).toBe(500)
    expect((await person.get("/direct")).status).toBe(500)
  })

  test.each([
    ["ignores forwarded headers that the client sends (threat 255)", false, "http://app.test"],
    ["uses the host that a trusted proxy forwards", "loopback", "https://public.test"],
  ])("%s", async (_, trust, origin) => {
    vi.stubEnv("AUTH_URL", undefined)
    const app = appWithRoutes(passwordConfig({ trustHost: true })).set("trust proxy", trust)
    const forwarded = { "x-forwarded-host": "public.test", "x-forwarded-proto": "https" }
    const answer = await (await createClient(app)).get("/auth/providers", forwarded)
    expect(await answer.json()).toMatchObject({ credentials: { signinUrl: `${origin}/auth/signin/credentials` } })
  })

  test.each([
    ["/authcsrf", 404],
    ["/auth-x/csrf", 404],
    ["//auth/csrf", 404],
    ["/auth//csrf", 404],
    ["/auth/%63srf", 404],
    ["/auth/csrf;x=1", 404],
    ["/auth/csrf/", 404],
    ["/AUTH/csrf", 404],
    ["/auth/csrf%00", 404],
    ["/auth/%", 404],
    ["http://evil.test/auth/csrf", 400],
    ["/auth/x/../csrf", 400],
    ["/auth/./csrf", 400],
    ["/auth/x/%2e%2E/csrf", 400],
    ["/auth\\csrf", 404],
  ])("responds to %s with %i (threats 262 and 263)", async (path, status) => {
    const port = await listen(appWithRoutes())
    expect(await rawStatus(port, `GET ${path} HTTP/1.1\r\nHost: app.test\r\nConnection: close\r\n\r\n`)).toBe(status)
  })

  test.each([
    ["two Host headers", "Host: app.test\r\nHost: evil.test"],
    ["a host with a user", "Host: app.test@evil.test"],
    ["a host with a space", "Host: a b"],
  ])("rejects %s (threat 260)", async (_, header) => {
    vi.stubEnv("AUTH_URL", undefined)
    const port = await listen(appWithRoutes(passwordConfig({ trustHost: true })))
    const answer = await rawStatus(port, `GET /auth/providers HTTP/1.1\r\n${header}\r\nConnection: close\r\n\r\n`)
    expect(answer).toBeGreaterThanOrEqual(400)
  })

  test.each(["/", "?", "#", "\\", "/auth/providers?", "/auth/providers#"])(
    "never reads a part of the path from a host that ends with %s (threats 260 and 263)",
    async (end) => {
      const port = await listen(appWithRoutes())
      for (const path of ["/auth/x", "/auth/providers"]) {
        const request = `GET ${path} HTTP/1.1\r\nHost: app.test${end}\r\nConnection: close\r\n\r\n`
        expect(await rawStatus(port, request)).toBe(400)
      }
    },
  )

  test("ignores a session cookie that arrives in two headers (threat 47)", async () => {
    const person = await createClient(appWithRoutes())
    await person.post("/login", LOGIN)
    const cookie = person.cookieHeader()
    const port = await listen(appWithRoutes())
    const ask = (headers: string) =>
      rawBody(port, `GET /auth/session HTTP/1.1\r\nHost: app.test\r\n${headers}\r\nConnection: close\r\n\r\n`)
    expect(await ask(`Cookie: ${cookie}`)).toContain("ada@example.com")
    const [name] = /[^;= ]*session-token/.exec(cookie) ?? []
    expect(await ask(`Cookie: ${cookie}\r\nCookie: ${name}=evil`)).not.toContain("ada@example.com")
  })

  test("rejects a body of another type, even behind parsers that accept any type (threat 36)", async () => {
    const any = express.urlencoded({ extended: true, type: "*/*" })
    const person = await createClient(express().use(any).use("/auth", ExpressAuth(passwordConfig())))
    const body = new URLSearchParams({ csrfToken: await fetchCsrfToken(person), ...ADA }).toString()
    for (const type of ["text/plain", "multipart/form-data; boundary=x", "text/plain; application/json"]) {
      const answer = await person.send("/auth/signout", { method: "POST", body, headers: { "content-type": type } })
      expect(answer.status).toBe(415)
    }
  })

  test("rejects a long body before it is parsed (threat 282)", async () => {
    const person = await createClient(express().use("/auth", ExpressAuth(passwordConfig())))
    const body = `csrfToken=${"x".repeat(1024 * 1024)}`
    const headers = { "content-type": "application/x-www-form-urlencoded" }
    const answer = await person.send("/auth/signout", { method: "POST", body, headers })
    expect(answer.status).toBe(413)
  })

  test("responds to requests that no `Request` can represent, and keeps running (threat 290)", async () => {
    vi.stubEnv("NODE_ENV", "test") // Express prints the error otherwise
    const guard = ExpressAuth(passwordConfig()).requireAuth()
    const port = await listen(appWithRoutes().use("/guarded", guard))
    const lines = ["TRACE /auth/csrf", "TRACE /guarded", "GET /auth/csrf?%E0%A4%A", "PURGE /auth/csrf", "OPTIONS *"]
    for (const line of lines) {
      const status = await rawStatus(port, `${line} HTTP/1.1\r\nHost: app.test\r\nConnection: close\r\n\r\n`)
      expect(status).toBeLessThan(500)
    }
    expect(await rawBody(port, "GET /auth/session HTTP/1.1\r\nHost: app.test\r\nConnection: close\r\n\r\n")).toContain(
      "null",
    )
  })

  test("the middleware rejects a path with dot segments or an invalid host with 400 (threats 263 and 290)", async () => {
    vi.stubEnv("NODE_ENV", "test") // Express prints the error otherwise
    const auth = ExpressAuth(passwordConfig())
    const guards = { session: auth.session, requireAuth: auth.requireAuth() }
    for (const guard of Object.values(guards)) {
      const port = await listen(express().use(guard, (_, res) => void res.send("tide")))
      const ask = async (path: string, host = "app.test") =>
        rawStatus(port, `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
      const paths = ["/auth/../x", "/auth/%2e%2e/x", "/x/.", "http://evil.test/x"]
      expect(await Promise.all(paths.map((path) => ask(path)))).toEqual(paths.map(() => 400))
      for (const host of ["a b", "app.test/y?", "app.test#"]) expect(await ask("/x", host)).toBe(400)
      expect(await ask("//x")).toBeLessThan(500)
    }
  })

  test("ignores headers that claim a session (threat 299)", async () => {
    const person = await createClient(appWithRoutes())
    const claims = { "x-auth-session": '{"user":{"name":"Eve"}}', "x-user": "eve", "x-latchkit-session": "eve" }
    expect(await (await person.get("/cached", claims)).json()).toBeNull()
  })

  test("keeps a page that refreshes the session out of caches (threat 300)", async () => {
    const auth = ExpressAuth(passwordConfig({ session: { updateAge: 0 } }))
    const app = appWithRoutes(passwordConfig({ session: { updateAge: 0 } }))
    app.use((_, res, next) => {
      res.set("cache-control", "public, max-age=60")
      next()
    })
    app.get("/public", auth.session, (_, res) => void res.send("tide"))
    const person = await createClient(app)
    await person.post("/login", LOGIN)
    const answer = await person.get("/public")
    expect(answer.headers.getSetCookie().length).toBeGreaterThan(0)
    expect(answer.headers.get("cache-control")).toContain("no-store")
  })

  test("sends each cookie as its own header, next to those of other middleware (threat 306)", async () => {
    const app = express().use((_, res, next) => {
      res.append("set-cookie", "theirs=1; Path=/")
      next()
    })
    const person = await createClient(app.use(appWithRoutes()))
    const lines = (await person.post("/login", LOGIN)).headers.getSetCookie()
    expect(lines.filter((line) => line.startsWith("theirs="))).toHaveLength(1)
    const ours = lines.filter((line) => !line.startsWith("theirs="))
    expect(ours.length).toBeGreaterThan(1)
    for (const line of ours) expect(line).toMatch(/^__Host-latchkit\.[^;]+; .*SameSite=Lax/)
  })

  test("keeps the sessions of tenants apart (threat 310)", async () => {
    const configs = new Map(["a", "b"].map((tenant) => [tenant, passwordConfig({ secret: tenant.repeat(40) })]))
    const auth = ExpressAuth((request) => {
      const config = configs.get(request?.headers.get("x-tenant") ?? "")
      if (!config) throw new Error("No such tenant")
      return config
    })
    const app = express().use("/auth", auth)
    app.post("/login", express.urlencoded(), async (req, res) => void res.json(await auth.signIn(req, res)))
    const person = await createClient(app)
    await person.post("/login", LOGIN, { "x-tenant": "a" })
    const overTenant = (cookie: string, tenant: string) =>
      cookieClient(
        { handle: (request) => person.send(request.url, { headers: request.headers }) },
        new Map(),
        BASE,
      ).get("/auth/session", { cookie, "x-tenant": tenant })
    const asked = Array.from({ length: 40 }, async (_, turn) => {
      const tenant = turn % 2 === 0 ? "a" : "b"
      const session = await (await overTenant(person.cookieHeader(), tenant)).json()
      return (session !== null) === (tenant === "a")
    })
    expect((await Promise.all(asked)).every(Boolean)).toBe(true)
    expect((await person.get("/auth/session")).status).toBe(500)
  })
})

function sendRaw(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "localhost", () => socket.write(text))
    const chunks: Buffer[] = []
    socket.on("data", (chunk) => chunks.push(chunk))
    socket.on("end", () => resolve(Buffer.concat(chunks).toString()))
    socket.on("error", reject)
  })
}

const rawStatus = async (port: number, text: string) => Number(/^HTTP\/1.1 (\d+)/.exec(await sendRaw(port, text))?.[1])
const rawBody = async (port: number, text: string) => (await sendRaw(port, text)).split("\r\n\r\n")[1] ?? ""
