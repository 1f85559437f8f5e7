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
const LATER = [
  {
    file: "client/core/later-script.js",
    copies: [
      "client/api/sign-in.js",
      "client/api/sign-out.js",
      "client/api/passkey.js",
      "client/actions/types.js",
      "client/contract.js",
      "client/page/navigate.js",
      "client/http/fetch-action.js",
      "client/http/prefetch.js",
    ],
  },
  { file: "client/api/later-account.js", copies: ["client/api/account.js", "client/account-contract.js"] },
]

export const STATIC = /^[ \t]*(?:(?:import|export)\b[^"';]*?\bfrom|import)\s*"(\.[^"]+)"/gm
const DYNAMIC = /\bimport\("(\.[^"]+)"\)/g

const importsIn = (module, pattern) =>
  [...readFileSync(module, "utf8").matchAll(pattern)].map(([, path]) => join(dirname(module), path))

/** Returns modules and what they import statically, directly or indirectly. */
export function closure(modules) {
  const found = new Set(modules)
  // Iterating a set includes the elements that are added meanwhile
  for (const module of found) for (const imported of importsIn(module, STATIC)) found.add(imported)
  return [...found]
}

/** Returns the path that a module imports another one by. */
export function specifier(from, to) {
  const path = relative(dirname(from), to)
  return path.startsWith(".") ? path : `./${path}`
}

/** Returns the names that a module exports. */
export async function exportsOf(module) {
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
 * Bundles modules into one file, which imports what `first` and `later` contain from their files. Exports only the names in `used`,
 * because bundlers keep everything that a script exports if it is loaded later.
 */
async function merge({ file, modules }, first, used, later = []) {
  const lines = []
  for (const module of modules) {
    const names = (await exportsOf(module)).filter((name) => used.has(`${module} ${name}`))
    if (names.length > 0) lines.push(`export { ${names.join(", ")} } from "${specifier(file, module)}"`)
  }
  return bundle(file, lines, ({ path, importer, kind, resolveDir }) => {
    if (!path.startsWith(".")) return { path, external: true }
    const module = relative(process.cwd(), join(resolveDir, path))
    if (kind === "dynamic-import") return { path: specifier(file, module), external: true }
    if (importer === "<stdin>" || modules.includes(module)) return undefined
    const merged = [first, ...later].find((group) => group.modules.includes(module))
    return { path: specifier(file, merged?.file ?? module), external: true }
  })
}

/** Bundles a module that has these lines and is in the folder of `file`. `resolve` says which imports stay as they are. */
export async function bundle(file, lines, resolve) {
  const { outputFiles } = await build({
    stdin: { contents: lines.join("\n"), resolveDir: dirname(file) },
    bundle: true,
    format: "esm",
    platform: "neutral", // leaves `process.env.NODE_ENV` to the app's bundler
    target: "es2022",
    write: false,
    outfile: file,
    plugins: [{ name: "neighbors", setup: ({ onResolve }) => onResolve({ filter: /./ }, resolve) }],
  })
  return outputFiles[0].text
}

/** Makes a module import the merged files. */
export function redirectImports(module, fileOf) {
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
  const later = LATER.map(({ file, copies }) => ({ file: path(file), modules: copies.map(path) }))
  const copied = later.flatMap(({ modules }) => modules)
  const dynamic = files.flatMap((module) => importsIn(module, DYNAMIC))
  const others = without(files, [...first.modules, ...store.modules])
  const loadedLater = new Set(without(closure(dynamic), copied))

  const used = new Set([`${path(STORE.from[0])} createFullClient`])
  for (const module of [...files]) for (const name of importedNames(module)) used.add(name)
  const merged = {
    first: { file: first.file, text: await merge(first, first, used) },
    store: { file: store.file, text: await merge(store, first, new Set([`${path(STORE.from[0])} createFullClient`])) },
    later: await Promise.all(
      later.map(async (group) => ({ file: group.file, text: await merge(group, first, used, later) })),
    ),
  }
  for (const { file, text } of [merged.first, ...merged.later]) writeFileSync(file, text)
  // The store's modules too: one that another script imports as well must not bring a second first script
  for (const module of [...others, ...store.modules]) {
    redirectImports(module, (imported) => {
      if (first.modules.includes(imported)) return first.file
      return loadedLater.has(module) ? later.find(({ modules }) => modules.includes(imported))?.file : undefined
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
