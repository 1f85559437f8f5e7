import { existsSync } from "node:fs"
import { readdir, readFile } from "node:fs/promises"
import { join } from "node:path"
import { addColumns, createIndexes, createTable, schemaTables, type SchemaTarget } from "../../adapters/sql/schema.ts"

/**
 * Returns the statements that add tables, columns and indexes that an app's migrations lack. The tables are the same as
 * those of `latchkit migrate`.
 *
 * @param migrations the app's migrations, in their order
 */
export function missingStatements(migrations: readonly string[], target: SchemaTarget): readonly string[] {
  const existing = readSqlTables(migrations)
  return schemaTables(target.prefix).flatMap((table) => {
    const existingTable = existing.get(table.name.toLowerCase())
    const indexes = table.indexes.filter(({ name }) => !existingTable?.indexes.has(name.toLowerCase()))
    const indexStatements = createIndexes({ ...table, indexes }, target)
    if (!existingTable) return [createTable(table, target, LINES), ...indexStatements]
    const columns = table.columns.filter(({ name }) => !existingTable.columns.has(name.toLowerCase()))
    return [...columns.flatMap((column) => addColumns(table, [column], target)), ...indexStatements]
  })
}

const LINES = ["(\n  ", ",\n  ", "\n)"] as const

/** A table that migrations make. All names are in lower case. */
interface SqlTable {
  readonly columns: Set<string>
  readonly indexes: Set<string>
}

const NAME = String.raw`(?:(?:"[^"]+"|\x60[^\x60]+\x60|\[[^\]]+\]|\w+)\s*\.\s*)?("[^"]+"|\x60[^\x60]+\x60|\[[^\]]+\]|\w+)`
const statement = (pattern: string) =>
  new RegExp(`^${pattern.replaceAll(" ", String.raw`\s+`).replaceAll("NAME", NAME)}`, "i")
const CREATE_TABLE = statement(String.raw`create table (?:if not exists )?NAME\s*\(`)
const CREATE_INDEX = statement("create (?:unique )?index (?:if not exists )?NAME on (?:only )?NAME")
const DROP_TABLE = statement("drop table (?:if exists )?NAME")
const ALTER_TABLE = statement("alter table (?:if exists )?(?:only )?NAME ")
const RENAME = new RegExp(String.raw`^rename\s+to\s+${NAME}`, "i")
const COLUMN = new RegExp(String.raw`^(add|drop)\s+(?:column\s+)?(?:if\s+(?:not\s+)?exists\s+)?${NAME}`, "i")
const CONSTRAINT = /^(?:constraint|primary\s+key|foreign\s+key|unique|check|exclude|(?:key|index)\s+\S+\s*\()/i

/** The part of a migration that undoes it, as dbmate, goose and sql-migrate mark it. */
export const UNDO_MARK = /^--\s*(?:migrate:down|\+(?:goose|migrate)\s+down)/im

/** Reads which tables, columns and indexes statements make, in their order. */
export function readSqlTables(texts: readonly string[]): ReadonlyMap<string, SqlTable> {
  const tables = new Map<string, SqlTable>()
  for (const text of texts) for (const one of statements(text)) apply(one, tables)
  return tables
}

function apply(text: string, tables: Map<string, SqlTable>): void {
  const created = CREATE_TABLE.exec(text)
  if (created) {
    const parts = topLevelParts(text.slice(created[0].length, text.lastIndexOf(")")))
    const names = parts
      .filter((part) => !CONSTRAINT.test(part))
      .map((part) => plain(new RegExp(`^${NAME}`).exec(part)?.[1]))
    const name = plain(created[1])
    if (!tables.has(name)) tables.set(name, { columns: new Set(names), indexes: new Set() })
    return
  }
  const index = CREATE_INDEX.exec(text)
  if (index) return void tables.get(plain(index[2]))?.indexes.add(plain(index[1]))
  const dropped = DROP_TABLE.exec(text)
  if (dropped) return void tables.delete(plain(dropped[1]))
  const altered = ALTER_TABLE.exec(text)
  const name = plain(altered?.[1])
  const table = tables.get(name)
  if (!altered || !table) return
  for (const change of topLevelParts(text.slice(altered[0].length))) {
    const renamed = RENAME.exec(change)
    if (renamed) {
      tables.delete(name)
      tables.set(plain(renamed[1]), table)
    }
    const [, verb = "", column] = CONSTRAINT.test(change.replace(/^(?:add|drop)\s+/i, ""))
      ? []
      : (COLUMN.exec(change) ?? [])
    if (verb.toLowerCase() === "add") table.columns.add(plain(column))
    if (verb.toLowerCase() === "drop") table.columns.delete(plain(column))
  }
}

/** Returns the statements of a migration, without comments, texts, and the part that undoes it. */
function statements(text: string): readonly string[] {
  const [forwards = ""] = text.split(UNDO_MARK)
  const code = forwards.replaceAll(/--[^\n]*|\/\*[\s\S]*?\*\/|'(?:''|[^'])*'/g, " ")
  return code
    .split(";")
    .map((one) => one.trim())
    .filter(Boolean)
}

