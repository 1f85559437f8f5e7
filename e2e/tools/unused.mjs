import { readFileSync } from "node:fs"
import { repositoryFiles } from "./repository-files.ts"

const SOURCES = /^(?:client|components|server|e2e\/tools)\/.*\.(?:ts|tsx|svelte|mjs)$/

/**
 * Removes exports that knip can't see in use: members of a module that `import()` loads, such as `lazy(load, "name")`, and
 * names in Svelte files. Texts are members of a whole language, so each of them counts as used.
 *
 * @type {import("knip").Preprocessor}
 */
export default function withoutLazyUses(options) {
  const texts = new Map(
    repositoryFiles()
      .filter((file) => SOURCES.test(file))
      .map((file) => [file, readFileSync(file, "utf8")]),
  )
  /** @param {string} file @param {string} name */
  const isUsed = (file, name) => {
    if (file.includes("/messages/")) return true
    const member = new RegExp(`\\.${name}\\b|, "${name}"\\)|\\{[^{}]*\\b${name}\\b[^{}]*\\} = `)
    const word = new RegExp(`\\b${name}\\b`)
    return [...texts].some(([other, text]) => other !== file && (other.endsWith(".svelte") ? word : member).test(text))
  }
  for (const [file, names] of Object.entries(options.issues.exports))
    for (const name of Object.keys(names)) {
      if (!isUsed(file, name)) continue
      delete names[name]
      options.counters.exports -= 1
    }
  return options
}
