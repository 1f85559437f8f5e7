import { existsSync, readdirSync, statSync } from "node:fs"
import { readFile } from "node:fs/promises"
import { createServer } from "node:http"
import { extname, join, normalize } from "node:path"
import { fileURLToPath } from "node:url"
import type { Page } from "@playwright/test"
import { test as base } from "../test.ts"

/** The folder of the built site. */
export const DIST = fileURLToPath(new URL("../../stories/docs/site/dist", import.meta.url))

/** The base path that the long run builds it for. */
export const BASE = "/docs/"

/** The paths of all pages below the base path, without those of the older version. */
export const readPaths = (): string[] =>
  readdirSync(DIST, { encoding: "utf8", recursive: true })
    .filter((name) => name.endsWith("index.html") && !name.startsWith("HEAD/"))
    .map((name) => name.replace(/index\.html$/, ""))

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json",
  ".md": "text/markdown; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
}

/** Returns the file of the site at a path of its server, if there is one. */
export function fileAt(path: string): string | undefined {
  if (!path.startsWith(BASE)) return undefined
  const file = join(DIST, normalize(decodeURIComponent(path.slice(BASE.length))))
  const found = existsSync(file) && statSync(file).isDirectory() ? join(file, "index.html") : file
  return existsSync(found) ? found : undefined
}

async function serve() {
  if (!existsSync(join(DIST, "index.html")))
    throw new Error(`Build it first: DOCS_BASE=${BASE} DOCS_VERSIONS=HEAD npm run docs`)
  const server = createServer(async (request, response) => {
    const file = fileAt(new URL(request.url ?? "/", "http://localhost").pathname)
    response.writeHead(file ? 200 : 404, { "content-type": TYPES[extname(file ?? "")] ?? "application/octet-stream" })
    response.end(file && (await readFile(file)))
  })
  await new Promise<void>((listening) => server.listen(0, "localhost", listening))
  const address = server.address()
  if (typeof address !== "object" || address === null) throw new Error("The server has no port")
  const close = async () => {
    server.closeAllConnections()
    await new Promise((closed) => server.close(closed))
  }
  return { address: `http://localhost:${address.port}${BASE}`, close }
}

/** Playwright's test with the address of the built site. */
export const test = base.extend<object, { site: string }>({
  site: [
    async ({ browserName: _ }, use) => {
      const { address, close } = await serve()
      await use(address)
      await close()
    },
    { scope: "worker" },
  ],
})

export { expect } from "@playwright/test"

/** Collects what a page logs as an error, and every response that isn't found. */
export function complaintsOf(page: Page): string[] {
  const complaints: string[] = []
  page.on("console", (said) => said.type() === "error" && complaints.push(said.text()))
  page.on("pageerror", (error) => complaints.push(String(error)))
  page.on(
    "response",
    (response) => response.status() >= 400 && complaints.push(`${response.status()} ${response.url()}`),
  )
  return complaints
}
