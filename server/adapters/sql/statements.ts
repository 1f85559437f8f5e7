import { sql, type Compilable, type CompiledQuery, type RawBuilder, type SelectQueryBuilder } from "kysely"
import { TABLES, type TableName } from "../core/tables.ts"
import type { Condition, OwnedTable, Row, Selection } from "../core/verbs.ts"
import { tableNames, type SqlDialectName, type TableNames, type Tables, type TablesKysely } from "./tables.ts"

type SelectQuery = SelectQueryBuilder<Tables, string, Row>

/** How the tables of `SqlAdapter` are named, and what the app added to them. */
export interface StatementOptions {
  readonly dialect: SqlDialectName
  /** Prefix of the tables' names. */
  readonly prefix: string
  /** The app's own columns of the users' table. */
  readonly fields: readonly string[]
}

interface EraseOptions {
  returning?: boolean
  /** The most rows to delete. */
  limit?: number | undefined
}

/** Prefixes a column of the app, which another table may have too. Latchkit's own names are different. */
const USER_MARK = "u_"
/** Prefixes a column of the password's record. A column of the app has another prefix. */
const PASSWORD_MARK = "p_"

/**
 * Builds the statements of the verbs. Each form is compiled once, and then gets other values: Kysely takes longer to
 * compile a query than a local database takes to run it.
 */
export class Statements {
  readonly #db: TablesKysely
  readonly #dialect: SqlDialectName
  readonly #names: TableNames
  readonly #fields: readonly string[]
  readonly #compiled = new Map<string, CompiledQuery>()

  constructor(db: TablesKysely, { dialect, prefix, fields }: StatementOptions) {
    this.#db = db
    this.#names = tableNames(prefix)
    this.#dialect = dialect
    this.#fields = fields
  }

