// Merges modules of the client, so that an app's bundler makes fewer and smaller files of them. esbuild and webpack put modules that
// several scripts share into files of their own, and a page would wait for each of them.
import { build } from "esbuild"
import { globSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join, relative } from "node:path"

/** The first script of a page: what these modules import statically. */
const FIRST = { file: "client/core/first-script.js", from: ["client/core/client.js", "client/use-session.js"] }
/** The session store, which the first script loads later. */
const STORE = { file: "client/core/full-client.js", from: ["client/core/full-client.js"] }
/**
 * Copies of modules for the other scripts that are loaded later. Without them, esbuild would load a public module with
 * the first script if any later script uses it, and split the store in two. The modules have no state.
 */
const LATER = {
  file: "client/core/later-script.js",
  copies: [
    "client/api/sign-in.js",
    "client/api/passkey.js",
    "client/contract.js",
    "client/page/navigate.js",
    "client/http/fetch-action.js",
  ],
}

const STATIC = /^[ \t]*(?:(?:import|export)\b[^"';]*?\bfrom|import)\s*"(\.[^"]+)"/gm
const DYNAMIC = /\bimport\("(\.[^"]+)"\)/g

const importsIn = (module, pattern) =>
  [...readFileSync(module, "utf8").matchAll(pattern)].map(([, path]) => join(dirname(module), path))

/** Returns modules and what they import statically, directly or indirectly. */
function closure(modules) {
  const found = new Set(modules)
  // Iterating a set includes the elements that are added meanwhile
  for (const module of found) for (const imported of importsIn(module, STATIC)) found.add(imported)
  return [...found]
}

function specifier(from, to) {
  const path = relative(dirname(from), to)
  return path.startsWith(".") ? path : `./${path}`
}

async function exportsOf(module) {
  const { metafile } = await build({ entryPoints: [module], format: "esm", write: false, metafile: true })
  return Object.values(metafile.outputs)[0].exports
}

const without = (modules, excluded) => modules.filter((module) => !excluded.includes(module))

/** Returns each name that a module imports, after its module. */
function importedNames(module) {
  return [...readFileSync(module, "utf8").matchAll(STATIC)].flatMap(([statement, path]) => {
    const [, list = ""] = /{([^}]*)}/.exec(statement) ?? []
    return list.split(",").map((name) => `${join(dirname(module), path)} ${name.trim().split(" as ")[0]}`)
  })
}

/**
 * Bundles modules into one file, which imports what `first` contains from its file. Exports only the names in `used`,
 * because bundlers keep everything that a script exports if it is loaded later.
 */
async function merge({ file, modules }, first, used) {
  const lines = []
  for (const module of modules) {
    const names = (await exportsOf(module)).filter((name) => used.has(`${module} ${name}`))
    if (names.length > 0) lines.push(`export { ${names.join(", ")} } from "${specifier(file, module)}"`)
  }
  const neighbors = {
    name: "neighbors",
    setup: ({ onResolve }) =>
      onResolve({ filter: /./ }, ({ path, importer, kind, resolveDir }) => {
        if (!path.startsWith(".")) return { path, external: true }
        const module = relative(process.cwd(), join(resolveDir, path))
        if (kind === "dynamic-import") return { path: specifier(file, module), external: true }
        if (importer === "<stdin>" || modules.includes(module)) return undefined
        return { path: specifier(file, first.modules.includes(module) ? first.file : module), external: true }
      }),
  }
  const { outputFiles } = await build({
    stdin: { contents: lines.join("\n"), resolveDir: dirname(file) },
    bundle: true,
    format: "esm",
    platform: "neutral", // leaves `process.env.NODE_ENV` to the app's bundler
    target: "es2022",
    write: false,
    outfile: file,
    plugins: [neighbors],
  })
  return outputFiles[0].text
}

/** Makes a module import the merged files. */
function redirectImports(module, fileOf) {
  const before = readFileSync(module, "utf8")
  const after = before.replaceAll(STATIC, (statement, path) => {
    const file = fileOf(join(dirname(module), path))
    return file === undefined ? statement : statement.replace(`"${path}"`, `"${specifier(module, file)}"`)
  })
  if (after !== before) writeFileSync(module, after)
}

/** Merges the client's modules in `root`, the folder of the built package. */
export async function mergeClient(root) {
  const path = (module) => join(root, module)
  const files = globSync(`${root}/{client,components}/**/*.{js,jsx,svelte}`)
  const first = { file: path(FIRST.file), modules: closure(FIRST.from.map(path)) }
  const store = { file: path(STORE.file), modules: without(closure(STORE.from.map(path)), first.modules) }
  const later = { file: path(LATER.file), modules: LATER.copies.map(path) }
  const dynamic = files.flatMap((module) => importsIn(module, DYNAMIC))
  const others = without(files, [...first.modules, ...store.modules])
  const loadedLater = new Set(without(closure(dynamic), later.modules))

  const used = new Set([`${path(STORE.from[0])} createFullClient`])
  for (const module of [...files]) for (const name of importedNames(module)) used.add(name)
  const merged = {
    first: { file: first.file, text: await merge(first, first, used) },
    store: { file: store.file, text: await merge(store, first, new Set([`${path(STORE.from[0])} createFullClient`])) },
    later: { file: later.file, text: await merge(later, first, used) },
  }
  for (const { file, text } of [merged.first, merged.later]) writeFileSync(file, text)
  // The store's modules too: one that another script imports as well must not bring a second first script
  for (const module of [...others, ...store.modules]) {
    redirectImports(module, (imported) => {
      if (first.modules.includes(imported)) return first.file
      return loadedLater.has(module) && later.modules.includes(imported) ? later.file : undefined
    })
  }
  writeFileSync(merged.store.file, merged.store.text)
  // The files that `latchkit init` writes are texts with imports of their own
  const remaining = [...others, ...globSync(`${root}/server/**/*.js`).filter((file) => !file.includes("/cli/init/"))]
  const imported = new Set(closure(remaining.flatMap((module) => importsIn(module, STATIC))))
  for (const module of [...first.modules, ...store.modules]) {
    if (!imported.has(module) && module !== store.file) rmSync(module)
  }
}
