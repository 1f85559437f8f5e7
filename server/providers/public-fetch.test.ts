import { createServer, type Server } from "node:https"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { createAuth } from "../service/auth.ts"
import { fakeIssuer, type FakeIssuer } from "../testing/fake-issuer.ts"
import { errorParam } from "../test-kit/oauth-service.ts"
import { cookieClient } from "../testing/cookie-client.ts"
import { ISSUER_TEST } from "./fixtures/issuer-test.ts"
import { publicFetch } from "./public-fetch.ts"
import type { Fetch, OIDCConfig } from "./types.ts"
import { listenOnLoopback } from "../test-kit/listening.ts"

const SESSION = "__Host-latchkit.session-token"
const HERE = "127.0.0.1/32"
const ca = ISSUER_TEST.cert
/** Another server on this machine. */
const ELSEWHERE = "https://127.0.0.1:1/internal"
const errors: Error[] = []
const logger = { error: (error: Error) => void errors.push(error), warn: () => undefined, debug: () => undefined }

/** Starts the fake issuer behind a real server on this machine, as `issuer.test`. It counts connections. */
async function startServer() {
  const world: { issuer?: FakeIssuer; connections: number; moved?: string | undefined } = { connections: 0 }
  const server = createServer(ISSUER_TEST, (request, response) => {
    void (async () => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer) // a stream of bytes
      const { method = "GET", headers, url = "/" } = request
      if (url === "/odd") return response.writeHead(999).end()
      if (world.moved && url.endsWith(world.moved)) return response.writeHead(307, { location: ELSEWHERE }).end()
      if (url === "/moved") return response.writeHead(302, { location: "https://evil.test/" }).end()
      const body = method === "GET" ? {} : { body: Buffer.concat(chunks) }
      const sent = { method, headers: headers as Record<string, string>, ...body }
      const answer = await world.issuer?.fetch(`https://issuer.test:${port}${url}`, sent)
      response.writeHead(answer?.status ?? 500, Object.fromEntries(answer?.headers ?? []))
      response.end(await answer?.text())
    })()
  })
  server.on("connection", () => world.connections++)
  const port = await listenOnLoopback(server)
  world.issuer = await fakeIssuer({ issuer: `https://issuer.test:${port}` })
  const move = (path?: string) => void (world.moved = path)
  return { server, issuer: world.issuer, connections: () => world.connections, move }
}

const open: { server?: Server; world?: Awaited<ReturnType<typeof startServer>> } = {}
const startedServer = () => open.world ?? expect.fail("nothing is served")
beforeAll(async () => void (open.world = await startServer()))
afterAll(async () => new Promise((done) => startedServer().server.close(done)))

/** Signs in at the issuer through a fetch. Returns the outcome. */
async function signInThrough(fetch: Fetch, config: Partial<OIDCConfig> = {}) {
  const { issuer } = startedServer()
  const acme = {
    id: "acme",
    name: "Acme",
    type: "oidc",
    issuer: issuer.issuer,
    clientId: "client",
    clientSecret: "s",
    ...config,
  } as const
  const env = { AUTH_URL: "https://app.test/auth" }
  const ada = cookieClient(createAuth({ providers: [acme], secret: "s".repeat(32), logger, fetch }, { env }))
  const started = await ada.post("/signin/acme", { csrfToken: await ada.csrfToken() })
  const location = started.headers.get("location") ?? ""
  if (!location.startsWith(issuer.issuer)) return { error: errorParam(started), session: ada.cookie(SESSION) }
  const finished = await ada.get(`/callback/acme?${issuer.authorize(location)}`)
  return { error: errorParam(finished), session: ada.cookie(SESSION) }
}

test("reaches a provider on a network that the app allows, over TLS, from discovery to tokens", async () => {
  const { error, session } = await signInThrough(publicFetch({ allow: [HERE], ca, lookup: async () => ["127.0.0.1"] }))
  expect([error, session === undefined]).toEqual([null, false])
  expect(startedServer().issuer.requests.find(({ url }) => url.endsWith("/token"))?.body).toContain(
    "grant_type=authorization_code",
  )
})

