import { createServer, type Server } from "node:http"
import { OAuth } from "latchkit/providers"
import { createAuth, type AuthConfig, type AuthService } from "latchkit/server"
import { requestFrom, send } from "../apps/demo/server/http.ts"
import { listenOnLoopback } from "../../server/test-kit/listening.ts"

/** A site with one OAuth 2.0 provider without OpenID: no discovery and no ID token, and the profile needs an access token. */
export interface PlainSite {
  origin: string
  stop(): Promise<void>
}

const html = (body: string) =>
  new Response(`<!doctype html><title>Page</title>${body}`, { headers: { "content-type": "text/html" } })

function withCookies(response: Response, cookies: readonly string[]): Response {
  for (const line of cookies) response.headers.append("set-cookie", line)
  return response
}

/** Starts a server and returns its origin. */
async function serve(server: Server, answerAt: (origin: string) => (request: Request) => Promise<Response>) {
  const origin = `http://localhost:${await listenOnLoopback(server)}`
  const answer = answerAt(origin)
  server.on("request", (incoming, outgoing) => {
    void answer(requestFrom(incoming, origin)).then((response) => send(response, outgoing))
  })
  return origin
}

/** Asks for consent with a link, because the page has no script. */
const PROVIDER: Readonly<Record<string, (request: Request) => Promise<Response>>> = {
  "/authorize": async ({ url }) => {
    const { searchParams: asked } = new URL(url)
    const back = new URL(asked.get("redirect_uri") ?? "")
    back.search = `${new URLSearchParams({ code: "c0de", state: asked.get("state") ?? "" })}`
    return html(`<a href="${back.href.replaceAll("&", "&amp;")}">Allow</a>`)
  },
  "/token": async (request) => {
    const isRight = new URLSearchParams(await request.text()).get("code") === "c0de"
    return isRight
      ? Response.json({ access_token: "a", token_type: "bearer" })
      : Response.json({ error: "invalid_grant" }, { status: 400 })
  },
  "/me": async ({ headers }) =>
    headers.get("authorization") === "Bearer a"
      ? Response.json({ id: 7, name: "Mary Somerville", email: "mary@example.com" })
      : new Response(null, { status: 401 }),
}

/** The body of a page. */
type RenderPage = (auth: AuthService, request: Request) => Promise<{ body: string; cookies: readonly string[] }>

/** Starts the provider and the site, with pages of its own. */
export async function openPlainSite(
  more: Partial<AuthConfig> = {},
  pages: Readonly<Record<string, RenderPage>> = {},
): Promise<PlainSite> {
  const [provider, app] = [createServer(), createServer()]
  const at = await serve(provider, () => async (request) => {
    const answer = PROVIDER[new URL(request.url).pathname]
    return answer ? answer(request) : new Response(null, { status: 404 })
  })
  const origin = await serve(app, (self) => {
    const endpoints = { authorization: `${at}/authorize`, token: `${at}/token`, userinfo: `${at}/me` }
    const profile = { id: "id", name: "name", email: "email" }
    const plain = OAuth({ id: "plain", name: "Plain", ...endpoints, profile, clientId: "c", clientSecret: "s" })
    const auth = createAuth({ ...more, providers: [plain] }, { env: { AUTH_SECRET: "s".repeat(32), AUTH_URL: self } })
    return async (request) => {
      const { pathname } = new URL(request.url)
      if (pathname.startsWith("/auth")) return auth.handle(request)
      const page = await pages[pathname]?.(auth, request)
      if (page) return withCookies(html(page.body), page.cookies)
      return html(`<h1>${(await auth.getSession(request))?.user?.name ?? "nobody"}</h1>`)
    }
  })
  const stop = async () => {
    for (const server of [provider, app]) {
      server.close()
      server.closeAllConnections()
    }
  }
  return { origin, stop }
}
