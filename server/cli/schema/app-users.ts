import { readFile } from "node:fs/promises"
import { dirname, relative, resolve } from "node:path"
import { closingBracket, withoutText } from "../source-text.ts"
import { TABLES } from "../../adapters/core/tables.ts"
import type { SqlDialectName } from "../../adapters/sql.ts"
import { importedDialect, readText } from "./dialect.ts"
import { DIALECT_TEXTS, type UsersReference } from "./drizzle-columns.ts"
import { findTables, type FoundTable } from "./drizzle-tables.ts"

/** The users' table of the app. */
export interface AppUsers extends UsersReference {
  /** The module's path, relative to the app's folder. */
  readonly file: string
  readonly dialect: SqlDialectName | undefined
  /** The properties of its columns. */
  readonly columns: ReadonlySet<string>
  /** The properties that may be Latchkit's columns, by Latchkit's names, such as `mail` by `email`. */
  readonly likely: Readonly<Record<string, string>>
  /** The columns that a new row needs a value for. */
  readonly required: readonly string[]
  readonly found: FoundTable
}

/** Types of keys, as a column that refers to one has them. */
const REFERRING: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ["uuid", "text", "varchar", "char", "integer", "int", "bigint", "smallint"].map((type) => [type, type]),
  ),
  serial: "integer",
  bigserial: "bigint",
  smallserial: "smallint",
}

/** A table of the app, its module's path and its text. */
export interface NamedTable {
  readonly file: string
  readonly text: string
  readonly table: FoundTable
}

/**
 * Finds a table in the text of its module, which isn't run.
 *
 * @param given the module and the table, such as `db/schema.ts#people`
 * @throws {Error} naming what was found, if the module has no such table
 */
export async function findNamedTable(cwd: string, given: string): Promise<NamedTable> {
  const [, file = "", name = ""] = /^(.+)#(\w+)$/.exec(given) ?? []
  if (name === "")
    throw new Error(`--users is ${JSON.stringify(given)}. Pass the module and the table, such as db/schema.ts#users`)
  const text = await readFile(resolve(cwd, file), "utf8").catch(() => {
    throw new Error(`There is no file ${file}. Pass the module of your users' table to --users`)
  })
  const tables = findTables(text)
  const table = tables.find(({ variable }) => variable === name)
  if (table) return { file, text, table }
  const names = tables.map(({ variable }) => variable)
  throw new Error(
    `${file} has no table ${name}. ${names.length > 0 ? `Its tables are ${names.join(", ")}` : "No table of Drizzle was found in it"}`,
  )
}

/**
 * Reads the app's users' table. Throws as {@link findNamedTable} does.
 *
 * @throws {Error} if its key has an unknown type
 */
export async function readAppUsers(cwd: string, given: string): Promise<AppUsers> {
  const { file, text, table: userTable } = await findNamedTable(cwd, given)
  const dialect = importedDialect(text)
  const { entries, variable: table } = userTable
  const required = [...entries].filter(([, column]) => needsValue(column)).map(([name]) => name)
  const columns = new Set(entries.keys())
  const key = readKey(userTable, dialect)
  return { table, file, dialect, columns, likely: likelyColumns(entries), required, found: userTable, ...key }
}

/** Other names of Latchkit's columns. */
const LIKELY: Readonly<Record<string, RegExp>> = {
  email: /mail(?!.*(?:verif|confirm))/i,
  emailVerified: /verified|confirmed/i,
  name: /^(?:full|display)_?name$/i,
  image: /^(?:avatar|photo|picture)(?:_?url)?$|^image_?url$/i,
}

/**
 * Returns the columns that Latchkit may store its own in, by Latchkit's names. A column of the same name needs none.
 * The property or the name in the database tells it.
 */
