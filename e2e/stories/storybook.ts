import { existsSync } from "node:fs"
import { createServer } from "node:http"
import { readFile } from "node:fs/promises"
import { extname, join, normalize } from "node:path"
import { fileURLToPath } from "node:url"

const folder = fileURLToPath(new URL("../../storybook-static", import.meta.url))

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
}

/** A server of the built Storybook. */
export interface Storybook {
  readonly origin: string
  readonly close: () => Promise<void>
}

/** Serves the output of `npm run storybook:build`. */
export async function serveStorybook(): Promise<Storybook> {
  if (!existsSync(join(folder, "index.json"))) throw new Error("Build it first: npm run storybook:build")
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost")
    const file = join(folder, normalize(pathname === "/" ? "/index.html" : pathname))
    const body = await readFile(file).catch(() => undefined)
    const isHashed = pathname.startsWith("/assets/") // a file's name changes with its content
    response.writeHead(body ? 200 : 404, {
      "content-type": TYPES[extname(file)] ?? "application/octet-stream",
      "cache-control": isHashed ? "max-age=3600" : "no-store",
    })
    response.end(body)
  })
  await new Promise<void>((listening) => server.listen(0, "localhost", listening))
  const address = server.address()
  if (typeof address !== "object" || address === null) throw new Error("The server has no port")
  const close = async () => {
    server.closeAllConnections()
    await new Promise((closed) => server.close(closed))
  }
  return { origin: `http://localhost:${address.port}`, close }
}
