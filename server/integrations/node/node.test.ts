import { once } from "node:events"
import { createServer, request as startRequest, type IncomingMessage, type RequestListener } from "node:http"
import { connect } from "node:net"
import { text } from "node:stream/consumers"
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import type { Session } from "../../../client/contract.ts"
import { createAuth } from "../../service/auth.ts"
import type { AuthConfig } from "../../service/config.ts"
import { cookieClient } from "../../testing/cookie-client.ts"
import { sendOverHttp } from "../../test-kit/over-http.ts"
import { ADA, passwordConfig } from "../../test-kit/password-service.ts"
import { ExpressAuth } from "../express/index.ts"
import { toNodeGuard } from "./guard.ts"
import { toNodeHandler, type NodeHandler } from "./index.ts"
import { listenOnLoopback } from "../../test-kit/listening.ts"

const CLEANUPS: (() => void)[] = []
beforeEach(() => void vi.stubEnv("AUTH_URL", "https://app.test/auth"))
afterEach(() => {
  vi.unstubAllEnvs()
  for (const close of CLEANUPS.splice(0)) close()
})

/** Starts a real server. */
async function listen(listener: RequestListener) {
  const server = createServer(listener)
  const port = await listenOnLoopback(server)
  CLEANUPS.push(() => server.close().closeAllConnections())
  return { server, port }
}

/** Parses the body as a framework does. */
async function parse(req: IncomingMessage): Promise<unknown> {
  const body = await text(req)
  if (body === "") return undefined
  return req.headers["content-type"]?.startsWith("application/json")
    ? (JSON.parse(body) as unknown)
    : Object.fromEntries(new URLSearchParams(body))
}

/** The ways in which servers call a handler. */
const SERVERS: [string, (handler: NodeHandler) => RequestListener][] = [
  ["node:http", (handler) => (req, res) => void handler(req, res)],
  [
    "a router that cuts the path",
    (handler) => (req, res) =>
      void handler(Object.assign(req, { originalUrl: req.url, url: req.url?.slice("/auth".length) }), res),
  ],
  [
    "a parser before it",
    (handler) => async (req, res) => void handler(Object.assign(req, { body: await parse(req) }), res),
  ],
  [
    "a framework that wraps the request, such as Fastify",
    (handler) => async (raw, res) => {
      const reply = { raw: res, hijack: vi.fn<() => void>() }
      await handler({ raw, body: await parse(raw), ip: "192.0.2.1", protocol: "https" }, reply)
      expect(reply.hijack).toHaveBeenCalledOnce()
    },
  ],
]

describe.each(SERVERS)("%s", (_, serve) => {
  test("signs in with a form, updates the session with JSON, and signs out", async () => {
    const callbacks = {
      jwt: ({ token, session }: { token: object; session?: unknown }) => ({ ...token, ...Object(session) }),
    }
    const { port } = await listen(serve(toNodeHandler(createAuth(passwordConfig({ callbacks })))))
    const ada = cookieClient({ handle: (request) => sendOverHttp(request, port, "app.test") })
    expect(await (await ada.get("/signin")).text()).toContain("<h1")
    const entered = await ada.signInWith("credentials", { ...ADA, callbackUrl: "/journal?a=1&b=%26" })
    expect([entered.status, entered.headers.get("location")]).toEqual([302, "https://app.test/journal?a=1&b=%26"])
    expect(entered.headers.getSetCookie().length).toBeGreaterThan(1)
    const update = { csrfToken: await ada.csrfToken(), data: { name: "Countess" } }
    expect(await (await ada.postJson("/session", update)).json()).toMatchObject({ user: { name: "Countess" } })
    await ada.post("/signout", { csrfToken: await ada.csrfToken() })
    expect(await (await ada.get("/session")).json()).toBeNull()
    expect((await ada.send("/session", { method: "HEAD" })).status).toBe(200)
  })
})

