import { readFileSync } from "node:fs"
import { createServer, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import type { Bundle } from "./bundles.ts"

const expires = new Date(Date.now() + 3600_000).toISOString()
const user = { id: "1", name: "Ada", email: "ada@app.test" }
const provider = { id: "credentials", name: "Password", type: "credentials", signinUrl: "", callbackUrl: "" }

/** The responses by action. Each library gets the same user. */
const RESPONSES: Readonly<Record<string, unknown>> = {
  "GET session": { user, expires },
  "GET get-session": { user, session: { id: "1", userId: "1", token: "1", expiresAt: expires } },
  "GET csrf": { csrfToken: "token" },
  "GET providers": { credentials: provider },
  "POST callback/credentials": { url: "http://localhost/" },
}

/** Responds to a request of a library, below `/api/auth/`. */
export function respondAsService(method: string | undefined, pathname: string, response: ServerResponse): void {
  const body = RESPONSES[`${method} ${pathname.slice("/api/auth/".length)}`]
  response.writeHead(body === undefined ? 404 : 200, {
    "content-type": "application/json",
    "cache-control": "no-store",
  })
  response.end(JSON.stringify(body ?? null))
}

/** A page of the site, and tags for its head. */
export interface SitePage extends Bundle {
  head?: string | undefined
}

/** A server with the built pages and the actions that all of them request. */
export interface Site {
  origin: string
  /** The size of each script that was sent, in bytes after gzip. */
  sizes: ReadonlyMap<string, number>
  close(): Promise<void>
}

/** Serves pages by path. A page's files are below its own path. */
export async function openSite(pages: Readonly<Record<string, SitePage>>): Promise<Site> {
  const sizes = new Map<string, number>()
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "", "http://localhost")
    if (pathname.startsWith("/api/auth/")) return respondAsService(request.method, pathname, response)
    const page = Object.keys(pages).find((path) => pathname === path || pathname.startsWith(`${path}/`))
    const found = page === undefined ? undefined : pages[page]
    if (page === undefined || !found) return void response.writeHead(404).end()
    const isScript = pathname !== page
    const text = isScript ? readFileSync(join(found.folder, pathname.slice(page.length))) : html(page, found)
    const body = gzipSync(text, { level: 9 })
    if (isScript) sizes.set(pathname, body.length)
    const type = isScript ? "text/javascript" : "text/html; charset=utf-8"
    response.writeHead(200, { "content-type": type, "content-encoding": "gzip", "content-length": body.length })
    response.end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve))
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`, // a listening server has an address
    sizes,
    close: () => new Promise((resolve) => (server.closeAllConnections(), server.close(() => resolve()))),
  }
}

// next-auth reads `process.env`, which Next provides
const html = (path: string, { first: [entry], head = "" }: SitePage) => `<!doctype html><html lang="en"><head>
<link rel="icon" href="data:,"><title>Who</title><script>process={env:{}}</script>${head}<script type="module" src="${path}/${entry}"></script>
</head><body><div id="root"></div></body></html>`
