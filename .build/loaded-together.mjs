// Merges modules of the server that are always loaded together. A package with fewer files installs sooner, and Node reads fewer
// of them when a request first needs a part of Latchkit.
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join, relative } from "node:path"
import { build } from "esbuild"
import { bundle, listExports, redirectImports, specifier, STATIC } from "./client-chunks.mjs"

const DYNAMIC = /\bimport\("(\.[^"]+)"\)/g
/** The module that another one imports as a whole. */
const WHOLE = /(?:export|import)\s*\*[^"]*?from\s*"(\.[^"]+)"/g
/** A module that finds files by its own address, or has a directive for a bundler. */
const ALONE = /\bimport\.meta\b|^"use \w+"/m
/** Qwik's optimizer looks for the first ones. The second ones are merged already. */
const KEPT = /\.qwik\.js$|\.merged\.js$/

/**
 * Merges the modules in `root`, the folder of the built package. Those that the same entries and `import()` reach become
 * one file, so each entry loads the same code as before.
 */
export async function mergeLoadedTogether(root) {
  const texts = new Map(globSync(`${root}/**/*.{js,jsx,svelte}`).map((file) => [file, readFileSync(file, "utf8")]))
  const modules = [...texts.keys()]
  const importsIn = (file, pattern) =>
    [...(texts.get(file) ?? "").matchAll(pattern)].map(([, path]) => join(dirname(file), path))
  const imports = new Map(modules.map((file) => [file, importsIn(file, STATIC)]))
  const entries = new Set([...publicFiles(root), ...modules.flatMap((file) => importsIn(file, DYNAMIC))])
  const whole = new Set(modules.flatMap((file) => importsIn(file, WHOLE)))
  // Apps bundle these in parts, of which a page loads few
  const browser = new Set(publicFiles(root).filter((file) => !file.startsWith(join(root, "server/"))))
  // Iterating a set includes the elements that are added meanwhile
  for (const file of browser)
    for (const path of [STATIC, DYNAMIC].flatMap((kind) => importsIn(file, kind))) browser.add(path)
  const mayMove = (file) =>
    ![browser, whole].some((files) => files.has(file)) && !KEPT.test(file) && !ALONE.test(texts.get(file))

  const loaders = new Map(modules.map((file) => [file, []]))
  for (const entry of entries) {
    const loaded = new Set([entry])
    for (const file of loaded) for (const imported of imports.get(file) ?? []) loaded.add(imported)
    for (const file of loaded) loaders.get(file)?.push(entry)
  }
  /** Returns the files without those that a module beside them imports, such as one that stays alone. */
  function unshared(files) {
    const others = new Set(modules.filter((file) => !files.includes(file)).flatMap((file) => imports.get(file)))
    const inner = files.filter((file) => entries.has(file) || !others.has(file))
    return inner.length === files.length ? files : unshared(inner)
  }
  const owners = new Map()
  const merged = []
  for (const [key, group] of Map.groupBy(modules.filter(mayMove), (file) => loaders.get(file).join(" "))) {
    // An entry contains what it alone loads, and exports the same as before. Nothing is left of what no entry loads
    const ownFiles = group.filter((file) => file === key || !entries.has(file))
    const files = group.includes(key) ? unshared(ownFiles) : ownFiles
    if (key === "" || files.length < 2) continue
    const exported = group.includes(key) ? undefined : await listedExports(files)
    const [own] = exported?.keys() ?? [key]
    for (const file of exported?.keys() ?? files) owners.set(file, own)
    merged.push([own, exported])
  }
  const written = await Promise.all(
    merged.map(async ([file, exported]) => {
      const lines = exported
        ? [...exported].map(([module, list]) => `export { ${list.join(", ")} } from "${specifier(file, module)}"`)
        : [texts.get(file)]
      return [file, await bundle(file, lines, resolveIn(file, owners))]
    }),
  )
  for (const file of modules) redirectImports(file, (imported) => owners.get(imported))
  for (const [file, text] of written) writeFileSync(file, text)
  for (const [module, file] of owners) if (module !== file) rmSync(module)
  await requireExports(modules.filter((file) => /\.jsx?$/.test(file) && existsSync(file)))
}

/** Throws if a module imports what another one doesn't export, because an app's build would fail. */
async function requireExports(entryPoints) {
  const external = ({ path, kind }) =>
    kind === "entry-point" || /^\..*\.jsx?$/.test(path) ? undefined : { path, external: true }
  const plugins = [{ name: "own files", setup: ({ onResolve }) => onResolve({ filter: /./ }, external) }]
  const once = { splitting: true, write: false, outdir: "out" } // without it, each entry would repeat what it shares
  await build({ entryPoints, plugins, bundle: true, format: "esm", jsx: "preserve", ...once })
}

/** Returns the names that modules export, by module. Leaves out modules that share a name with another one. */
async function listedExports(files) {
  const exported = new Map()
  const names = new Set()
  for (const file of files) {
    const list = await listExports(file)
    if (list.some((name) => names.has(name))) continue
    for (const name of list) names.add(name)
    exported.set(file, list)
  }
  return exported
}

/** Returns what a merged file contains of its imports, and the paths of the others. */
function resolveIn(file, owners) {
  return ({ path, kind, resolveDir }) => {
    if (!path.startsWith(".")) return { path, external: true }
    const module = relative(process.cwd(), join(resolveDir, path))
    const own = owners.get(module)
    if (own === file && kind !== "dynamic-import") return undefined
    return { path: specifier(file, own ?? module), external: true }
  }
}

/** Returns the files that `package.json` names, in `root` instead of `dist`. */
function publicFiles(root) {
  const manifest = JSON.parse(readFileSync("package.json", "utf8"))
  const filesOf = (target) =>
    typeof target === "string"
      ? globSync(target.replace(/^(?:\.\/)?dist/, root)).filter((file) => /\.jsx?$/.test(file))
      : Object.values(target ?? {}).flatMap(filesOf)
  return ["exports", "imports", "bin", "qwik"].flatMap((field) => filesOf(manifest[field]))
}
