import { readFileSync } from "node:fs"
import { registerHooks } from "node:module"
import { fileURLToPath } from "node:url"

// Lets a command that runs from the sources load an app's module: `latchkit/…` is the sources, and packages are this
// repository's
const root = new URL("../../", import.meta.url)
const { compilerOptions } = JSON.parse(readFileSync(fileURLToPath(new URL("tsconfig.json", root)), "utf8")) as {
  compilerOptions: { paths: Record<string, [string]> }
}

registerHooks({
  resolve(specifier, context, next) {
    const exact = compilerOptions.paths[specifier]?.[0]
    if (exact) return next(new URL(exact, root).href, context)
    const provider = /^latchkit\/providers\/([\w-]+)$/.exec(specifier)?.[1]
    if (provider) return next(new URL(`server/providers/catalogue/${provider}.ts`, root).href, context)
    const isPackage = /^(?!node:|data:|file:)[@\w]/.test(specifier)
    return isPackage && !context.parentURL?.startsWith(root.href)
      ? next(specifier, { ...context, parentURL: new URL("package.json", root).href })
      : next(specifier, context)
  },
})
