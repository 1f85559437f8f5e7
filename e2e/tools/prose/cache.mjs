// Keeps the findings of each file, so that a check reads only the files that changed since the last one.
import { createHash } from "node:crypto"
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs"
import { dirname } from "node:path"
import { inRoot } from "../prepare.mjs"
import { findProse } from "./sources.mjs"

/** Hashes what findings depend on besides their file: the rules, and the packages that apply them. */
function rulesHash() {
  const files = [...globSync(inRoot("e2e/tools/prose/*.mjs")).sort(), inRoot("package-lock.json")]
  return toHash(...files.map((file) => readFileSync(file)))
}

function toHash(...texts) {
  const hash = createHash("sha256")
  for (const text of texts) hash.update(text).update("\0")
  return hash.digest("hex")
}

function read(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8"))
  } catch {
    return {} // no check has run yet
  }
}

async function lintProse(file, source) {
  const { lint } = await import("./lint.mjs") // takes longer to load than a check of few files
  return lint(findProse(file, source))
}

/**
 * Opens the findings of earlier checks, which other rules discard. `findings` returns those of a file, and `save` stores
 * them for the next check.
 *
 * @param {string} path where they are stored
 */
export function openCache(path, { rules = rulesHash(), find = lintProse } = {}) {
  const stored = read(path)
  const files = new Map(stored.rules === rules ? stored.files : [])
  return {
    async findings(file, source = readFileSync(inRoot(file), "utf8")) {
      const hash = toHash(source)
      const known = files.get(file)
      if (known?.hash === hash) return known.found
      const found = await find(file, source)
      files.set(file, { hash, found })
      return found
    },
    save() {
      const present = [...files].filter(([file]) => existsSync(inRoot(file)))
      const unfinished = `${path}.${process.pid}`
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(unfinished, JSON.stringify({ rules, files: present }))
      renameSync(unfinished, path)
    },
  }
}