  /** The columns to read. */
  columns(table: TableName): readonly string[] {
    return [...TABLES[table].columns, ...(table === "users" ? this.#fields : [])]
  }

  /** The query of a selection, to be part of another statement. */
  selection({ table, where, order, limit }: Selection): SelectQuery {
    const query = this.#db
      .selectFrom(this.#names[table])
      .select([...this.columns(table)])
      .$if(where.length > 0, (rows) => rows.where(all(where)))
      .$if(order !== undefined, (rows) => rows.orderBy(sql.ref(order?.[0] ?? ""), order?.[1]))
      .$if(limit !== undefined, (rows) => rows.limit(sql.lit(limit ?? 0)))
    return TABLES[table].key.reduce((rows, name) => rows.orderBy(name), query as SelectQuery)
  }

  /** `isLocked` locks the rows until the transaction ends. SQLite's transactions run one after the other. */
  select(selection: Selection, isLocked = false): CompiledQuery {
    const { table, where, order = [], limit } = selection
    const locks = isLocked && this.#dialect !== "sqlite"
    const shape = ["select", table, conditionShape(where), order.join(" "), limit, locks]
    const build = () => this.selection(selection).$if(locks, (query) => query.forUpdate())
    return this.#compile(shape, operands(where), build)
  }

  insert(table: TableName, row: Row, { returning = false } = {}): CompiledQuery {
    const build = () => this.#insert(table, row).$if(returning, (query) => query.returning([...this.columns(table)]))
    return this.#compile(["insert", table, returning, ...Object.keys(row)], Object.values(row), build)
  }

  /** Stores nothing if the key of the row is taken. */
  insertIgnore(table: TableName, row: Row): CompiledQuery {
    const build = () => {
      const insert = this.#insert(table, row)
      return this.#dialect === "mysql" ? insert.ignore() : insert.onConflict((conflict) => conflict.doNothing())
    }
    return this.#compile(["insertIgnore", table, ...Object.keys(row)], Object.values(row), build)
  }

  update(table: TableName, set: Row, where: readonly Condition[], { returning = false } = {}): CompiledQuery {
    const build = () =>
      this.#db
        .updateTable(this.#names[table])
        .set(set)
        .where(all(where))
        .$if(returning, (query) => query.returning([...this.columns(table)]))
    const shape = ["update", table, returning, ...Object.keys(set), "where", conditionShape(where)]
    return this.#compile(shape, [...Object.values(set), ...operands(where)], build)
  }

  erase(table: TableName, where: readonly Condition[], { returning = false, limit }: EraseOptions = {}): CompiledQuery {
    // Only MySQL's statement has a limit. The others delete the rows of a selection, and check again that they match
    const hasLimit = this.#dialect === "mysql"
    const build = () => {
      const query = this.#db.deleteFrom(this.#names[table]).where(all(where))
      if (limit === undefined) return query.$if(returning, (rows) => rows.returning([...this.columns(table)]))
      if (hasLimit) return query.limit(sql.lit(limit))
      const page = this.selection({ table, where, order: ["expires", "asc"], limit })
      const keys = sql.join(TABLES[table].key.map((name) => sql.ref(name)))
      return query.where(sql<boolean>`(${keys}) in (select ${keys} from (${page}) as page)`)
    }
    const values = operands(where)
    const shape = ["erase", table, returning, limit, conditionShape(where)]
    return this.#compile(shape, limit === undefined || hasLimit ? values : [...values, ...values], build)
  }

  /** Stores the row of a counter, or adds one to its count. */
  add(row: Row): CompiledQuery {
    const name = this.#names.counters
    const insert = () => this.#insert("counters", row)
    const build = () =>
      this.#dialect === "mysql"
        ? insert().onDuplicateKeyUpdate(({ eb }) => ({ count: eb("count", "+", eb.lit(1)) }))
        : insert()
            .onConflict((conflict) =>
              conflict
                .column("key")
                .doUpdateSet(({ eb, ref }) => ({ count: eb(ref(`${name}.count`), "+", eb.lit(1)) })),
            )
            .returning(["count"])
    return this.#compile(["add", ...Object.keys(row)], Object.values(row), build)
  }

  /** Takes one from the count of a counter. */
  subtract(key: string): CompiledQuery {
    const build = () =>
      this.#db
        .updateTable(this.#names.counters)
        .set({ count: sql`count - 1` })
        .where("key", "=", key)
    return this.#compile(["subtract"], [key], build)
  }

  withUser(table: OwnedTable, key: Readonly<Record<string, string>>, withPassword = false): CompiledQuery {
    const build = () =>
      this.#db
        .selectFrom([`${this.#names[table]} as r`])
        .innerJoin(`${this.#names.users} as u`, "u.id", "r.userId")
        .select(TABLES[table].columns.map((name) => `r.${name}`))
        .select(TABLES.users.columns.map((name) => `u.${name}`))
        .select(this.#fields.map((name) => `u.${name} as ${USER_MARK}${name}`))
        .$if(withPassword, (query) =>
          query
            .leftJoin(`${this.#names.accountRecords} as p`, (join) =>
              join.onRef("p.id", "=", "u.id").on("p.kind", "=", sql.lit("password")),
            )
            .select(TABLES.accountRecords.columns.map((name) => `p.${name} as ${PASSWORD_MARK}${name}`)),
        )
        .where(all(TABLES[table].key.map((name) => [`r.${name}`, "=", ""])))
    return this.#compile(
      ["withUser", table, withPassword],
      TABLES[table].key.map((name) => key[name]),
      build,
    )
  }

  /** Returns a row of {@link withUser} with the app's columns of the user. */
  userPart(row: Row): Row {
    if (this.#fields.length === 0) return row
    return { ...row, ...Object.fromEntries(this.#fields.map((name) => [name, row[USER_MARK + name]])) }
  }

  /** Returns the password's record in a row of {@link withUser}, or `null`. */
  passwordPart(row: Row): Row | null {
    if (row[`${PASSWORD_MARK}id`] === null) return null
    return Object.fromEntries(TABLES.accountRecords.columns.map((name) => [name, row[PASSWORD_MARK + name]]))
  }

  #insert(table: TableName, row: Row) {
    return this.#db.insertInto(this.#names[table]).values({ ...row })
  }

  #compile(shape: readonly unknown[], values: readonly unknown[], build: () => Compilable): CompiledQuery {
    const name = shape.join(" ")
    const compiled = this.#compiled.get(name) ?? build().compile()
    this.#compiled.set(name, compiled)
    return { ...compiled, parameters: values.map(toParameter) }
  }
}

function conditionShape(where: readonly Condition[]): string {
  let shape = ""
  for (const [column, operator] of where) shape += `${column}${operator} `
  return shape
}

const operands = (where: readonly Condition[]): readonly unknown[] => where.map(([, , value]) => value)

const toParameter = (value: unknown): unknown => (value instanceof Date ? value.getTime() : (value ?? null))

function all(where: readonly Condition[]): RawBuilder<boolean> {
  const conditions = where.map(([column, operator, value]) => sql`${sql.ref(column)} ${sql.raw(operator)} ${value}`)
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`
}
