import { existsSync } from "node:fs"
import { readdir } from "node:fs/promises"
import { dirname, extname, join, resolve } from "node:path"
import { findConfiguration, readText } from "../schema/dialect.ts"
import { findTables } from "../schema/drizzle-tables.ts"
import { importPath } from "../schema/app-users.ts"

/** The app's database of Drizzle. */
export interface DrizzleDatabase {
  readonly tool: "drizzle"
  readonly client: Client
  /** The module that gets Latchkit's tables. drizzle-kit reads it. */
  readonly schema: string
  /** The app's own users' table, if it has one with addresses. */
  readonly users?: { readonly file: string; readonly table: string }
}

/** The app's database of Prisma. */
export interface PrismaDatabase {
  readonly tool: "prisma"
  readonly client: Client
}

/** The app's database of Cloudflare D1. */
export interface D1Database {
  readonly tool: "d1"
  /** The name of the binding, such as `DB`. */
  readonly binding: string
  /** The next file of Wrangler's migrations, such as `migrations/0001_auth.sql`. */
  readonly statements: string
}

/** A database that the app has already, with the tool that migrates it. */
export type OwnDatabase = DrizzleDatabase | PrismaDatabase | D1Database

/** The client that a module of the app exports. */
interface Client {
  /** The module's path. */
  readonly file: string
  /** The name of the export, or `default`. */
  readonly name: string
}

/** Finds the databases that the app has. Reads its files as text, and runs none of them. */
export async function findOwnDatabases(cwd: string): Promise<readonly OwnDatabase[]> {
  const databases = await Promise.all([findDrizzle(cwd), findPrisma(cwd), findD1(cwd)])
  return databases.filter((one) => one !== undefined)
}

async function findDrizzle(cwd: string): Promise<DrizzleDatabase | undefined> {
  const configuration = await findConfiguration(cwd, "drizzle-kit")
  const schemaPath = /\bschema\s*:\s*\[?\s*["'`]([^"'`]+)["'`]/.exec(configuration ?? "")?.[1]
  const client = schemaPath === undefined ? undefined : await findClient(cwd, /\bdrizzle\s*(?:<[^(]*)?\(/, "db")
  if (schemaPath === undefined || client === undefined) return undefined
  const schema = schemaModule(cwd, schemaPath)
  const users = await findUsers(cwd, dirname(schema))
  return { tool: "drizzle", client, schema, ...(users && { users }) }
}

/** Returns the module that `schema` of drizzle-kit names, or a new one in the folder or pattern that it names. */
function schemaModule(cwd: string, given: string): string {
  const path = join(given).replaceAll("\\", "/")
  const isFolder = existsSync(resolve(cwd, path)) && extname(path) === ""
  const file = isFolder
    ? join(path, "auth.ts")
    : path
        .replaceAll("**/", "")
        .replaceAll("*", "auth")
        .replaceAll(/\{(\w+)[^}]*\}/g, "$1")
  return extname(file) === "" ? `${file}.ts` : file
}

async function findUsers(cwd: string, folder: string): Promise<DrizzleDatabase["users"]> {
  const files = (await modulesIn(cwd)).filter((file) => dirname(file) === folder)
  for (const file of files) {
    const tables = findTables(await readText(resolve(cwd, file)))
    const users = tables.find(({ variable, entries }) => /^users?(table)?$/i.test(variable) && entries.has("email"))
    if (users) return { file, table: users.variable }
  }
  return undefined
}

async function findPrisma(cwd: string): Promise<PrismaDatabase | undefined> {
  if ((await findConfiguration(cwd, "Prisma")) === undefined) return undefined
  const client = await findClient(cwd, /\bnew PrismaClient\s*\(/, "prisma")
  return client && { tool: "prisma", client }
}

async function findD1(cwd: string): Promise<D1Database | undefined> {
  const text = (await findConfiguration(cwd, "Wrangler")) ?? ""
  const value = (name: string) => new RegExp(`\\b${name}"?\\s*[:=]\\s*["']([^"'\\n]+)["']`).exec(text)?.[1]
  const databases = text.slice(text.indexOf("d1_databases"))
  const binding = /\bbinding"?\s*[:=]\s*["'](\w+)["']/.exec(databases)?.[1]
  if (binding === undefined) return undefined
  const folder = value("migrations_dir") ?? "migrations"
  const numbers = (await readdir(resolve(cwd, folder)).catch(() => [])).map((name) => Number.parseInt(name, 10) || 0)
  const next = String(Math.max(0, ...numbers) + 1).padStart(4, "0")
  return { tool: "d1", binding, statements: `${folder}/${next}_auth.sql` }
}

/** Finds the module that creates a client and exports it. Prefers the usual name, and a module near the top. */
async function findClient(cwd: string, creation: RegExp, usual: string): Promise<Client | undefined> {
  const clients: Client[] = []
  for (const file of await modulesIn(cwd)) {
    const text = await readText(resolve(cwd, file))
    if (!creation.test(text)) continue
    const assigned = [...text.matchAll(/^(export\s+)?(?:const|let|var)\s+(\w+)\b([^;]*?)(?=\n\S|;|$(?![^]))/gm)]
    const created = assigned.filter(([, , , value = ""]) => creation.test(value))
    const names = created.flatMap(([, exported, name = ""]) => exportedName(text, exported, name))
    clients.push(...names.map((name) => ({ file, name })))
  }
  return clients.find(({ name }) => name === usual) ?? clients[0]
}

