import { existsSync } from "node:fs"
import { readdir } from "node:fs/promises"
import { extname, join, resolve } from "node:path"
import { findConfiguration, importedDialect, readText } from "../schema/dialect.ts"
import { schemaPaths } from "../schema/drizzle-kit.ts"

/** The app's database of Drizzle. */
export interface DrizzleDatabase {
  readonly tool: "drizzle"
  /** `undefined` if no module exports one, as in a Worker. */
  readonly client: Client | undefined
  /** The name of the D1 binding, if the database is in D1. */
  readonly binding: string | undefined
  /** The module that gets Latchkit's tables. drizzle-kit reads it. */
  readonly schema: string
  /** The app's own users' table, with those of its columns that Latchkit knows by other names. */
  readonly users?: { readonly file: string; readonly table: string; readonly columns: Readonly<Record<string, string>> }
}

/** The app's database of Prisma. */
export interface PrismaDatabase {
  readonly tool: "prisma"
  readonly client: Client
  /** The app's model of users, with the options of the adapter that name it. */
  readonly users?: { readonly model: string; readonly options: readonly string[] }
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
  const [path] = schemaPaths((await findConfiguration(cwd, "drizzle-kit")) ?? "")
  if (path === undefined) return undefined
  const client = await findClient(cwd, /\bdrizzle\s*(?:<[^(]*)?\(/, "db")
  const binding = (await findD1(cwd))?.binding
  const schema = (await findLatchkitModule(cwd)) ?? schemaModule(cwd, path)
  return client || binding !== undefined ? { tool: "drizzle", client, binding, schema } : undefined
}

/** Finds the app's module that has Latchkit's tables already. */
export async function findLatchkitModule(cwd: string): Promise<string | undefined> {
  for (const file of await modulesIn(cwd)) {
    const text = await readText(resolve(cwd, file))
    if (/["'`]auth_sessions["'`]/.test(text) && importedDialect(text) !== undefined) return file
  }
  return undefined
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

async function findPrisma(cwd: string): Promise<PrismaDatabase | undefined> {
  if ((await findConfiguration(cwd, "Prisma")) === undefined) return undefined
  const client = await findClient(cwd, /\bnew PrismaClient\s*\(/, "prisma")
  return client && { tool: "prisma", client }
}

/** Finds the first binding of D1 in the configuration of Wrangler. */
export async function findD1(cwd: string): Promise<D1Database | undefined> {
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
    const created = assigned.filter(([, , , value = ""]) => creation.test(value) && !isFactory(value, creation))
    const names = created.flatMap(([, exported, name = ""]) => exportedName(text, exported, name))
    clients.push(...names.map((name) => ({ file, name })))
  }
  return clients.find(({ name }) => name === usual) ?? clients[0]
}

/** Returns whether a value is a function, which creates a client for each request. */
function isFactory(value: string, creation: RegExp): boolean {
  const isCalled = /\)\s*\(\s*\)\s*$/.test(value)
  return /=>|\bfunction\b/.test(value.slice(0, value.search(creation))) && !isCalled
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
export async function modulesIn(cwd: string, folder = "."): Promise<readonly string[]> {
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
