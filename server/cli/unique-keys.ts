import { Kysely, sql } from "kysely"
import { asError } from "../errors.ts"
import { dialectName, loadDialect } from "./database.ts"
import type { Finding } from "../core/config/finding.ts"

/** Columns that must be unique together. */
interface RequiredKey {
  columns: readonly string[]
  /** Other columns by which a table is recognized, whatever its name is. */
  beside: readonly string[]
  /** The consequence if the key is missing, for the user to read. */
  risk: string
}

/** Names as adapters write them, without capitals and underscores: `providerAccountId` and `provider_account_id`. */
const REQUIRED_KEYS: readonly RequiredKey[] = [
  { columns: ["email"], beside: ["emailverified"], risk: "two users can have one address" },
  { columns: ["provider", "provideraccountid"], beside: [], risk: "an account can be linked to two users" },
  { columns: ["sessiontoken"], beside: ["expires"], risk: "two sessions can have one token" },
  { columns: ["credentialid"], beside: ["credentialpublickey"], risk: "two users can have one passkey" },
]

/** A column of a unique index that has no condition. */
interface IndexColumn {
  table: string
  name: string
  column: string | null
}

const UNIQUE_INDEXES = {
  sqlite: sql<IndexColumn>`
    select m.name as "table", i.name as "name", c.name as "column"
    from sqlite_master m, pragma_index_list(m.name) i, pragma_index_info(i.name) c
    where m.type = 'table' and i."unique" = 1 and i.partial = 0`,
  postgres: sql<IndexColumn>`
    select t.relname as "table", i.indexrelid::text as "name", a.attname as "column"
    from pg_index i
    join pg_class t on t.oid = i.indrelid
    join pg_attribute a on a.attrelid = t.oid and a.attnum = any(i.indkey)
    where i.indisunique and i.indisvalid and i.indpred is null and i.indexprs is null
      and t.relnamespace::regnamespace::text = any(current_schemas(false)::text[])`,
  mysql: sql<IndexColumn>`
    select table_name as "table", index_name as "name", column_name as "column"
    from information_schema.statistics
    where table_schema = database() and non_unique = 0`,
} as const

/**
 * Checks whether the tables of users, accounts, sessions and passkeys have their unique keys. Also finds the tables of
 * an Auth.js adapter, by their columns.
 */
export async function uniqueKeyFindings(url: string): Promise<Finding[]> {
  const dialect = dialectName(url)
  const db = new Kysely<object>({ dialect: await loadDialect(url) })
  try {
    const tables = await db.introspection.getTables()
    const { rows } = await UNIQUE_INDEXES[dialect].execute(db)
    const quote = (name: string) => (dialect === "mysql" ? `\`${name}\`` : `"${name}"`)
    return tables.flatMap(({ name, columns }) => {
      const names = columns.map((column) => column.name)
      const keys = uniqueKeysIn(name, rows)
      return REQUIRED_KEYS.flatMap((required) => {
        const lacking = lackingColumns(required, names, keys)
        return lacking ? [missingKey({ table: name, columns: lacking, risk: required.risk }, quote)] : []
      })
    })
  } catch (thrown) {
    return [{ kind: "warning", text: `The tables' unique keys can't be read. ${asError(thrown).message}` }]
  } finally {
    await db.destroy()
  }
}

const plainName = (column: string): string => column.replaceAll("_", "").toLowerCase()

/** Returns the columns of each unique key of a table. */
function uniqueKeysIn(table: string, rows: readonly IndexColumn[]): (readonly (string | null)[])[] {
  const keys = Map.groupBy(
    rows.filter((row) => row.table === table),
    ({ name }) => name,
  )
  return [...keys.values()].map((columns) => columns.map(({ column }) => column))
}

/** Returns a table's columns that should be unique, or `undefined` if they are, or if it is another kind of table. */
function lackingColumns(
  { columns, beside }: RequiredKey,
  names: readonly string[],
  keys: readonly (readonly (string | null)[])[],
): string[] | undefined {
  const find = (wanted: string) => names.find((name) => plainName(name) === wanted)
  const foundColumns = columns.map(find).filter((name) => name !== undefined)
  if (foundColumns.length < columns.length || !beside.every(find)) return undefined
  const isUnique = keys.some((key) => key.every((column) => column !== null && foundColumns.includes(column)))
  return isUnique ? undefined : foundColumns
}

function missingKey(
  { table, columns, risk }: { table: string; columns: readonly string[]; risk: string },
  quote: (name: string) => string,
): Finding {
  const index = quote([table, ...columns, "key"].join("_"))
  const statement = `create unique index ${index} on ${quote(table)} (${columns.map(quote).join(", ")});`
  return {
    kind: "warning",
    text: `The table ${table} has no unique key on ${columns.join(", ")}, so ${risk}. Add it: ${statement}`,
  }
}
