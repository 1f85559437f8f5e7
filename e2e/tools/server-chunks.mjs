// Merges the modules of the server that its first request needs. Node takes a third of a millisecond per file, and a serverless
// process starts often.
import { globSync, rmSync, writeFileSync } from "node:fs"
import { join, relative } from "node:path"
import { bundle, closure, exportsOf, redirectImports, specifier } from "./client-chunks.mjs"

/** The merged files, and the entries that need them. Later ones import what earlier ones contain. */
const MERGED = [
  { file: "server/crypto/tokens.merged.js", entry: "server/jwt.js" },
  { file: "server/service.merged.js", entry: "server/index.js" },
]

/** Merges the server's modules in `root`, the folder of the built package. */
export async function mergeServer(root) {
  const path = (module) => join(root, module)
  const entries = MERGED.map(({ entry }) => path(entry))
  const fileOf = new Map()
  for (const { file, entry } of MERGED) {
    for (const module of closure([path(entry)])) {
      if (!entries.includes(module) && !fileOf.has(module)) fileOf.set(module, path(file))
    }
  }
  const texts = await Promise.all(MERGED.map(async ({ file }) => [path(file), await merge(path(file), fileOf)]))
  const others = globSync(`${root}/server/**/*.js`).filter((file) => !fileOf.has(file))
  for (const module of others) redirectImports(module, (imported) => fileOf.get(imported))
  for (const [file, text] of texts) writeFileSync(file, text)
  // A browser's or component's module keeps its own file
  for (const module of fileOf.keys()) if (module.startsWith(path("server/"))) rmSync(module)
}

/** Bundles the modules of a merged file. It exports all that they export. */
async function merge(file, fileOf) {
  const modules = [...fileOf].filter(([, own]) => own === file).map(([module]) => module)
  const owners = new Map()
  const lines = []
  for (const module of modules) {
    const names = await exportsOf(module)
    for (const name of names) {
      const owner = owners.get(name)
      if (owner) throw new Error(`${owner} and ${module} both export ${name}. Rename one, because they are merged`)
      owners.set(name, module)
    }
    if (names.length > 0) lines.push(`export { ${names.join(", ")} } from "${specifier(file, module)}"`)
  }
  return bundle(file, lines, ({ path, kind, resolveDir }) => {
    if (!path.startsWith(".")) return { path, external: true }
    const module = relative(process.cwd(), join(resolveDir, path))
    const own = fileOf.get(module)
    if (own === file && kind !== "dynamic-import") return undefined
    return { path: specifier(file, own ?? module), external: true }
  })
}
