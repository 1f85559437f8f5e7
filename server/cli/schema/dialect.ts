import { readFile } from "node:fs/promises"
import { resolve } from "node:path"

/** A dialect of SQL. `mysql` is also for MariaDB. */
export type SchemaDialect = "sqlite" | "postgres" | "mysql"

/** The names that Latchkit, Drizzle and platforms have for the dialects. */
const NAMES: Readonly<Record<string, SchemaDialect>> = {
  sqlite: "sqlite",
  d1: "sqlite",
  libsql: "sqlite",
  turso: "sqlite",
  postgres: "postgres",
  postgresql: "postgres",
  mysql: "mysql",
  mariadb: "mysql",
}

/** Returns the dialect with this name. @throws {Error} if there is none */
export function schemaDialect(name: string): SchemaDialect {
  const found = Object.hasOwn(NAMES, name) ? NAMES[name] : undefined
  if (found) return found
  throw new Error(`--dialect is ${JSON.stringify(name)}. Use one of sqlite, postgres, mysql`)
}

const CONFIGURATIONS = ["ts", "mts", "js", "mjs", "cts", "cjs"].map((extension) => `drizzle.config.${extension}`)
const WRANGLER = ["wrangler.jsonc", "wrangler.json", "wrangler.toml"]

/** Finds the dialect in the text of the app's configuration of drizzle-kit or Wrangler, which isn't run. */
export async function findDialect(cwd: string): Promise<SchemaDialect | undefined> {
  for (const file of CONFIGURATIONS) {
    const name = /\bdialect\s*:\s*["'`](\w+)["'`]/.exec(await readText(resolve(cwd, file)))?.[1]
    if (name !== undefined && Object.hasOwn(NAMES, name)) return NAMES[name]
  }
  for (const file of WRANGLER) if ((await readText(resolve(cwd, file))).includes("d1_databases")) return "sqlite"
  return undefined
}

/** The commands that migrate the tables of `DrizzleAdapter`. */
export const DRIZZLE_COMMANDS =
  "npx latchkit schema drizzle --out <module>, npx drizzle-kit generate, npx drizzle-kit migrate"

/** A tool that migrates the app's database, and its commands for Latchkit's tables. */
export interface MigrationTool {
  readonly name: string
  /** The adapter that stores users in that database. */
  readonly adapter: string
  readonly commands: string
}

/** Finds the tool whose configuration the app has. */
export async function findMigrationTool(cwd: string): Promise<MigrationTool | undefined> {
  for (const file of CONFIGURATIONS)
    if ((await readText(resolve(cwd, file))) !== "")
      return { name: "drizzle-kit", adapter: "DrizzleAdapter", commands: DRIZZLE_COMMANDS }
  for (const file of WRANGLER)
    if ((await readText(resolve(cwd, file))).includes("d1_databases"))
      return {
        name: "Wrangler",
        adapter: "SqlAdapter with d1Dialect",
        commands: "npx latchkit schema sql --out migrations/0001_auth.sql, npx wrangler d1 migrations apply <database>",
      }
  return undefined
}

/** Returns the dialect of Drizzle that a module imports. */
export function importedDialect(text: string): SchemaDialect | undefined {
  const name = /from\s+["']drizzle-orm\/(pg|mysql|sqlite)-core["']/.exec(text)?.[1]
  return name === "pg" ? "postgres" : name === undefined ? undefined : NAMES[name]
}

/** Returns the text of a file, or an empty one if it doesn't exist. */
export const readText = (path: string): Promise<string> => readFile(path, "utf8").catch(() => "")
