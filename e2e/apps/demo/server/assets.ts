import { readdir, readFile } from "node:fs/promises"
import { extname } from "node:path"

const TYPES: Record<string, string> = {
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
}

const folder = new URL("../dist/", import.meta.url)
const known = readdir(folder, { recursive: true }).then((names) => new Set(names))

/** Serves a built file. Other files can't be requested. */
export async function assetAt(pathname: string): Promise<Response | undefined> {
  const name = pathname === "/favicon.ico" ? "logo.svg" : pathname.slice(1)
  const type = TYPES[extname(name)]
  if (type === undefined || !(await known).has(name)) return undefined
  const hashed = name.startsWith("assets/")
  const cache = hashed ? "public, max-age=31536000, immutable" : "public, max-age=3600"
  return new Response(await readFile(new URL(name, folder)), {
    headers: { "content-type": type, "cache-control": cache, "x-content-type-options": "nosniff" },
  })
}
