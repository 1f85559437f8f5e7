import { sql } from "kysely"
import { asError } from "../errors.ts"
import { ADDRESS, dialectName, plainName, VERIFIED, withDatabase } from "./database.ts"
import { warning, type Finding } from "../core/config/finding.ts"

/** Columns that must be unique together. Their names are as {@link plainName} writes them. */
interface RequiredKey {
  columns: readonly RegExp[]
  /** Other columns by which a table is recognized, whatever its name is. */
  beside: readonly RegExp[]
  /** The consequence if the key is missing, for the user to read. */
  risk: string
}

const REQUIRED_KEYS: readonly RequiredKey[] = [
  { columns: [ADDRESS], beside: [VERIFIED], risk: "two users can have one address" },
  { columns: [/^provider$/, /^provideraccountid$/], beside: [], risk: "an account can be linked to two users" },
  { columns: [/^sessiontoken$/], beside: [/^expires$/], risk: "two sessions can have one token" },
  { columns: [/^credentialid$/], beside: [/^credentialpublickey$/], risk: "two users can have one passkey" },
]

/** A column of a unique index that has no condition. */
interface IndexColumn {
  /** The schema of PostgreSQL. */
  schema?: string
  table: string
  name: string
  column: string | null
}

const UNIQUE_INDEXES = {
  sqlite: sql<IndexColumn>`
    select m.name as "table", i.name as "name", c.name as "column"
    from sqlite_master m, pragma_index_list(m.name) i, pragma_index_info(i.name) c
    where m.type = 'table' and i."unique" = 1 and i.partial = 0`,
  // An index on `lower(email)` keeps addresses apart too
  postgres: sql<IndexColumn>`
    select n.nspname as "schema", t.relname as "table", i.indexrelid::text as "name",
      regexp_replace(pg_get_indexdef(i.indexrelid, k, true), '^(lower\\()?\\(?"?([^")]*)"?\\)?(::text)?\\)?$', '\\2') as "column"
    from pg_index i
    join pg_class t on t.oid = i.indrelid
    join pg_namespace n on n.oid = t.relnamespace
    cross join lateral generate_series(1, i.indnkeyatts::integer) k
    where i.indisunique and i.indisvalid and i.indpred is null`,
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
  const quote = (name: string) => (dialect === "mysql" ? `\`${name}\`` : `"${name}"`)
  try {
    return await withDatabase(url, async (db) => {
      const tables = await db.introspection.getTables()
      const { rows } = await UNIQUE_INDEXES[dialect].execute(db)
      return tables.flatMap(({ name, schema: ownSchema, columns, isView }) => {
        const schema = dialect === "postgres" ? ownSchema : undefined
        if (isView) return [] // its table has the key
        const names = columns.map((column) => column.name)
        const keys = uniqueKeysIn(rows.filter((row) => row.table === name && (row.schema ?? ownSchema) === ownSchema))
        return REQUIRED_KEYS.flatMap(({ risk, ...required }) => {
          const lacking = lackingColumns(required, names, keys)
          return lacking ? [missingKey({ table: name, schema, columns: lacking, risk }, quote)] : []
        })
      })
    })
  } catch (thrown) {
    return [warning(`The tables' unique keys can't be read. ${asError(thrown).message}`)]
  }
}

/** Returns the columns of each unique key of a table. */
function uniqueKeysIn(rows: readonly IndexColumn[]): (readonly (string | null)[])[] {
  const keys = Map.groupBy(rows, ({ name }) => name)
  return [...keys.values()].map((columns) => columns.map(({ column }) => column))
}

/** Returns a table's columns that should be unique, or `undefined` if they are, or if it is another kind of table. */
function lackingColumns(
  { columns, beside }: Pick<RequiredKey, "columns" | "beside">,
  names: readonly string[],
  keys: readonly (readonly (string | null)[])[],
): string[] | undefined {
  const find = (wanted: RegExp) => names.find((name) => wanted.test(plainName(name)))
  const foundColumns = columns.map(find).filter((name) => name !== undefined)
  if (foundColumns.length < columns.length || !beside.every(find)) return undefined
  const isUnique = keys.some((key) => key.every((column) => column !== null && foundColumns.includes(column)))
  return isUnique ? undefined : foundColumns
}

interface LackingKey {
  table: string
  schema: string | undefined
  columns: readonly string[]
  risk: string
}

function missingKey({ table, schema, columns, risk }: LackingKey, quote: (name: string) => string): Finding {
  const index = quote([table, ...columns, "key"].join("_"))
  const place = [...(schema === undefined || schema === "public" ? [] : [schema]), table].map(quote).join(".")
  const statement = `create unique index ${index} on ${place} (${columns.map(quote).join(", ")});`
  return warning(`The table ${table} has no unique key on ${columns.join(", ")}, so ${risk}. Add it: ${statement}`)
}
