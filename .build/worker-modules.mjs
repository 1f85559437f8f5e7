// In a Worker, `x.worker.ts` replaces `x.ts`. A bundler for Workers puts everything that a module may load into its one file.
import { globSync, readFileSync, writeFileSync } from "node:fs"
import { join, relative } from "node:path"

/** The conditions in `package.json` that bundlers for Cloudflare, Vercel's Edge runtime and others set. */
export const CONDITIONS = ["workerd", "edge-light", "worker"]

/** Returns the modules that a Worker replaces, without their extension. */
const replaced = () =>
  globSync("{components,server}/**/*.worker.ts")
    .map((file) => file.replace(".worker.ts", ""))
    .sort()

/** The merged files that contain such modules. */
const MERGED = { "server/brings": "server/shared.merged", "server/service/features": "server/features.merged" }

/** Returns the `imports` of `package.json`: for each of these modules, its file in a Worker and elsewhere. */
export function importsForWorkers() {
  const target = (module) => [
    `#${module}`,
    {
      ...Object.fromEntries(CONDITIONS.map((condition) => [condition, `./dist/${module}.worker.js`])),
      default: `./dist/${MERGED[module] ?? module}.js`,
    },
  ]
  return Object.fromEntries(replaced().map(target))
}

const IMPORT = /(\bfrom\s*|\bimport\s*\(\s*)"(\.[^"]+)\.js"/g

/** Makes the modules in `root`, the folder of the built package, import those modules by the names in `package.json`. */
export function importByCondition(root) {
  const modules = new Set(replaced())
  for (const file of globSync(`${root}/{client,components,server}/**/*.{js,jsx,svelte}`)) {
    const before = readFileSync(file, "utf8")
    const after = before.replaceAll(IMPORT, (statement, start, path) => {
      const module = relative(root, join(file, "..", path))
      return modules.has(module) ? `${start}"#${module}"` : statement
    })
    if (after !== before) writeFileSync(file, after)
  }
}
