import { readFileSync } from "node:fs"
import { join } from "node:path"

/** A version of the documentation: what its menu says, and the path of its site. */
export interface Version {
  readonly name: string
  readonly path: string
}

/** The version of a site, and the others beside it. */
export interface Versions {
  readonly current: string
  readonly others: readonly Version[]
}

/** Returns the version of a tag: `0.1.0` of `v0.1.0`. */
export const versionOf = (tag: string): string => tag.replace(/^v(?=\d)/, "")

const { version } = JSON.parse(readFileSync(join(import.meta.dirname, "../../../package.json"), "utf8")) as {
  version: string
}

/**
 * Returns the version of the site that is being built, and the others beside it. `DOCS_VERSIONS` has the tags of older
 * ones, and `DOCS_OLD` is set while one of these is being built, below `DOCS_ROOT`.
 */
export function readVersions(env: Readonly<Record<string, string | undefined>>): Versions {
  const { DOCS_OLD: old, DOCS_BASE: base = "/", DOCS_ROOT: root = base } = env
  const tags = (env["DOCS_VERSIONS"] ?? "").split(",").filter((tag) => tag !== "")
  const older = tags.map((tag) => ({ name: versionOf(tag), path: `${root}${versionOf(tag)}/` }))
  const all = [{ name: old ? "Latest" : version, path: root }, ...older]
  const current = old ?? version
  return { current, others: all.filter(({ name }) => name !== current) }
}