describe("a tenant's provider host (threat 101)", () => {
  test("isn't connected to if it resolves to this machine", async () => {
    const before = startedServer().connections()
    expect((await signInThrough(publicFetch({ ca, lookup: async () => ["127.0.0.1"] }))).error).toBe("OAuthSignin")
    expect(startedServer().connections()).toBe(before)
  })

  test("isn't connected to at another address than the one that was checked (DNS rebinding)", async () => {
    const answers = ["127.0.0.1", "127.0.0.2"]
    const lookup = async () => [answers.shift() ?? "127.0.0.2"]
    const before = startedServer().connections()
    const { error, session } = await signInThrough(publicFetch({ allow: [HERE], ca, lookup }))
    expect([error, session, startedServer().connections() - before]).toEqual(["OAuthCallbackError", undefined, 1])
  })

  test("isn't connected to if it has a private address besides a public one", async () => {
    const lookup = async () => ["1.1.1.1", "10.0.0.1"]
    await expect(publicFetch({ lookup })("https://issuer.test/")).rejects.toThrow("not on the public internet")
  })

  test.each([
    ...[
      "10.0.0.1",
      "172.16.0.1",
      "192.168.1.1",
      "100.100.100.200",
      "169.254.169.254",
      "168.63.129.16",
      "0.0.0.0",
      "255.255.255.255",
    ],
    ...[
      "::1",
      "::",
      "fd00:ec2::254",
      "fe80::1",
      "::ffff:1.1.1.1",
      "64:ff9b::a00:1",
      "2002:a00:1::1",
      "2001:0:1::1",
      "no address",
    ],
  ])("isn't connected to if it resolves to %s", async (address) => {
    const fetch = publicFetch({ lookup: async () => [address] })
    await expect(fetch("https://issuer.test/")).rejects.toThrow("not on the public internet")
  })

  test.each([
    "https://127.0.0.1:1/",
    "https://[::1]:1/",
    "https://2130706433:1/",
    "https://0x7f.1:1/",
    "https://[::ffff:7f00:1]:1/",
  ])("isn't connected to if it is the address %s", async (url) => {
    await expect(publicFetch()(url)).rejects.toThrow("not on the public internet")
  })

  test.each(["localhost", "app.localhost"])("isn't connected to if it is %s", async (host) => {
    await expect(publicFetch()(`https://${host}:1/`)).rejects.toThrow()
  })

  test("isn't connected to over plain http", async () => {
    await expect(publicFetch()("http://issuer.test/")).rejects.toThrow("not on https")
  })
})

test("reports an invalid network at once", () => {
  expect(() => publicFetch({ allow: ["10.0.0.0"] })).toThrow("isn't a network")
  expect(() => publicFetch({ allow: ["acme/8"] })).toThrow("isn't a network")
})

test("aborts with its caller, and follows no redirect", async () => {
  const { issuer } = startedServer()
  const fetch = publicFetch({ allow: [HERE], ca, lookup: async () => ["127.0.0.1"] })
  await expect(fetch(`${issuer.issuer}/jwks`, { signal: AbortSignal.abort() })).rejects.toThrow()
  expect((await fetch(`${issuer.issuer}/moved`)).status).toBe(302)
})

test.each(["openid-configuration", "token", "jwks", "userinfo"])(
  "doesn't follow a redirect from %s to another server (threat 102)",
  async (endpoint) => {
    const { move } = startedServer()
    move(endpoint)
    const fetch = publicFetch({ allow: [HERE], ca, lookup: async () => ["127.0.0.1"] })
    const { error, session } = await signInThrough(fetch, { idToken: false }).finally(() => move())
    expect([error, session]).toEqual([
      endpoint === "openid-configuration" ? "OAuthSignin" : "OAuthCallbackError",
      undefined,
    ])
    expect(errors.at(-1)?.message).toContain(`redirect (307) to ${ELSEWHERE}, which Latchkit doesn't follow`)
  },
)

test("doesn't end the process if a tenant's provider sends an invalid status (threat 101)", async () => {
  const fetch = publicFetch({ allow: [HERE], ca, lookup: async () => ["127.0.0.1"] })
  await expect(fetch(`${startedServer().issuer.issuer}/odd`)).rejects.toThrow(RangeError)
})

test.each([
  [{ cert: ca }, /only one of `cert` and `key`/],
  [{ key: ISSUER_TEST.key }, /only one of `cert` and `key`/],
  [{ cert: "bank.crt", key: "bank.key" }, /can't read `cert` or `key`/],
])("throws for certificates that can't be used: %#", (options, message) => {
  expect(() => publicFetch(options)).toThrow(message)
})