test.each([
  ["node:http", (res: object) => res],
  ["Fastify", (raw: object) => ({ raw, hijack: () => {} })],
])("the guard of %s returns the session, extends it, and responds to a signed-out user", async (name, wrap) => {
  const auth = createAuth(passwordConfig({ session: { updateAge: 0 } }))
  const guard = toNodeGuard(auth)
  const { port } = await listen(async (req, res) => {
    const session = await guard(name === "Fastify" ? { raw: req } : req, wrap(res) as typeof res) // both are accepted
    if (session) res.end(`Hello ${session.user?.name}`)
  })
  const ada = cookieClient(auth)
  await ada.signInWith("credentials", ADA)
  const visit = (headers: object) =>
    sendOverHttp(new Request("https://app.test/journal?day=1", { headers: { ...headers } }), port, "app.test")
  const page = await visit({ cookie: ada.cookieHeader() })
  expect([page.status, await page.text()]).toEqual([200, "Hello Ada"])
  expect(page.headers.get("cache-control")).toBe("private, no-store")
  expect(page.headers.getSetCookie().join()).toContain("session-token")
  const left = await visit({ accept: "text/html", "sec-fetch-mode": "navigate" })
  expect([left.status, URL.parse(left.headers.get("location") ?? "")?.pathname]).toEqual([303, "/auth/signin"])
  expect(left.headers.get("location")).toContain(encodeURIComponent("/journal?day=1"))
  expect((await visit({ "sec-fetch-mode": "cors" })).status).toBe(401)
  const sent = startRequest({ port, path: "/journal/../admin", headers: { cookie: ada.cookieHeader() } }).end()
  const [answer] = (await once(sent, "response")) as [IncomingMessage]
  expect(answer.statusCode).toBe(400)
})

test("responds with 400 to a path that another server would read differently (threat 263)", async () => {
  const { port } = await listen((req, res) => void toNodeHandler(createAuth(passwordConfig()))(req, res))
  const sent = startRequest({ port, path: "/auth/x/../session" }).end()
  const [answer] = (await once(sent, "response")) as [IncomingMessage]
  expect(answer.statusCode).toBe(400)
})

test.each<[string, Record<string, string>, number, number]>([
  ["AUTH_URL", { AUTH_URL: "https://app.test/auth" }, 200, 404],
  ["AUTH_TRUST_HOST", { AUTH_TRUST_HOST: "true", NODE_ENV: "production" }, 400, 400],
])("takes no part of the path for a missing host, with %s (threat 263)", async (_, env, ...statuses) => {
  const auth = createAuth(passwordConfig(), { env })
  const { port } = await listen((req, res) => void toNodeHandler(auth)(req, res))
  const status = async (head: string) => {
    const socket = connect(port, "127.0.0.1")
    socket.write(`${head}\r\nConnection: close\r\n\r\n`)
    return Number((await text(socket)).split(" ")[1])
  }
  for (const end of ["HTTP/1.0", "HTTP/1.1\r\nHost:"])
    expect([await status(`GET /auth/providers ${end}`), await status(`GET /evil.test/auth/providers ${end}`)]).toEqual(
      statuses,
    )
})

/** The two services whose `getSession` an upgrade may call. */
const SERVICES: [string, (config: AuthConfig) => { getSession(req: IncomingMessage): Promise<Session | null> }][] = [
  ["createAuth", createAuth],
  ["ExpressAuth", ExpressAuth],
]

describe.each(SERVICES)("the upgrade to a WebSocket, with %s", (_, create) => {
  test("has the session of its cookie, and none if the request is malformed", async () => {
    const config = passwordConfig()
    const ada = cookieClient(createAuth(config))
    await ada.signInWith("credentials", ADA)
    const auth = create(config)
    const { server, port } = await listen((_, res) => res.end())
    server.on("upgrade", (req, socket) => {
      void auth
        .getSession(req)
        .then((session) => socket.end(`HTTP/1.1 ${session ? 200 : 401} ${session?.user?.name}\r\n\r\n`))
    })
    const upgrade = async (path: string, cookie: string, host = "app.test") => {
      const headers = { connection: "Upgrade", upgrade: "websocket", cookie, host }
      const [answer] = (await once(startRequest({ port, path, headers }).end(), "response")) as [IncomingMessage]
      return `${answer.statusCode} ${answer.statusMessage}`
    }
    expect(await upgrade("/chat?room=1", ada.cookieHeader())).toBe("200 Ada")
    expect(await upgrade("/chat", "")).toBe("401 undefined")
    const malformed = [upgrade("//", ""), upgrade("/a/../b", ""), upgrade("/chat", "", "a b"), upgrade("*", "")]
    expect(new Set(await Promise.all(malformed))).toEqual(new Set(["401 undefined"]))
  })
})
