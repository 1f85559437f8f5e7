import { and, asc, desc, isNotNull, sql, type Column, type SQL, type Table } from "drizzle-orm"
import type { MappedColumn } from "../core/columns.ts"
import { IMPOSSIBLE } from "../core/keys.ts"
import { decodeRow, encodeRow, findColumn } from "../core/mapping.ts"
import { TABLES, type TableName } from "../core/tables.ts"
import type { Condition, OwnedTable, Row, Selection } from "../core/verbs.ts"
import { equalsKey, exactBytes } from "./columns.ts"
import type { MappedDrizzle } from "./tables.ts"

/** The builders' methods that are used here. Each dialect has those that it supports. */
export interface Query extends PromiseLike<unknown> {
  from(source: Table | SQL): Query
  innerJoin(table: Table, on: SQL): Query
  leftJoin(table: Table, on: SQL | undefined): Query
  $withCache(config: false): Query
  where(condition: SQL | undefined): Query
  orderBy(...columns: SQL[]): Query
  limit(count: number): Query
  for(strength: "update"): Query
  ignore(): Query
  values(row: object): Query
  set(row: object): Query
  returning(fields: object): Query
  onConflictDoNothing(): Query
  onConflictDoUpdate(change: { target: Column[]; set: object }): Query
  onDuplicateKeyUpdate(change: { set: object }): Query
  prepare(name: string): { execute(values: object): PromiseLike<unknown> | unknown }
  all(): unknown
  run(): unknown
  getSQL(): SQL
}

/** A database or a transaction of Drizzle, as it is used here. */
export interface Executor {
  select(fields: object): Query
  insert(table: Table): Query
  update(table: Table): Query
  delete(table: Table): Query
  all(query: SQL): PromiseLike<readonly unknown[]> | readonly unknown[]
  batch(queries: Query[]): Promise<unknown>
  transaction<T>(run: (transaction: Executor) => T, options?: object): T
}

const NO_ROW = sql`1 = 0`

/** Builds the statements of the verbs from the app's own tables. */
export class Queries {
  readonly #mapped: MappedDrizzle

  constructor(mapped: MappedDrizzle) {
    this.#mapped = mapped
  }

  /** The columns to read, by the core's names. */
  fields(table: TableName): Readonly<Record<string, Column>> {
    const columns = Object.entries(this.#mapped.columns[table])
    return Object.fromEntries(columns.map(([name, { column }]) => [name, column]))
  }

  select(db: Executor, selection: Selection, fields: object = this.fields(selection.table)): Query {
    const { table, where, order, limit } = selection
    const keys = TABLES[table].key.map((name) => asc(this.column(table, name)))
    const first = order
      ? [order[1] === "desc" ? desc(this.column(table, order[0])) : asc(this.column(table, order[0]))]
      : []
    const query = db.select(fields).from(this.#mapped.tables[table]).where(this.where(table, where))
    // A cache may still have a session that has just ended
    const ordered = query.orderBy(...first, ...keys).$withCache(false)
    return limit === undefined ? ordered : ordered.limit(limit)
  }

  /** @throws {AdapterConflict} if the owner's id is one that no user has */
  insert(db: Executor, table: TableName, row: Row): Query {
    return db.insert(this.#mapped.tables[table]).values(this.encode(table, row))
  }

  /** Only MySQL's. */
  insertIgnore(db: Executor, table: TableName, row: Row): Query {
    return db.insert(this.#mapped.tables[table]).ignore().values(this.encode(table, row))
  }

  update(db: Executor, table: TableName, set: Row, where: readonly Condition[]): Query {
    return db.update(this.#mapped.tables[table]).set(this.encode(table, set)).where(this.where(table, where))
  }

  erase(db: Executor, table: TableName, where: readonly Condition[], limit?: number): Query {
    const query = db.delete(this.#mapped.tables[table])
    if (limit === undefined) return query.where(this.where(table, where))
    // Only MySQL's has a limit. The others delete the rows of a selection, and check again that they still match
    const keys = TABLES[table].key.map((name) => this.column(table, name))
    if (keys[0]?.columnType.startsWith("MySql")) return query.where(this.where(table, where)).limit(limit)
    const page = this.select(db, { table, where, order: ["expires", "asc"], limit }, { ...keys })
    return query.where(and(this.where(table, where), sql`(${sql.join(keys, sql`, `)}) in ${page}`))
  }

  /** The change that adds a number to a counter, by the table's own key. */
  increment(by: 1 | -1): object {
    const { property, column } = findColumn(this.#mapped, "counters", "count")
    return { [property]: sql`${column} + ${sql.raw(String(by))}` }
  }

  subtract(db: Executor, key: string): Query {
    const where = this.where("counters", [["key", "=", key]])
    return db.update(this.#mapped.tables.counters).set(this.increment(-1)).where(where)
  }

  /** Reads a row with its user and, if the database can join it, the user's password. */
  withUser(db: Executor, table: OwnedTable, where: SQL | undefined, withPassword = false): Query {
    const { tables } = this.#mapped
    const fields = { row: this.fields(table), user: this.fields("users") }
    const id = this.column("users", "id")
    const isOwn = withPassword ? equalsKey(this.column("accountRecords", "id"), id) : undefined
    const query = db
      .select(isOwn ? { ...fields, password: this.fields("accountRecords") } : fields)
      .from(tables[table])
      .innerJoin(tables.users, sql`${id} = ${this.column(table, "userId")}`)
    const isPassword = this.where("accountRecords", [["kind", "=", "password"]])
    const joined = isOwn ? query.leftJoin(tables.accountRecords, and(isOwn, isPassword)) : query
    return joined.where(where).$withCache(false)
  }

  column(table: TableName, name: string): Column {
    return findColumn(this.#mapped, table, name).column
  }

  /** Turns a row that a query returned into one of the core. */
  decode(table: TableName, row: unknown): Row {
    return decodeRow(this.#mapped.columns[table], (name) => Reflect.get(Object(row), name))
  }

  /** Turns the database's own values, in the order of the columns, into a row of the core. */
  decodeRaw(table: TableName, values: readonly unknown[]): Row {
    return decodeRow(this.#mapped.columns[table], (_, { column }, index) => {
      const value = values[index] ?? null
      return value === null ? null : column.mapFromDriverValue(value)
    })
  }

  encode(table: TableName, row: Row): object {
    return encodeRow(table, row, this.#mapped.columns[table])
  }

  where(table: TableName, conditions: readonly Condition[]): SQL | undefined {
    return and(
      ...conditions.map((condition) => this.#condition(findColumn(this.#mapped, table, condition[0]), condition)),
    )
  }

  #condition({ column, encode }: MappedColumn<Column>, [, operator, value]: Condition): SQL | undefined {
    const stored = encode(value)
    if (stored === IMPOSSIBLE) return operator === "<>" ? isNotNull(column) : NO_ROW
    const compared = sql`${column} ${sql.raw(operator)} ${sql.param(stored, column)}`
    return operator === "=" ? and(compared, exactBytes(column, stored)) : compared
  }
}
