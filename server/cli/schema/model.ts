import { INTEGER_COLUMNS, TABLE_NAMES, TABLES, type TableName } from "../../adapters/core/tables.ts"
import { KEY_BYTES, type KeyName } from "../../adapters/values.ts"

/** A column of Latchkit's, for each tool to write in its own way. */
export interface SchemaColumn {
  readonly name: string
  /** A `moment` is an integer: milliseconds since the epoch. */
  readonly type: "key" | "text" | "integer" | "moment"
  /** The most bytes of a key. */
  readonly bytes: number
  readonly isRequired: boolean
}

/** A table of Latchkit's. */
export interface SchemaTable {
  /** The core's name, which is also the name of the export. */
  readonly core: TableName
  /** The name in the database. */
  readonly name: string
  readonly columns: readonly SchemaColumn[]
  readonly key: readonly string[]
  readonly unique: string | undefined
  /** Whether `userId` refers to a user. */
  readonly isOwned: boolean
  /** Indexes of one column each. */
  readonly indexes: readonly { readonly name: string; readonly column: string }[]
}

/**
 * Returns whether a table with these columns can be one of Latchkit's, such as a table of Auth.js. It may lack columns
 * that can be empty.
 */
export function hasRequiredColumns({ core, columns }: SchemaTable, names: { has(name: string): boolean }): boolean {
  const requiredNames = columns.filter(({ isRequired }) => isRequired).map(({ name }) => name)
  return [...requiredNames, ...(core === "users" ? ["email", "emailVerified"] : [])].every((name) => names.has(name))
}

/** Integers that aren't moments. */
const NUMBERS: ReadonlySet<string> = new Set(["expires_at", "counter", "credentialBackedUp", "count", "version"])
/** Columns that may be null, in any table. */
const OPTIONAL: ReadonlySet<string> = new Set([
  ...["email", "emailVerified", "name", "image", "sessionEpoch", "createdAt", "lastUsedAt", "userAgent", "transports"],
  ...["access_token", "refresh_token", "id_token", "scope", "token_type", "session_state", "expires_at", "extra"],
])
const INDEXED = ["userId", "expires"] as const
const INDEX_NAMES = { userId: "user", expires: "expires" } as const
/** A counter's key begins with its kind. */
const COUNTER_KEY_BYTES = KEY_BYTES.key + 8

/** Returns the tables, whose names begin with `prefix`. The users come first, because other tables refer to them. */
export function schemaTables(prefix: string): readonly SchemaTable[] {
  return TABLE_NAMES.map((core) => {
    const { key, unique, owned, columns } = TABLES[core]
    const name = `${prefix}${core.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`
    return {
      core,
      name,
      key,
      unique,
      isOwned: owned,
      columns: columns.map((column) => schemaColumn(core, column)),
      indexes: INDEXED.filter((column) => columns.includes(column)).map((column) => ({
        name: `${name}_${INDEX_NAMES[column]}`,
        column,
      })),
    }
  })
}

function schemaColumn(table: TableName, name: string): SchemaColumn {
  const isKey = (column: string): column is KeyName => Object.hasOwn(KEY_BYTES, column)
  // A record may belong to no one, and stay for ever
  const isOptional = OPTIONAL.has(name) || (table === "accountRecords" && ["userId", "expires"].includes(name))
  const integer = NUMBERS.has(name) ? "integer" : "moment"
  return {
    name,
    type: INTEGER_COLUMNS.has(name) ? integer : isKey(name) ? "key" : "text",
    bytes: name === "key" ? COUNTER_KEY_BYTES : isKey(name) ? KEY_BYTES[name] : 0,
    isRequired: !isOptional,
  }
}