function exportedName(text: string, exported: string | undefined, name: string): string[] {
  if (exported !== undefined || new RegExp(`^export\\s*\\{[^}]*\\b${name}\\b(?!\\s+as)`, "m").test(text)) return [name]
  return new RegExp(`^export\\s+default\\s+${name}\\b`, "m").test(text) ? ["default"] : []
}

const SKIPPED = new Set([
  "node_modules",
  "dist",
  "build",
  "out",
  "coverage",
  "tests",
  "test",
  "generated",
  "migrations",
])

/** Lists the app's modules of TypeScript or JavaScript, those near the top first. */
async function modulesIn(cwd: string, folder = "."): Promise<readonly string[]> {
  const entries = await readdir(resolve(cwd, folder), { withFileTypes: true }).catch(() => [])
  const files = entries
    .filter(({ name }) => /^[^.].*\.[mc]?[jt]s$/.test(name) && !/\.(?:test|spec|config|d)\.\w+$/.test(name))
    .map(({ name }) => join(folder, name).replaceAll("\\", "/"))
  const folders = entries.filter(
    (entry) => entry.isDirectory() && !entry.name.startsWith(".") && !SKIPPED.has(entry.name),
  )
  if (folder.split("/").length > 5) return files.toSorted()
  const nested = await Promise.all(folders.map(({ name }) => modulesIn(cwd, join(folder, name))))
  return [...files.toSorted(), ...nested.flat()].toSorted((one, other) => depth(one) - depth(other))
}

const depth = (path: string): number => path.split("/").length

/** The parts of the module that configures Latchkit which belong to its adapter. */
export interface AdapterText {
  readonly imports: readonly string[]
  /** The expression. */
  readonly adapter: string
  /** Statements before the configuration. */
  readonly before?: string
  /** The parameter of the configuration, if it is a function of the request. */
  readonly parameter?: string
}

/** Returns the text of the adapter on the app's database, in the module `config`. */
export async function ownAdapterText(
  own: OwnDatabase,
  { cwd, config, framework }: { cwd: string; config: string; framework: string },
): Promise<AdapterText> {
  if (own.tool === "d1") return framework === "workers" ? workerText(own) : d1Text(own, framework)
  const { file, name } = own.client
  const client = name === "default" ? { drizzle: "db", prisma: "prisma" }[own.tool] : name
  const imported = name === "default" ? client : `{ ${name} }`
  const from = async (path: string) => JSON.stringify(await importPath(cwd, config, path))
  const clientImport = `import ${imported} from ${await from(file)}`
  if (own.tool === "prisma")
    return {
      imports: ['import { PrismaAdapter } from "latchkit/adapters/prisma"', clientImport],
      adapter: `PrismaAdapter(${client})`,
    }
  const { users, schema } = own
  const isElsewhere = users !== undefined && users.file !== schema
  return {
    imports: [
      'import { DrizzleAdapter } from "latchkit/adapters/drizzle"',
      clientImport,
      `import * as tables from ${await from(schema)}`,
      ...(isElsewhere ? [`import { ${users.table} } from ${await from(users.file)}`] : []),
    ],
    adapter: `DrizzleAdapter(${client}, ${tablesText(users?.table ?? "users", isElsewhere)})`,
  }
}

function tablesText(table: string, isElsewhere: boolean): string {
  if (isElsewhere) return `{ ...tables, ${table === "users" ? table : `users: ${table}`} }`
  return table === "users" ? "tables" : `{ ...tables, users: tables.${table} }`
}

const D1_IMPORTS = [
  'import { Kysely } from "kysely"',
  'import { d1Dialect, type D1Binding } from "latchkit/adapters/d1"',
  'import { SqlAdapter } from "latchkit/adapters/sql"',
]

const workerText = ({ binding }: D1Database): AdapterText => ({
  imports: D1_IMPORTS,
  parameter: `${binding}: D1Binding`,
  adapter: `SqlAdapter(new Kysely<object>({ dialect: d1Dialect(${binding}) }))`,
})

/** How each framework gives the bindings to the configuration. */
const BINDINGS = {
  next: {
    import: 'import { getCloudflareContext } from "@opennextjs/cloudflare"',
    parameter: "",
    env: "getCloudflareContext().env",
  },
  sveltekit: {
    import: 'import type { RequestEvent } from "@sveltejs/kit"',
    parameter: "{ platform }: RequestEvent",
    env: "platform?.env",
  },
} as const

const d1Text = ({ binding }: D1Database, framework: string): AdapterText => {
  const bindings = BINDINGS[framework === "next" ? "next" : "sveltekit"]
  return {
    imports: [bindings.import, ...D1_IMPORTS],
    before: `const adapters = new WeakMap<D1Binding, ReturnType<typeof SqlAdapter>>()

/** Returns the adapter of a database: a Worker gets it with the request. */
function adapterOn(database: D1Binding | undefined) {
  if (!database) throw new Error("There is no binding ${binding}. Check your Wrangler configuration")
  const adapter = adapters.get(database) ?? SqlAdapter(new Kysely<object>({ dialect: d1Dialect(database) }))
  adapters.set(database, adapter)
  return adapter
}
`,
    parameter: bindings.parameter,
    adapter: `adapterOn(${bindings.env}.${binding})`,
  }
}
