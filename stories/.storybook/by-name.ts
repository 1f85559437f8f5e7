import { fileURLToPath } from "node:url"
import type { Plugin } from "vite"
import tsconfig from "../../tsconfig.json" with { type: "json" }

const root = fileURLToPath(new URL("../..", import.meta.url))
const SOURCES: Readonly<Record<string, readonly string[] | undefined>> = {
  ...tsconfig.compilerOptions.paths,
  "latchkit/auth.css": ["components/auth.css"],
}

/** The documentation's examples import the package by its name, as an app does; here that is its sources. */
export function latchkitByName(): Plugin {
  return {
    name: "latchkit-by-name",
    enforce: "pre",
    resolveId(id, importer) {
      // The site has packages of its own in this folder
      if (!importer?.includes("/stories/docs/") || importer.includes("/node_modules/")) return undefined
      if (id.startsWith("#")) return `\0${id}` // Nuxt's `#imports`, which a test replaces. This package has other names
      if (!/^latchkit(\/|$)/.test(id)) return undefined
      const source = findSource(id)
      return source && root + source.replace(/^\.\//, "")
    },
  }
}

/** The file of a public import; that of `latchkit/providers/*` is named after what stands for the star. */
function findSource(id: string): string | undefined {
  const exact = SOURCES[id]?.[0]
  if (exact) return exact
  const family = Object.keys(SOURCES).find((name) => name.endsWith("*") && id.startsWith(name.slice(0, -1)))
  return family && SOURCES[family]?.[0]?.replace("*", id.slice(family.length - 1))
}
