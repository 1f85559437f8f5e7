// Removes from the built package what no import of an app reaches, such as the declarations of internal modules.
import { existsSync, globSync, readFileSync, rmSync, statSync } from "node:fs"
import { dirname, join } from "node:path"

type Target = string | null | { readonly [condition: string]: Target }

/** An import that only declarations need. */
const TYPES = /\bimport type\b[^"']*["'][^"']+["']/g
const IMPORT = /(?:\bfrom|\bimport|\bnew URL)\s*\(?\s*["'](\.[^"']+)["']/g

/** Returns the files that a `package.json` names, in `root` instead of `dist`. */
function targets(target: Target | undefined, root: string): string[] {
  if (typeof target === "string") return globSync(target.replace(/^(?:\.\/)?dist/, root))
  return Object.values(target ?? {}).flatMap((inner) => targets(inner, root))
}

/** Returns the files that a module or a declaration may mean by a relative path. */
function candidates(path: string, isDeclaration: boolean): string[] {
  if (!isDeclaration) return [path]
  const base = path.replace(/(\.d)?\.[jt]sx?$/, "")
  return [`${base}.d.ts`, `${base}/index.d.ts`]
}

/** Returns the files, and those that they import directly or indirectly. */
function closure(files: readonly string[]): Set<string> {
  const reached = new Set(files)
  // Iterating a set includes the elements that are added meanwhile
  for (const file of reached) {
    const isDeclaration = file.endsWith(".d.ts")
    const text = readFileSync(file, "utf8")
    for (const [, path = ""] of (isDeclaration ? text : text.replaceAll(TYPES, "")).matchAll(IMPORT)) {
      const named = candidates(join(dirname(file), path), isDeclaration)
      for (const other of named) if (existsSync(other) && statSync(other).isFile()) reached.add(other)
    }
  }
  return reached
}

/** Removes the modules and declarations of `root`, the folder of the built package, that no public import reaches. */
export function prune(root: string): void {
  const manifest = JSON.parse(readFileSync("package.json", "utf8")) as Record<string, Target>
  const entries = ["exports", "imports", "bin", "qwik"].flatMap((field) => targets(manifest[field], root))
  const reached = closure(entries.filter((file) => /\.(jsx?|svelte|ts)$/.test(file)))
  const styles = globSync(`${root}/**/*.css.d.ts`)
  for (const file of globSync(`${root}/**/*.{js,jsx,d.ts}`)) {
    if (reached.has(file) || styles.includes(file) || file.endsWith(".svelte.d.ts")) continue
    rmSync(file)
  }
}
