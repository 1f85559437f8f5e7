// The server code of each release, which tests run beside the current code. A bundle of the packed release is kept here:
// it has 0.5 MB. A build from the history of git would need all of it, and the release's own packages of development.
import { readFileSync, renameSync, writeFileSync, existsSync, mkdirSync } from "node:fs"
import { createHash } from "node:crypto"
import { join } from "node:path"
import { brotliDecompressSync } from "node:zlib"

/**
 * Returns the path of a release's module. It is unpacked inside the repository, so that it finds `kysely` and drivers.
 */
export function releaseModule(version: string): string {
  const packed = readFileSync(join(import.meta.dirname, version, "kit.mjs.br"))
  const hash = createHash("sha256").update(packed).digest("hex").slice(0, 16)
  const at = join(import.meta.dirname, "../../.cache", `release-${hash}.mjs`)
  if (existsSync(at)) return at
  mkdirSync(join(at, ".."), { recursive: true })
  const next = `${at}.${process.pid}` // another process may unpack it at the same time
  writeFileSync(next, brotliDecompressSync(packed))
  renameSync(next, at)
  return at
}
