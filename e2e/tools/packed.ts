// Packs Latchkit as `npm publish` does, once for all tests of the package.
import { execFileSync } from "node:child_process"
import { createHash } from "node:crypto"
import { existsSync, globSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs"
import { join } from "node:path"

const ROOT = join(import.meta.dirname, "../..")
const CACHE = join(ROOT, ".cache")

/** The files that a package depends on. The stamp of the build is a hash of all sources. */
const INPUTS = [".cache/build-stamp", "package.json", "README.md", "LICENSE", "skills/latchkit/SKILL.md"]

/** Returns the path of the packed package. Packs it unless it was packed after the last build. */
export function packedPackage(): string {
  const hash = createHash("sha256")
  for (const file of INPUTS) hash.update(readFileSync(join(ROOT, file)))
  const packed = join(CACHE, `latchkit-${hash.digest("hex").slice(0, 16)}.tgz`)
  if (existsSync(packed)) return packed
  for (const old of globSync(join(CACHE, "latchkit-*.tgz"))) rmSync(old, { force: true })
  // Another process may pack at the same time, so the finished file replaces theirs at once
  const at = mkdtempSync(join(CACHE, "packing-"))
  execFileSync("npm", ["pack", "--ignore-scripts", "--silent", "--pack-destination", at], { cwd: ROOT })
  for (const name of readdirSync(at)) renameSync(join(at, name), packed)
  rmSync(at, { recursive: true })
  return packed
}