function topLevelParts(text: string): readonly string[] {
  const parts = [""]
  let depth = 0
  for (const character of text) {
    if (character === "(") depth++
    if (character === ")") depth--
    if (character === "," && depth === 0) parts.push("")
    else parts.push(`${parts.pop() ?? ""}${character}`)
  }
  return parts.map((part) => part.trim())
}

const plain = (name = ""): string => name.replaceAll(/^["`[]|["`\]]$/g, "").toLowerCase()

/**
 * Returns the statements that copy the rows of `@auth/d1-adapter` into Latchkit's tables of SQLite. They keep what is
 * there, so they can run again.
 *
 * Auth.js's tables have no unique keys. Of two users with one address, the first keeps it. An account of two users
 * stays with the first.
 *
 * @param prefix the prefix of Latchkit's tables
 */
export function authjsCopyStatements(prefix: string): readonly string[] {
  const ownedRows = `where "userId" in (select "id" from "${prefix}users") order by "rowid"`
  return [
    copyStatement("users", `${prefix}users`, {
      ...sameColumns("id", "name", "image"),
      email: `iif(${IS_FIRST}, lower(nullif("email", '')), null)`,
      emailVerified: milliseconds("emailVerified"),
    }),
    copyStatement("accounts", `${prefix}accounts`, {
      ...sameColumns("provider", "providerAccountId", "userId", "type", "access_token", "refresh_token", "id_token"),
      ...sameColumns("scope", "token_type", "session_state"),
      expires_at: 'cast("expires_at" as integer)',
      extra: `nullif(json_patch('{}', ${FURTHER_TOKENS}), '{}')`, // without those that are null
    }) + ownedRows,
    copyStatement("sessions", `${prefix}sessions`, {
      ...sameColumns("sessionToken", "userId"),
      expires: milliseconds("expires"),
    }) + ownedRows,
    copyStatement("verification_tokens", `${prefix}verification_tokens`, {
      ...sameColumns("identifier", "token"),
      expires: milliseconds("expires"),
    }),
  ]
}

/** @param columns the values by the columns that get them */
function copyStatement(from: string, to: string, columns: Readonly<Record<string, string>>): string {
  const names = Object.keys(columns)
    .map((name) => `"${name}"`)
    .join(", ")
  return `insert or ignore into "${to}" (${names})\nselect ${Object.values(columns).join(", ")}\nfrom "${from}" `
}

const sameColumns = (...names: string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, `"${name}"`]))

const IS_FIRST = 'row_number() over (partition by lower("email") order by "rowid") = 1'
const FURTHER_TOKENS = `json_object('oauth_token', "oauth_token", 'oauth_token_secret', "oauth_token_secret")`

/** Auth.js stores dates as texts. */
const milliseconds = (column: string): string => `cast(round(unixepoch("${column}", 'subsec') * 1000) as integer)`

/** Reads the SQL files of a folder in the order of their paths, without those that undo others. */
export async function readMigrations(folder: string): Promise<readonly string[]> {
  if (!existsSync(folder)) return []
  const files = await readdir(folder, { recursive: true })
  const forwards = files.filter((file) => file.endsWith(".sql") && !file.endsWith(".down.sql"))
  return Promise.all(forwards.toSorted().map((file) => readFile(join(folder, file), "utf8")))
}
