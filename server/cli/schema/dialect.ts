import type { SqlDialectName } from "../../adapters/sql.ts"
import { readFile } from "node:fs/promises"
import { resolve } from "node:path"

/** The names that Latchkit, Drizzle and platforms have for the dialects. */
const NAMES: Readonly<Record<string, SqlDialectName>> = {
  sqlite: "sqlite",
  d1: "sqlite",
  libsql: "sqlite",
  turso: "sqlite",
  postgres: "postgres",
  postgresql: "postgres",
  mysql: "mysql",
  mariadb: "mysql",
}

/** The names of the dialects. `mysql` is also for MariaDB. */
export const DIALECTS: readonly SqlDialectName[] = ["sqlite", "postgres", "mysql"]

/** Returns the dialect with this name. @throws {Error} if there is none */
export function dialectNamed(name: string): SqlDialectName {
  const dialect = Object.hasOwn(NAMES, name) ? NAMES[name] : undefined
  if (dialect) return dialect
  throw new Error(`--dialect is ${JSON.stringify(name)}. Use one of ${DIALECTS.join(", ")}`)
}

const WRANGLER = ["wrangler.jsonc", "wrangler.json", "wrangler.toml"]
const EXTENSIONS = ["ts", "mts", "js", "mjs", "cts", "cjs"]
const CONFIGURATIONS = EXTENSIONS.map((extension) => `drizzle.config.${extension}`)
/** The files that Prisma's configuration may be, in the order in which they are read. */
export const PRISMA_CONFIGURATIONS: readonly string[] = ["prisma.config", ".config/prisma"].flatMap((name) =>
  EXTENSIONS.map((extension) => `${name}.${extension}`),
)

/** Finds the dialect in the text of the app's configuration of drizzle-kit, Wrangler or npm, which isn't run. */
export async function findDialect(cwd: string): Promise<SqlDialectName | undefined> {
  for (const file of CONFIGURATIONS) {
    const name = /\bdialect\s*:\s*["'`](\w+)["'`]/.exec(await readText(resolve(cwd, file)))?.[1]
    if (name !== undefined && Object.hasOwn(NAMES, name)) return NAMES[name]
  }
  if ((await findConfiguration(cwd, "Wrangler")) !== undefined) return "sqlite"
  return (await readText(resolve(cwd, "package.json"))).includes('"@libsql/client"') ? "sqlite" : undefined
}

/** A tool that migrates the app's database, and its commands for Latchkit's tables. */
export interface MigrationTool {
  readonly name: "drizzle-kit" | "Prisma" | "Wrangler"
  /** The adapter that stores users in that database. */
  readonly adapter: string
  readonly commands: string
  /** Its configuration: one of these files, with this word. */
  readonly files: readonly string[]
  readonly has: string
}

const TOOLS: readonly MigrationTool[] = [
  {
    name: "drizzle-kit",
    adapter: "DrizzleAdapter",
    commands:
      "npx latchkit schema drizzle --out <module>, npx drizzle-kit generate, npx drizzle-kit migrate (or npx drizzle-kit push)",
    files: CONFIGURATIONS,
    has: "",
  },
  {
    name: "Prisma",
    adapter: "PrismaAdapter",
    commands: "npx latchkit schema prisma, npx prisma migrate dev --name latchkit, npx prisma generate",
    files: [...PRISMA_CONFIGURATIONS, "prisma/schema.prisma", "schema.prisma"],
    has: "",
  },
  {
    name: "Wrangler",
    adapter: "SqlAdapter with d1Dialect",
    commands: "npx latchkit schema sql --out migrations/0001_auth.sql, npx wrangler d1 migrations apply <database>",
    files: WRANGLER,
    has: "d1_databases",
  },
]

/** Finds the tool whose configuration the app has. */
export async function findMigrationTool(cwd: string): Promise<MigrationTool | undefined> {
  for (const tool of TOOLS) if ((await findConfiguration(cwd, tool.name)) !== undefined) return tool
  return undefined
}

/** Finds the tool that migrates the tables of the adapter which a module imports, unless it is Latchkit's own. */
export async function toolOfAdapter(path: string): Promise<MigrationTool | undefined> {
  const text = await readText(path)
  return TOOLS.find(({ adapter }) => text.includes(`latchkit/adapters/${adapter.replace("Adapter", "").toLowerCase()}`))
}

/** Returns the text of a tool's configuration in the app, or `undefined` if there is none. */
export async function findConfiguration(cwd: string, name: MigrationTool["name"]): Promise<string | undefined> {
  const { files = [], has = "" } = TOOLS.find((tool) => tool.name === name) ?? {}
  for (const file of files) {
    const text = await readText(resolve(cwd, file))
    if (text !== "" && text.includes(has)) return text
  }
  return undefined
}

/** Returns the dialect of Drizzle that a module imports. */
export function importedDialect(text: string): SqlDialectName | undefined {
  const name = /from\s+["']drizzle-orm\/(pg|mysql|sqlite)-core["']/.exec(text)?.[1]
  return name === "pg" ? "postgres" : name === undefined ? undefined : NAMES[name]
}

/** Returns the text of a file, or an empty one if it doesn't exist. */
export const readText = (path: string): Promise<string> => readFile(path, "utf8").catch(() => "")
