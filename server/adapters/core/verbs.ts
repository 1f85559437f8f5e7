import type { TableName } from "./tables.ts"

/** A row, by the core's names of its columns. */
export type Row = Readonly<Record<string, unknown>>

/** A value that a column is compared with. */
export type Operand = string | number

/** A comparison of one column. A column without a value matches none. */
export type Condition = readonly [column: string, operator: "=" | "<>" | "<" | "<=" | ">" | ">=", value: Operand]

/** The rows to read. */
export interface Selection {
  readonly table: TableName
  /** Conditions that all hold. */
  readonly where: readonly Condition[]
  /** The column that sorts the rows, before their key. @default the key alone */
  readonly order?: readonly [column: string, direction: "asc" | "desc"]
  /** The most rows to return. @default all */
  readonly limit?: number
}

/** A table whose rows are read with their users. */
export type OwnedTable = "sessions" | "accounts"

/** A row with its user. */
export interface RowAndUser {
  readonly row: Row
  readonly user: Row
  /** The user's account record of the kind `password`, or `null`. `undefined` if it wasn't read. */
  readonly password?: Row | null | undefined
}

/**
 * Everything that the core asks of a database. Each verb is atomic by itself.
 *
 * @throws {AdapterConflict} if a row's key is taken, or its owner doesn't exist
 */
export interface Verbs {
  /** Returns the rows, in an order that never changes. */
  select(selection: Selection): Promise<readonly Row[]>
  /** Stores a row and returns it, with values that the database made, such as a serial id. */
  insert(table: TableName, row: Row): Promise<Row>
  /** Stores a row, unless its key is taken. Returns whether it did. */
  insertIgnore(table: TableName, row: Row): Promise<boolean>
  /** Changes rows, and returns them as they are now. */
  update(table: TableName, set: Row, where: readonly Condition[]): Promise<readonly Row[]>
  /** Deletes the row with a whole key, and returns it. Of several parallel calls, only one gets it. */
  remove(table: TableName, where: readonly Condition[]): Promise<readonly Row[]>
  /**
   * Deletes rows and returns how many. Unlike {@link remove}, it may delete very many.
   *
   * @param limit the most rows to delete. Only for rows that expire. Default: all
   */
  erase(table: TableName, where: readonly Condition[], limit?: number): Promise<number>
  /** Stores the row of a counter, or adds one to its `count`. Returns the count. */
  add(row: Row): Promise<number>
  /** Takes one from the `count` of a counter, if it exists. */
  subtract(key: string): Promise<void>
  /** Returns the rows as they are now. In a transaction, no other request changes them until it ends. */
  lock(table: TableName, where: readonly Condition[]): Promise<readonly Row[]>
  /** Returns the row with this primary key, and its user, in one query. A driver may ignore `withPassword`. */
  withUser(table: OwnedTable, key: Readonly<Record<string, string>>, withPassword?: boolean): Promise<RowAndUser | null>
}

/** A write that waits for the end of an optimistic transaction. */
export type Write =
  | { readonly verb: "insert"; readonly table: TableName; readonly row: Row }
  | { readonly verb: "update"; readonly table: TableName; readonly set: Row; readonly where: readonly Condition[] }
  | { readonly verb: "erase"; readonly table: TableName; readonly where: readonly Condition[] }

/** Rows as they were read, with a text that is equal only if the same rows are read again. */
export interface Snapshot {
  readonly selection: Selection
  readonly rows: readonly Row[]
  readonly fingerprint: string
}

/** Runs several statements at once, all or nothing, for transactions that are optimistic. */
export interface Batches {
  /** Reads rows with their fingerprint. */
  snapshot(selection: Selection): Promise<Snapshot>
  /**
   * Reads each snapshot again and writes, all or nothing.
   *
   * @throws {RowsChanged} if a row isn't as it was
   */
  commit(snapshots: readonly Snapshot[], writes: readonly Write[]): Promise<void>
}

/** Turns the verbs into statements of a database. */
export interface Driver extends Verbs {
  /** Whether the app began a transaction, and the verbs are part of it. Then nothing may run a second time. */
  readonly isJoined?: boolean
  /**
   * Runs all or nothing. `run` gets the verbs within the transaction and, if there is one, the tool's own transaction.
   *
   * @param isRepeated whether an earlier attempt failed because of another request
   */
  transaction<T>(run: (verbs: Verbs, handle?: object) => Promise<T>, isRepeated: boolean): Promise<T>
}

/** Returns the conditions that each column has this value. */
export function equals(values: Readonly<Record<string, Operand>>): readonly Condition[] {
  return Object.entries(values).map(([column, value]): Condition => [column, "=", value])
}

/** Returns the values that the conditions ask for. */
export function equalValues(where: readonly Condition[]): Row {
  return Object.fromEntries(where.flatMap(([name, operator, value]) => (operator === "=" ? [[name, value]] : [])))
}

/** Returns verbs that call `run` with their names and parameters. */
export function mapVerbs(
  verbs: Verbs,
  run: (name: keyof Verbs, parameters: readonly unknown[]) => Promise<unknown>,
): Verbs {
  const names = Object.keys(verbs) as (keyof Verbs)[] // a driver's other functions aren't called
  const mapped = names.map((name) => [name, (...parameters: readonly unknown[]) => run(name, parameters)])
  return Object.fromEntries(mapped) as Verbs // each verb, with its own parameters
}

/** Calls the verb with this name. */
export function callVerb(verbs: Verbs, name: keyof Verbs, parameters: readonly unknown[]): Promise<unknown> {
  return (verbs[name] as (...parameters: readonly unknown[]) => Promise<unknown>)(...parameters) // those of this verb
}

/** Returns {@link Verbs.withUser} for a database without joins. The user and the password are read together. */
export function withUserBySelect(select: Verbs["select"]): Verbs["withUser"] {
  return async (table, key, withPassword = false) => {
    const [row] = await select({ table, where: equals(key) })
    if (!row) return null
    const id = String(row["userId"])
    const [[user], passwords] = await Promise.all([
      select({ table: "users", where: equals({ id }) }),
      withPassword ? select({ table: "accountRecords", where: equals({ kind: "password", id }) }) : undefined,
    ])
    return user ? { row, user, password: passwords && (passwords[0] ?? null) } : null
  }
}
