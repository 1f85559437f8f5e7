import { readFile } from "node:fs/promises"
import { createServer } from "node:http"
import { extname, join } from "node:path"
import { build } from "vite"
import { GitHub } from "../../server/providers/catalogue/index.ts"
import { createAuth } from "../../server/service/auth.ts"
import type { AuthConfig } from "../../server/service/config.ts"
import { passwordConfig } from "../../server/test-kit/password-service.ts"
import type { Theme } from "../../client/contract.ts"
import { requestFrom, send } from "../apps/demo/server/http.ts"
import { listenOnLoopback } from "../../server/test-kit/listening.ts"

const TYPES: Readonly<Record<string, string>> = { ".css": "text/css", ".js": "text/javascript", ".html": "text/html" }

/** An app of `e2e/apps`, built by its own settings and served with Latchkit. */
export interface StyledApp {
  readonly url: string
  close(): void
}

/** Builds and serves an app. Every path without a file is its page. */
export async function startStyledApp(name: "tailwind" | "shadcn", theme: Theme): Promise<StyledApp> {
  const root = join(import.meta.dirname, "../apps", name)
  await build({ root, configFile: join(root, "vite.config.ts"), logLevel: "error" })
  const { providers } = passwordConfig()
  const github = GitHub({ clientId: "acme", clientSecret: "secret" })
  return serveBuilt(root, passwordConfig({ siteName: "Acme", theme, providers: [github, ...providers] }))
}

/** Serves a built app with Latchkit. */
export async function serveBuilt(root: string, config: AuthConfig): Promise<StyledApp> {
  const server = createServer()
  const url = `http://localhost:${await listenOnLoopback(server)}`
  const auth = createAuth(config, { env: { AUTH_URL: `${url}/auth` } })
  // Loads the server's modules. A page waits 10 seconds for a response, and a busy machine may need longer
  await auth.handle(new Request(`${url}/auth/sign-in-props`))
  server.on("request", async (incoming, outgoing) => {
    const request = requestFrom(incoming, url)
    const { pathname } = new URL(request.url)
    const isAuth = pathname.startsWith("/auth/")
    await send(isAuth ? await auth.handle(request) : await fileAt(join(root, "dist"), pathname), outgoing)
  })
  return {
    url,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

async function fileAt(folder: string, pathname: string): Promise<Response> {
  const file = extname(pathname) === "" ? "index.html" : pathname
  const body = await readFile(join(folder, file)).catch(() => undefined)
  if (!body) return new Response("Not found", { status: 404 })
  return new Response(body, { headers: { "content-type": TYPES[extname(file)] ?? "application/octet-stream" } })
}
