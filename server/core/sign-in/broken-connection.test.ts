import { createServer } from "node:http"
import { afterEach, expect, test } from "vitest"
import type { Fetch } from "../../providers/types.ts"
import { errorParam, oauthService, signedInName } from "../../test-kit/oauth-service.ts"
import { listenOnLoopback } from "../../test-kit/listening.ts"

const ada = { sub: "ada", email: "ada@app.test", email_verified: true }
const openedServers: { close(): void }[] = []
afterEach(() => openedServers.splice(0).forEach((server) => server.close()))

const isRefresh = (body: URLSearchParams) => body.get("grant_type") === "refresh_token"

/**
 * Creates an auth instance that reaches its provider over a network that breaks the first `broken` connections at
 * `path`.
 */
async function createServiceOver(path: string, broken: number, only: (body: URLSearchParams) => boolean = () => true) {
  const time = { now: Date.now() }
  const seen: URLSearchParams[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on("data", (part: Buffer) => parts.push(part))
    request.on("end", async () => {
      const body = Buffer.concat(parts).toString()
      const fields = new URLSearchParams(body)
      if (request.url === path && only(fields) && seen.push(fields) <= broken) return request.socket.destroy()
      const { method = "GET", headers } = request
      const init = { method, headers: headers as Record<string, string>, ...(body && { body }) } // no header is sent twice here
      const answer = await service.issuer.fetch(service.issuer.issuer + (request.url ?? ""), init)
      response.writeHead(answer.status, { "content-type": "application/json" }).end(await answer.text())
    })
  })
  const place = `http://localhost:${await listenOnLoopback(server)}`
  openedServers.push({ close: () => [server.close(), server.closeAllConnections()] })
  const network: Fetch = (input, init) => fetch(String(input).replace(service.issuer.issuer, place), init)
  const service = await oauthService({ fetch: network, clock: () => time.now })
  return { ...service, seen, time }
}

test.each(["/.well-known/openid-configuration", "/token", "/jwks"])(
  "tries again if the connection breaks at %s before a response",
  async (path) => {
    const service = await createServiceOver(path, 1)
    const browser = service.browser()
    await service.enter(browser, ada)
    expect(await signedInName(browser)).toBe(ada.email)
    expect(service.seen).toHaveLength(2)
    expect(service.seen[1]).toEqual(service.seen[0])
  },
)

test("gives up if the second connection breaks too, and logs what couldn't be reached", async () => {
  const service = await createServiceOver("/token", 2)
  const browser = service.browser()
  expect(errorParam(await service.enter(browser, ada))).toBe("OAuthCallbackError")
  expect(await signedInName(browser)).toBeNull()
  expect(service.seen).toHaveLength(2)
  expect(service.logged()).toContain("The token endpoint of acme could not be reached")
})

test("sends a refresh token only once, because a second use may look like theft", async () => {
  const { auth, issuer, enter, seen, time, ...service } = await createServiceOver("/token", 1, isRefresh)
  issuer.responses.token = (answer) => ({ ...answer, refresh_token: "refresh-0" })
  const browser = service.browser()
  await enter(browser, ada)
  time.now += 3600_000
  const asked = auth.getAccessToken({ headers: { cookie: browser.cookieHeader() } }, "acme")
  await expect(asked).rejects.toThrow("The token endpoint of acme could not be reached")
  expect(seen).toHaveLength(1)
})
