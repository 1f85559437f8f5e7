import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { listenOnLoopback } from "../../server/test-kit/listening.ts"

const GRACE = { id: 42, login: "grace", name: "Grace", email: null, avatar_url: "https://github.test/grace.png" }
const EMAILS = [{ email: "grace@example.com", primary: true, verified: true }]

/** A GitHub Enterprise Server on loopback, where Grace is signed in and has consented. */
export async function startGitHub(): Promise<{ origin: string; stop(): void }> {
  const server = createServer(serve)
  const port = await listenOnLoopback(server)
  return {
    origin: `http://localhost:${port}`,
    stop: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

function serve(request: IncomingMessage, response: ServerResponse): void {
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost")
  if (pathname === "/login/oauth/authorize") {
    const back = new URL(searchParams.get("redirect_uri") ?? "")
    back.searchParams.set("code", "a-code")
    const state = searchParams.get("state")
    if (state !== null) back.searchParams.set("state", state)
    response.writeHead(302, { location: back.href }).end()
    return
  }
  const body = JSON_OF[pathname]
  response.writeHead(body ? 200 : 404, { "content-type": "application/json" }).end(JSON.stringify(body ?? {}))
}

const JSON_OF: Readonly<Record<string, object | undefined>> = {
  "/login/oauth/access_token": { access_token: "a-token", token_type: "bearer", scope: "read:user,user:email" },
  "/api/v3/user": GRACE,
  "/api/v3/user/emails": EMAILS,
}
