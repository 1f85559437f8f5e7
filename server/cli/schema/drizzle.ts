import type { SqlDialectName } from "../../adapters/sql.ts"
import {
  columnEntry,
  DIALECT_TEXTS,
  KEY_HELPER,
  momentHelper,
  tableText,
  type UsersReference,
} from "./drizzle-columns.ts"
import { declares, findTables, type FoundTable } from "./drizzle-tables.ts"
import { findOwnerReference, findWrongOwners, removalText, wrongOwnersText } from "./owners.ts"
import { readKey } from "./app-users.ts"
import { hasRequiredColumns, schemaTables, type SchemaTable } from "../../adapters/sql/schema.ts"
import { listWith, withoutText } from "../source-text.ts"

/** A module with Latchkit's tables. */
export interface CompletedModule {
  readonly text: string
  /** The added tables and columns, such as `auth_users.sessionEpoch` or `auth_accounts`. */
  readonly added: readonly string[]
}

interface DrizzleOptions {
  readonly dialect: SqlDialectName
  /** Prefix of the tables' names. */
  readonly prefix: string
  /** The app's own users' table, with the path that imports it, unless it is in the same module. */
  readonly users?: (UsersReference & { readonly from: string | undefined }) | undefined
}

const HEADER = "// Latchkit's tables. After an upgrade, `npx latchkit schema drizzle` adds what is missing.\n"

/**
 * Adds to the text of a module what it lacks of Latchkit's tables: whole tables, or columns of them. The rest stays as
 * it is.
 *
 * @throws {Error} if the module uses the name of an export for something else, or if its foreign keys refer to another
 *   table than the users'
 */
export function completeModule(before: string, options: DrizzleOptions): CompletedModule {
  const { dialect } = options
  const tables = schemaTables(options.prefix)
  const foundTables = existingTables(before, tables)
  const users = usersReference(before, tables, foundTables, options)
  const owners = tables.flatMap(({ isOwned, name }) => (isOwned && foundTables.get(name)) || [])
  requireReferences(before, owners, users)
  const neededTables = tables.filter(({ core }) => core !== "users" || users.isOwn)
  const missing = neededTables.filter(({ name }) => !foundTables.has(name))
  const takenTable = missing.find(({ core }) => declares(before, core))
  if (takenTable)
    throw new Error(
      `The module has something else named ${takenTable.core}, so ${takenTable.name} can't be added. Pass another file to --out`,
    )
  const added = neededTables.flatMap((table) => missingColumns(table, foundTables.get(table.name)))
  const withColumns = added
    .map(({ table, found, column }) => ({ name: found.name, entry: columnEntry(column, { dialect, table, users }) }))
    .reduce((text, { name, entry }) => withColumn(text, name, entry), before)
  const written = missing.map((table) => tableText({ dialect, table, users }))
  const text = assembled(withColumns, written, options)
  return {
    text: added.length + missing.length === 0 ? before : text,
    added: [...missing.map(({ name }) => name), ...added.map(({ found, column }) => `${found.name}.${column.name}`)],
  }
}

/** Returns the module's tables by Latchkit's names: those of an earlier run, or of Auth.js's documentation. */
function existingTables(text: string, tables: readonly SchemaTable[]): ReadonlyMap<string, FoundTable> {
  const all = findTables(text)
  const existing = tables.flatMap((table): [string, FoundTable][] => {
    const own = all.find(({ name }) => name === table.name)
    const authjs = all.find(({ variable, entries }) => variable === table.core && hasRequiredColumns(table, entries))
    const existingTable = own ?? authjs
    return existingTable ? [[table.name, existingTable]] : []
  })
  return new Map(existing)
}

interface Users extends UsersReference {
  /** Whether the table is Latchkit's. */
  readonly isOwn: boolean
}

/** Returns the table that owners refer to. An earlier run may have written the name of the app's. */
function usersReference(
  text: string,
  tables: readonly SchemaTable[],
  found: ReadonlyMap<string, FoundTable>,
  { dialect, users }: DrizzleOptions,
): Users {
  if (users) return { ...users, isOwn: false }
  const own = tables.find(({ core }) => core === "users")
  const existing = found.get(own?.name ?? "")
  const type = DIALECT_TEXTS[dialect].key(255)
  const owners = tables.flatMap(({ isOwned, name }) => (isOwned && found.get(name)) || [])
  const owned = owners.find((table) => findOwnerReference(text, table) !== undefined)
  const reference = owned && findOwnerReference(text, owned)
  // An earlier run was told the app's table
  if (owned && reference && reference.table !== existing?.variable)
    return { ...reference, type: (owned.entries.get("userId") ?? type).replace(".notNull()", ""), isOwn: false }
  if (existing && existing.name !== own?.name)
    return { table: existing.variable, ...readKey(existing, dialect), isOwn: true }
  const [first] = owners
  if (existing || !first) return { table: existing?.variable ?? "users", id: "id", type, isOwn: true }
  throw new Error(
    `${first.name} has a user, but no reference to one was found. Pass --users, such as db/schema.ts#users`,
  )
}

