import { existsSync } from "node:fs"
import * as nodeModule from "node:module"
import { dirname, join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"

const EXTENSIONS = ["", ".ts", ".tsx", ".mts", ".js", ".mjs", "/index.ts", "/index.js"]

/** Modules that a framework makes up. The command replaces them with what an app's configuration needs of them. */
const VIRTUAL: Readonly<Record<string, () => string>> = {
  "$env/dynamic/private": () => "export const env = process.env",
  "$env/dynamic/public": () => "export const env = process.env",
  "$env/static/private": staticVariables,
  "$env/static/public": staticVariables,
  "$app/environment": () => "export const browser = false, building = false, dev = true, version = ''",
  "$app/paths": () => "export const base = ''",
  "server-only": () => "export {}",
}

/** Returns a module with an export for each variable whose name JavaScript allows. */
function staticVariables(): string {
  const names = Object.keys(process.env).filter((name) => /^[A-Z_][A-Z0-9_]*$/.test(name))
  return names.map((name) => `export const ${name} = process.env.${name}`).join("\n")
}

/**
 * Lets Node import an app's module as its bundler does. Imports may lack file extensions, and use the aliases `@/`,
 * `~/` and `$lib/` and the framework's virtual modules. Does nothing in a version of Node without synchronous hooks.
 */
export function registerModuleHooks(cwd: string): void {
  if (!("registerHooks" in nodeModule)) return // added in Node 22.15
  nodeModule.registerHooks({
    resolve(specifier, context, next) {
      const virtual = VIRTUAL[specifier]
      if (virtual) return { url: `data:text/javascript,${encodeURIComponent(virtual())}`, shortCircuit: true }
      const file = fileFor(specifier, context.parentURL, cwd)
      if (file !== undefined) return next(pathToFileURL(file).href, context)
      try {
        return next(specifier, context)
      } catch (error) {
        // `next/headers` and other packages without a map of exports need the extension in Node
        if (/^(?:[./]|node:|data:)/.test(specifier) || !specifier.includes("/")) throw error
        return next(`${specifier}.js`, context)
      }
    },
    load: (url, context, next) =>
      // Node would guess the format, and warn about it, if package.json has no `type`
      /^file:.*(?<!\.d)\.m?ts$/.test(url) && !url.includes("/node_modules/")
        ? next(url, { ...context, format: "module-typescript" })
        : next(url, context),
  })
}

function fileFor(specifier: string, parent: string | undefined, cwd: string): string | undefined {
  const paths = pathsFor(specifier, parent, cwd)
  return paths
    .flatMap((path) => [path, path.replace(/\.js$/, ".ts")])
    .flatMap((path) => EXTENSIONS.map((extension) => path + extension))
    .find((path) => /\.\w+$/.test(path) && existsSync(path))
}

function pathsFor(specifier: string, parent: string | undefined, cwd: string): string[] {
  if (/^\.\.?\//.test(specifier) && parent?.startsWith("file:") && !parent.includes("/node_modules/"))
    return [join(dirname(fileURLToPath(parent)), specifier)]
  if (specifier.startsWith("$lib/")) return [join(cwd, "src/lib", specifier.slice(5))]
  if (/^[@~]\//.test(specifier)) return [join(cwd, specifier.slice(2)), join(cwd, "src", specifier.slice(2))]
  return []
}
