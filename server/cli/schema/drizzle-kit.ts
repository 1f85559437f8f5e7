import { join, resolve } from "node:path"
import { findConfiguration, readText } from "./dialect.ts"

/** Returns the paths that `schema` names in the text of drizzle-kit's configuration. Empty if it isn't a text. */
export function schemaPaths(configuration: string): readonly string[] {
  const value = /\bschema\s*:\s*(\[[^\]]*\]|["'`][^"'`\n]+["'`])/.exec(configuration)?.[1] ?? ""
  return [...value.matchAll(/["'`]([^"'`\n]+)["'`]/g)].map(([, path = ""]) => path)
}

/** Says how drizzle-kit learns of a module that its configuration doesn't name, or `undefined` if it reads it. */
export async function unreadNote(cwd: string, file: string): Promise<string | undefined> {
  const configuration = await findConfiguration(cwd, "drizzle-kit")
  if (configuration === undefined) return undefined
  const paths = schemaPaths(configuration)
  const path = join(file).replaceAll("\\", "/")
  if (paths.some((one) => matchesSchema(one, path)) || (await isReexported(cwd, paths, path))) return undefined
  const list = [...paths, `./${path}`].map((one) => JSON.stringify(one)).join(", ")
  return paths.length === 0
    ? `drizzle-kit creates only tables that it reads. Check that \`schema\` of drizzle.config names ${path}.`
    : `drizzle-kit doesn't read ${path} yet. Add it to drizzle.config: schema: [${list}]`
}

/** Returns whether a path of the configuration names the file: itself, its folder or a pattern. */
export function matchesSchema(given: string, file: string): boolean {
  const path = join(given).replaceAll("\\", "/").replace(/\/$/, "")
  if (file === path || file.startsWith(`${path}/`)) return true
  const pattern = path
    .replaceAll(/[.+^$()|[\]\\]/g, "\\$&")
    .replaceAll(/\{([^}]*)\}/g, (_, names: string) => `(?:${names.replaceAll(",", "|")})`)
    .replaceAll(/\*\*\/|\*/g, (star) => (star === "*" ? "[^/]*" : "(?:.*/)?"))
  return new RegExp(`^${pattern}$`).test(file)
}

/** Returns whether a module of the configuration exports everything of the file. */
async function isReexported(cwd: string, paths: readonly string[], file: string): Promise<boolean> {
  const name = /([^/]+?)\.\w+$/.exec(file)?.[1] ?? file
  const texts = await Promise.all(paths.map((path) => readText(resolve(cwd, path))))
  return texts.some((text) => new RegExp(`^export \\* from ["'][^"']*\\b${name}(?:\\.\\w+)?["']`, "m").test(text))
}