/** @throws {Error} if an owner refers to another table than the users', so that no sign-in could be stored */
function requireReferences(text: string, owners: readonly FoundTable[], { table, id, type }: UsersReference): void {
  const wrong = findWrongOwners(text, owners, table)
  if (wrong.length === 0) return
  const columns = `\`userId: ${type}.notNull()\` and \`foreignColumns: [${table}.${id}]\``
  throw new Error(
    `${wrongOwnersText(wrong, table)}. In each of these tables, write ${columns}. ${removalText(wrong)}, and run this again`,
  )
}

function missingColumns(table: SchemaTable, found: FoundTable | undefined) {
  if (!found) return []
  return table.columns.filter(({ name }) => !found.entries.has(name)).map((column) => ({ table, found, column }))
}

function withColumn(text: string, name: string, entry: string): string {
  const table = findTables(text).find((one) => one.name === name)
  if (!table) return text
  return `${listWith(text, entry, table.columns)}${text.slice(table.columns.end)}`
}

/** The functions of Drizzle that the tables may call. */
const BUILDERS =
  "bigint char customType foreignKey index int integer longtext mysqlTable " +
  "pgTable primaryKey smallint sqliteTable text uuid varchar"

/** Returns the module: its imports, helpers that the tables need, and the tables, the new ones last. */
function assembled(text: string, newTables: readonly string[], { dialect, users }: DrizzleOptions): string {
  const tables = [text.trim(), ...newTables].filter(Boolean).join("\n\n")
  const uses = (name: string, code: string) => new RegExp(`(?<![.\\w])${name}[(<]`).test(withoutText(code))
  const helpers = [
    { name: "key", helper: KEY_HELPER },
    { name: "moment", helper: momentHelper(dialect) },
  ].filter(({ name }) => uses(name, tables) && !declares(text, name))
  const written = helpers.map(({ helper }) => helper)
  const all = [tables, ...written].join("\n")
  const imported = BUILDERS.split(" ").filter((name) => uses(name, all) && !declares(text, name))
  const before = withImported(text, imported, DIALECT_TEXTS[dialect].module)
  const own = users?.from === undefined || declares(text, users.table) ? "" : importLine([users.table], users.from)
  const imports = `${before.slice(0, importsEnd(before))}${own}`
  const rest = before.slice(importsEnd(before)).trim()
  return [imports, ...written, ...(rest === "" ? [] : [`${rest}\n`]), ...newTables].filter(Boolean).join("\n")
}

/** Returns the text with names that its import of `module` lacks. */
function withImported(text: string, lacking: readonly string[], module: string): string {
  if (lacking.length === 0) return text
  if (text === "") return `${HEADER}${importLine(lacking, module)}`
  const existing = new RegExp(`^import\\s*\\{([^}]*)\\}\\s*from\\s*(["'])${module}\\2;?[^\\S\\n]*\\n`, "m").exec(text)
  if (!existing) return `${importLine(lacking, module)}${text}`
  const [all, listed = ""] = existing
  const names = listed
    .split(",")
    .map((name) => name.trim())
    .filter(Boolean)
  const end = existing.index + all.length
  return `${text.slice(0, existing.index)}${importLine([...names, ...lacking], module)}${text.slice(end)}`
}

/** Returns where the last import ends. */
function importsEnd(text: string): number {
  const last = [...text.matchAll(/^import\b[^;"']*["'][^"'\n]*["'];?[^\S\n]*\n/gm)].at(-1)
  return last ? last.index + last[0].length : 0
}

function importLine(names: readonly string[], module: string): string {
  const sorted = names.toSorted((one, other) => (one.toLowerCase() < other.toLowerCase() ? -1 : 1))
  const line = `import { ${sorted.join(", ")} } from "${module}"\n`
  return line.length <= 121 ? line : `import {\n${sorted.map((name) => `  ${name},\n`).join("")}} from "${module}"\n`
}