export function likelyColumns(entries: FoundTable["entries"]): Readonly<Record<string, string>> {
  const columns = [...entries].filter(([, text]) => !/^(?:\w+\.)?boolean\(/.test(text))
  const likely = Object.entries(LIKELY).flatMap(([name, pattern]) => {
    const [column] =
      columns.find(([property, text]) => pattern.test(property) || pattern.test(databaseName(text))) ?? []
    return entries.has(name) || column === undefined ? [] : [[name, column] as const]
  })
  const key = entries.has("id") ? undefined : keyEntry(entries)?.[0]
  return { ...(key !== undefined && { id: key }), ...Object.fromEntries(likely) }
}

const keyEntry = (entries: FoundTable["entries"]) => [...entries].find(([, text]) => text.includes(".primaryKey("))

const databaseName = (column: string) => /^[\w.]+\(\s*["'`]([^"'`]*)/.exec(column)?.[1] ?? ""

/** Returns the text of an adapter's `columns`, such as `{ email: "mail" }`. */
export const columnsText = (columns: AppUsers["likely"]): string =>
  `{ ${Object.entries(columns)
    .map(([name, column]) => `${name}: "${column}"`)
    .join(", ")} }`

const MEANINGS: Readonly<Record<string, string>> = {
  id: "key",
  email: "address",
  emailVerified: "date of its verification",
  name: "name",
  image: "picture",
}

/** Says which columns the adapter is told, and which values it doesn't have. */
export function usersNotes({ table, file, columns, likely, required }: AppUsers): string[] {
  const [place, mapped] = [`${table} in ${file}`, Object.entries(likely)]
  const unknown = required.filter(
    (name) => !TABLES.users.columns.includes(name) && !Object.values(likely).includes(name),
  )
  return [
    ...(mapped.length > 0
      ? [
          `DrizzleAdapter gets \`columns: ${columnsText(likely)}\` for ${place}. Check it: is ${mapped.map(([name, column]) => `\`${column}\` the ${MEANINGS[name]}`).join(", and ")}?`,
        ]
      : []),
    ...(lacks({ columns, likely }, "email")
      ? [`${place} has no email. Say which of its columns you mean in \`columns\` of DrizzleAdapter, or add one.`]
      : []),
    ...(unknown.length > 0
      ? [
          `A new user has no ${unknown.join(" and no ")}, which ${place} requires. Give ${unknown.length === 1 ? "it" : "each"} a default, or name it in \`columns\` or \`fields\` of DrizzleAdapter.`,
        ]
      : []),
  ]
}

const lacks = ({ columns, likely }: Pick<AppUsers, "columns" | "likely">, name: string) =>
  !columns.has(name) && likely[name] === undefined

/** Says which columns the app's users' table lacks. */
export function columnsToAdd({ table, file, ...users }: AppUsers, dialect: SqlDialectName): string[] {
  const { moment } = DIALECT_TEXTS[dialect]
  const place = `${table} in ${file}`
  return [
    ...(lacks(users, "emailVerified")
      ? [`Add a column to ${place}, for the date of a verified address: emailVerified: ${moment},`]
      : []),
    ...(users.columns.has("sessionEpoch")
      ? []
      : [`Add a column to ${place}, so that an update of a user can end their sessions: sessionEpoch: ${moment},`]),
  ]
}

/** Says what a table of users needs that Latchkit hasn't used yet. */
export function newTableNotes({ variable, name, schema, entries }: FoundTable, dialect: SqlDialectName): string[] {
  const likely = likelyColumns(entries)
  const email = likely["email"] ?? "email"
  const quote = (text: string) => (dialect === "mysql" ? `\`${text}\`` : `"${text}"`)
  const column = quote(databaseName(entries.get(email) ?? "") || email)
  const table = [schema, name]
    .filter((part) => part !== undefined)
    .map(quote)
    .join(".")
  const columns = Object.keys(likely).length > 0 ? `columns: ${columnsText(likely)}, ` : ""
  const option = (fields: string) => `DrizzleAdapter: users: { table: ${variable}, ${columns}${fields} }`
  return [
    ...ownColumnsNote(entries.keys(), likely, option),
    ...(entries.has(email)
      ? [`${lowerCaseNote(variable)}, such as: update ${table} set ${column} = lower(${column});`]
      : []),
  ]
}

/** Says how sessions and callbacks get the app's own columns. An adapter of Auth.js reads them unasked. */
export function ownColumnsNote(
  columns: Iterable<string>,
  likely: AppUsers["likely"],
  option: (fields: string) => string,
): string[] {
  const latchkitNames = [...TABLES.users.columns, ...Object.values(likely)]
  const own = [...columns].find((name) => !latchkitNames.includes(name) && !/pass|hash|secret|token/i.test(name))
  return own === undefined
    ? []
    : [
        `If sessions or callbacks need columns of your own, such as ${own}, name them in ${option(`fields: ["${own}"]`)}`,
      ]
}

/** Says that existing users are found by their address in lower case. */
export const lowerCaseNote = (users: string): string =>
  `Latchkit looks for addresses in lower case. If ${users} has rows, change them once`

/** Returns whether a row needs a value for the column: neither the database nor Drizzle has one. */
const needsValue = (column: string) =>
  column.includes(".notNull(") &&
  !/\.(\$?default|primaryKey|generated|autoincrement|\$onUpdate)|^\w*serial\(/.test(column)

/** Returns the key of a users' table, and the type of a column that refers to it. */
export function readKey(
  { variable, entries }: FoundTable,
  dialect: SqlDialectName | undefined,
): Pick<UsersReference, "id" | "type"> {
  const [id, column] = keyEntry(entries) ?? ["id", entries.get("id")]
  if (column === undefined)
    throw new Error(`${variable} has no column with \`.primaryKey()\` and none named id, so it can't have owners`)
  const [call = "", name = ""] = /^(?:\w+\.)?(\w+)\s*\(/.exec(column) ?? []
  const referring = REFERRING[name]
  const end = closingBracket(withoutText(column), call.length)
  if (referring === undefined || end === undefined)
    throw new Error(
      `The key of ${variable} is \`${column}\`, whose type isn't known. Write it with ${Object.keys(REFERRING).join(", ")}`,
    )
  const [, options = ""] =
    /^\s*(?:(?:"[^"]*"|'[^']*'|`[^`]*`)\s*,?)?\s*([^]*?),?\s*$/.exec(column.slice(call.length, end)) ?? []
  // A serial key of MySQL is an unsigned bigint
  if (name === "serial" && dialect === "mysql") return { id, type: 'bigint({ mode: "number", unsigned: true })' }
  return { id, type: `${referring}(${options})` }
}

/** Returns how a module of the app imports another one, with the extension that its TypeScript wants. */
export async function importPath(cwd: string, from: string, to: string): Promise<string> {
  const path = relative(dirname(resolve(cwd, from)), resolve(cwd, to)).replaceAll("\\", "/")
  const dotted = path.startsWith(".") ? path : `./${path}`
  const options = await readText(resolve(cwd, "tsconfig.json"))
  if (options === "" || /"(?:allow|rewriteRelative)Import(?:ing)?(?:Ts)?Extensions"\s*:\s*true/.test(options))
    return dotted
  const needsExtension = /"module(?:Resolution)?"\s*:\s*"node(?:16|18|20|next)"/i.test(options)
  return dotted.replace(/\.([mc]?)[tj]sx?$/, needsExtension ? ".$1js" : "")
}
