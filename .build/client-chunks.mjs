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
      "client/core/client-for.js",
      "client/api/sign-in.js",
      "client/api/sign-out.js",
      "client/api/passkey.js",
      "client/page/navigate.js",
      "client/http/prefetch.js",
    ],
  },
  // Apart, because a sign-in card loads the script above by itself, but these lists only for a popup or a passkey
  { file: "client/core/later-lists.js", copies: ["client/actions/types.js", "client/contract.js"] },
  { file: "client/api/later-account.js", copies: ["client/api/account.js", "client/account-contract.js"] },
]

/** Modules that every card renders with. Cards and their later scripts share them. */
const CARD = {
  file: "components/view/card-script.js",
  modules: [
    "components/screens/card.js",
    "components/screens/screen.js",
    "components/view/card.js",
    "components/theme/css-color.js",
    "components/theme/css-values.js",
    "components/view/icons.js",
    "components/view/markup/card.js",
    "components/view/markup/image.js",
    "components/view/markup/parts.js",
    "components/passkeys/passkey-button.markup.js",
    "components/view/messages/fill.js",
    "components/view/node.js",
    "components/passkeys/passkey-visibility.view.js",
    "components/view/safe-url.js",
    "components/view/sign-in-error-message.js",
    "components/theme/theme.js",
  ],
}
/** Modules of a few constants. Each merged file has its own copy, so that no page loads those that it doesn't use. */
const CONSTANTS = ["client/protocol.js"]

export const STATIC = /^[ \t]*(?:(?:import|export)\b[^"';]*?\bfrom|import)\s*"(\.[^"]+)"/gm
const DYNAMIC = /\bimport\("(\.[^"]+)"\)/g

const importsIn = (module, pattern) =>
  [...readFileSync(module, "utf8").matchAll(pattern)].map(([, path]) => join(dirname(module), path))

/** Returns modules and what they import statically, directly or indirectly. */
export function closure(modules) {
  const reached = new Set(modules)
  // Iterating a set includes the elements that are added meanwhile
  for (const module of reached) for (const imported of importsIn(module, STATIC)) reached.add(imported)
  return [...reached]
}

/** Returns the path that a module imports another one by. */
export function specifier(from, to) {
  const path = relative(dirname(from), to)
  return path.startsWith(".") ? path : `./${path}`
}

/** Returns the names that a module exports. */
export async function listExports(module) {
  const { metafile } = await build({ entryPoints: [module], format: "esm", write: false, metafile: true })
  return Object.values(metafile.outputs)[0].exports
}

const without = (modules, excluded) => modules.filter((module) => !excluded.includes(module))

/** Returns each name that a module imports, after its module. */
export function importedNames(module) {
  return [...readFileSync(module, "utf8").matchAll(STATIC)].flatMap(([statement, path]) => {
    const [, list = ""] = /{([^}]*)}/.exec(statement) ?? []
    return list.split(",").map((name) => `${join(dirname(module), path)} ${name.trim().split(" as ")[0]}`)
  })
}

/**
 * Bundles modules into one file, which imports what `first` and `later` contain from their files. Exports only the names in `used`,
 * because bundlers keep everything that a script exports if it is loaded later.
 */
async function merge({ file, modules }, { first, used, inlined, later = [] }) {
  const lines = []
  for (const module of modules) {
    const names = (await listExports(module)).filter((name) => used.has(`${module} ${name}`))
    if (names.length > 0) lines.push(`export { ${names.join(", ")} } from "${specifier(file, module)}"`)
  }
  return bundle(file, lines, ({ path, importer, kind, resolveDir }) => {
    if (!path.startsWith(".")) return { path, external: true }
    const module = relative(process.cwd(), join(resolveDir, path))
    if (kind === "dynamic-import") return { path: specifier(file, module), external: true }
    if (importer === "<stdin>" || modules.includes(module) || inlined.includes(module)) return undefined
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
  return outputFiles[0].text.replace(/^\/\/ \.cache\/dist\/.*\n/gm, "") // names of files that the package doesn't have
}

/** Makes a module import the merged files. */
export function redirectImports(module, mergedFile) {
  const before = readFileSync(module, "utf8")
  const after = before.replaceAll(STATIC, (statement, path) => {
    const file = mergedFile(join(dirname(module), path))
    return file === undefined ? statement : statement.replace(`"${path}"`, `"${specifier(module, file)}"`)
  })
  if (after !== before) writeFileSync(module, after)
}

/** Merges the client's modules in `root`, the folder of the built package. */
export async function mergeClient(root) {
  const path = (module) => join(root, module)
  const files = globSync(`${root}/{client,components}/**/*.{js,jsx,svelte}`)
  const inlined = CONSTANTS.map(path)
  const first = { file: path(FIRST.file), modules: without(closure(FIRST.from.map(path)), inlined) }
  const store = {
    file: path(STORE.file),
    modules: without(closure(STORE.from.map(path)), [...first.modules, ...inlined]),
  }
  const later = LATER.map(({ file, copies }) => ({ file: path(file), modules: copies.map(path) }))
  const copied = later.flatMap(({ modules }) => modules)
  const dynamic = files.flatMap((module) => importsIn(module, DYNAMIC))
  const others = without(files, [...first.modules, ...store.modules])
  const loadedLater = new Set(without(closure(dynamic), copied))

  const usedNames = new Set([`${path(STORE.from[0])} createFullClient`])
  for (const module of [...files]) for (const name of importedNames(module)) usedNames.add(name)
  const merged = {
    first: { file: first.file, text: await merge(first, { first, used: usedNames, inlined }) },
    store: {
      file: store.file,
      text: await merge(store, { first, used: new Set([`${path(STORE.from[0])} createFullClient`]), inlined }),
    },
    later: await Promise.all(
      later.map(async (group) => ({
        file: group.file,
        text: await merge(group, { first, used: usedNames, inlined, later }),
      })),
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

/** Merges the modules that every card renders with, in `root`, the folder of the built package. The server uses them too. */
export async function mergeCards(root) {
  const path = (module) => join(root, module)
  const group = { file: path(CARD.file), modules: CARD.modules.map(path) }
  const files = globSync(`${root}/{client,components,server}/**/*.{js,jsx,svelte}`)
  const usedNames = new Set(files.flatMap(importedNames))
  const text = await merge(group, { first: group, used: usedNames, inlined: [] })
  for (const module of without(files, group.modules)) {
    redirectImports(module, (imported) => (group.modules.includes(imported) ? group.file : undefined))
  }
  writeFileSync(group.file, text)
  for (const module of group.modules) rmSync(module)
}
