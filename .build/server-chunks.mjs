// Merges the modules of the server that its first request needs. Node takes a third of a millisecond per file, and a serverless
// process starts often.
import { globSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join, relative } from "node:path"
import { bundle, closure, importedNames, listExports, redirectImports, specifier } from "./client-chunks.mjs"
import { COPIED } from "./webauthn.ts"

const SERVICE = "server/index.js"
const JWT = "server/jwt.js"
/** In a Worker, another module replaces this one. On Node, what it imports is loaded at the start. */
const FEATURES = "server/service/features.js"

/** In a Worker, another module replaces this one too. Providers import it. */
const BRINGS = "server/brings.js"

/** The providers stay alone, because an app imports a few of them. */
const CATALOGUE = "server/providers/catalogue/"

/** The merged files, and the entries that need them. Later ones import what earlier ones contain. */
const MERGED = [
  // The modules that apps also import without `createAuth`, as for middleware
  { file: "server/shared.merged.js", entries: [JWT, SERVICE, FEATURES, BRINGS], shared: true },
  { file: "server/features.merged.js", entries: [FEATURES] },
  { file: "server/service.merged.js", entries: [SERVICE] },
  { file: "server/providers/define.merged.js", entries: [`${CATALOGUE}index.js`] },
]

/** Merges the server's modules in `root`, the folder of the built package. */
export async function mergeServer(root) {
  const path = (module) => join(root, module)
  const alone = closure([...entriesWithoutService(path), path(BRINGS)])
  const mergedFiles = new Map()
  for (const { file, entries, shared = false } of MERGED) {
    for (const module of closure(entries.map(path))) {
      const isMerged = module.startsWith(path("server/")) && (!shared || alone.includes(module))
      const isPublic = [JWT, SERVICE].map(path).includes(module) || module.startsWith(path(CATALOGUE))
      if (isMerged && !isPublic && !mergedFiles.has(module)) mergedFiles.set(module, path(file))
    }
  }
  const files = globSync(`${root}/{client,components,server}/**/*.{js,jsx,svelte}`)
  const texts = await Promise.all(
    MERGED.map(async ({ file }) => [path(file), await merge(root, path(file), mergedFiles, files)]),
  )
  const others = files.filter((file) => !mergedFiles.has(file))
  for (const module of others) redirectImports(module, (imported) => mergedFiles.get(imported))
  for (const [file, text] of texts) writeFileSync(file, text)
  for (const module of mergedFiles.keys()) rmSync(module)
  requireLazyApart(root)
}

/** Throws if code loads a merged file late. It is there from the start, and a bundle would keep all that it exports. */
function requireLazyApart(root) {
  for (const file of globSync(`${root}/server/**/*.js`)) {
    const [line] = /.*\bimport\("[^"]+\.merged\.js"\).*/.exec(readFileSync(file, "utf8")) ?? []
    if (line) throw new Error(`${file} loads a module late that is loaded at the start. Import it as usual: ${line}`)
  }
}

/** Returns the public entries of the server that a running app imports without `createAuth`. Features come beside it. */
function entriesWithoutService(path) {
  const { exports } = JSON.parse(readFileSync("package.json", "utf8"))
  return Object.values(exports)
    .map((entry) => entry?.default ?? "")
    .filter((file) => file.startsWith("./dist/server/") && !/\*|\/testing\//.test(file))
    .map((file) => path(file.replace("./dist/", "")))
    .filter((entry) => !closure([entry]).includes(path("server/service/auth.js")))
}

/** Bundles the modules of a merged file. Exports only the names that other files import: each one costs time at the start. */
async function merge(root, file, mergedFiles, files) {
  const modules = [...mergedFiles].filter(([, own]) => own === file).map(([module]) => module)
  const used = new Set(files.filter((other) => mergedFiles.get(other) !== file).flatMap(importedNames))
  const owners = new Map()
  const lines = []
  for (const module of modules) {
    const isReplaced = [FEATURES, BRINGS].some((replaced) => module === join(root, replaced)) // imported as "#server/…"
    const names = (await listExports(module)).filter((name) => isReplaced || used.has(`${module} ${name}`))
    for (const name of names) {
      const owner = owners.get(name)
      if (owner) throw new Error(`${owner} and ${module} both export ${name}. Rename one, because they are merged`)
      owners.set(name, module)
    }
    if (names.length > 0) lines.push(`export { ${names.join(", ")} } from "${specifier(file, module)}"`)
  }
  return bundle(file, lines, ({ path, kind, resolveDir }) => {
    if (COPIED.includes(path)) return undefined
    if (!path.startsWith(".")) return { path, external: true }
    const module = relative(process.cwd(), join(resolveDir, path))
    const own = mergedFiles.get(module)
    // Of a module of the browser or of a component, the file gets a copy of what it uses
    const isCopied = !module.startsWith(join(root, "server/"))
    if ((own === file || isCopied) && kind !== "dynamic-import") return undefined
    return { path: specifier(file, own ?? module), external: true }
  })
}
