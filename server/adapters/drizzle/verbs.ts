import { sql } from "drizzle-orm"
import { isCausedBy } from "../core/errors.ts"
import { plainWrites, type PlainStatements } from "../core/plain-writes.ts"
import type { TableName } from "../core/tables.ts"
import { equals, type Row, type RowAndUser, type Verbs } from "../core/verbs.ts"
import type { DrizzleDialect } from "./dialect.ts"
import type { Executor, Queries, Query } from "./queries.ts"

/** Translates the verbs into statements on `db`, a database or a transaction. */
export function drizzleVerbs(db: Executor, queries: Queries, dialect: DrizzleDialect): Verbs {
  return dialect.name === "mysql" ? mySqlVerbs(db, queries, dialect) : returningVerbs(db, queries, dialect)
}

function sharedVerbs(db: Executor, queries: Queries, dialect: DrizzleDialect) {
  const rows = async (table: TableName, query: Query): Promise<readonly Row[]> =>
    ((await query) as readonly unknown[]).map((row) => queries.decode(table, row)) // a query with fields returns a list
  return {
    rows,
    select: (selection) => rows(selection.table, queries.select(db, selection)),
    lock(table, where) {
      const query = queries.select(db, { table, where })
      return rows(table, dialect.name === "sqlite" ? query : query.for("update"))
    },
    erase: async (table, where, limit) => changedRows(await queries.erase(db, table, where, limit)),
    subtract: async (key) => void (await queries.subtract(db, key)),
    withUser: userReader(db, queries, dialect),
  } satisfies Partial<Verbs> & { rows: unknown }
}

function returningVerbs(db: Executor, queries: Queries, dialect: DrizzleDialect): Verbs {
  const { rows, ...shared } = sharedVerbs(db, queries, dialect)
  return {
    ...shared,
    async insert(table, row) {
      const [inserted] = await rows(table, queries.insert(db, table, row).returning(queries.fields(table)))
      return inserted ?? row
    },
    async insertIgnore(table, row) {
      const query = queries.insert(db, table, row).onConflictDoNothing().returning(queries.fields(table))
      return (await rows(table, query)).length === 1
    },
    update: (table, set, where) => rows(table, queries.update(db, table, set, where).returning(queries.fields(table))),
    remove: (table, where) => rows(table, queries.erase(db, table, where).returning(queries.fields(table))),
    async add(row) {
      const target = [queries.column("counters", "key")]
      const query = queries.insert(db, "counters", row).onConflictDoUpdate({ target, set: queries.increment(1) })
      const [counter] = await rows("counters", query.returning(queries.fields("counters")))
      return Number(counter?.["count"])
    },
  }
}

/** MySQL's writes return no rows. */
function mySqlVerbs(db: Executor, queries: Queries, dialect: DrizzleDialect): Verbs {
  const { rows: _, ...shared } = sharedVerbs(db, queries, dialect)
  const plainOn = (executor: Executor): PlainStatements => ({
    ...sharedVerbs(executor, queries, dialect),
    change: async (table, set, where) => changedRows(await queries.update(executor, table, set, where)),
    raise: async (row) => queries.insert(executor, "counters", row).onDuplicateKeyUpdate({ set: queries.increment(1) }),
  })
  const writes = plainWrites(plainOn(db), (run) =>
    dialect.mode === "joined"
      ? run(plainOn(db))
      : db.transaction((transaction) => run(plainOn(transaction)), READ_COMMITTED),
  )
  return {
    ...shared,
    ...writes,
    async insert(table, row) {
      const result = await queries.insert(db, table, row)
      if (table !== "users") return row
      const id = String(row["id"] ?? insertedId(result))
      const [inserted] = await shared.select({ table, where: equals({ id }) }) // with the columns' own defaults
      return inserted ?? { ...row, id }
    },
    insertIgnore: async (table, row) => changedRows(await queries.insertIgnore(db, table, row)) === 1,
  }
}

/** After a lock, reads see what the request that held it has stored, also if they have read before. */
export const READ_COMMITTED = { isolationLevel: "read committed" } as const

/** Builds the query of a session once: each request reads one, and building takes longer than running it locally. */
function userReader(db: Executor, queries: Queries, { mode }: DrizzleDialect): Verbs["withUser"] {
  const where = sql`${queries.column("sessions", "sessionToken")} = ${sql.placeholder("token")}`
  const sessions = [false, true].map((withPassword) =>
    sessionReader((name) => queries.withUser(db, "sessions", where, withPassword).prepare(name), mode !== "joined"),
  )
  return async (table, key, withPassword = false): Promise<RowAndUser | null> => {
    const { sessionToken } = key
    const readSession = sessions[Number(withPassword)]
    const query =
      sessionToken === undefined
        ? queries.withUser(db, table, queries.where(table, equals(key)))
        : readSession?.(sessionToken)
    const [found] = (await query) as { row: object; user: object; password?: object | null }[] // its fields
    if (!found) return null
    const password = found.password && queries.decode("accountRecords", found.password)
    return { row: queries.decode(table, found.row), user: queries.decode("users", found.user), password }
  }
}

/** @param canName whether the statement may stay prepared on its connection. Its loss would end a transaction */
function sessionReader(prepare: Query["prepare"], canName: boolean) {
  const memo: { query?: ReturnType<Query["prepare"]>; isNamed: boolean } = { isNamed: canName }
  return async (token: string) => {
    const { isNamed } = memo
    // Random, because two adapters on one pool must not use the same name
    memo.query ??= prepare(isNamed ? `latchkit_${crypto.randomUUID()}` : "")
    try {
      return await memo.query.execute({ token })
    } catch (error) {
      if (!isNamed || !isCausedBy(error, "lost")) throw error
      Object.assign(memo, { isNamed: false, query: prepare("") })
      return memo.query.execute({ token })
    }
  }
}

const COUNTS = ["rowCount", "rowsAffected", "affectedRows", "count", "changes"] as const

/** Returns how many rows a statement changed, as one of the drivers says it. */
function changedRows(result: unknown): number {
  const places = [result, Array.isArray(result) ? result[0] : undefined, Reflect.get(Object(result), "meta")]
  for (const place of places) {
    for (const name of COUNTS) {
      const count: unknown = typeof place === "object" && place !== null ? Reflect.get(place, name) : undefined
      if (typeof count === "number" || typeof count === "bigint") return Number(count)
    }
  }
  throw new TypeError("This driver doesn't return how many rows changed. Use another one")
}

// The number belongs to this statement's own result, so no other connection's row is meant
function insertedId(result: unknown): unknown {
  return Reflect.get(Object(Array.isArray(result) ? result[0] : result), "insertId")
}
