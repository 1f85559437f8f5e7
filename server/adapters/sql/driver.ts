import type { CompiledQuery } from "kysely"
import { INTEGER_COLUMNS, TABLES, type TableName } from "../core/tables.ts"
import { equals, equalValues, type Driver, type Row, type Verbs } from "../core/verbs.ts"
import { Statements, type StatementOptions } from "./statements.ts"
import { toText } from "../core/columns.ts"
import { findBatching } from "./batching.ts"
import type { TablesKysely } from "./tables.ts"

/** Creates the driver of a database. */
export function sqlDriver(db: TablesKysely, options: StatementOptions): Driver {
  const statements = new Statements(db, options)
  const batching = findBatching(db)
  if (batching) return { ...sqlVerbs(db, statements), transaction: batching.transactions(db, statements) }
  const verbsOn = (executor: Executor): Verbs => {
    const verbs = sqlVerbs(executor, statements)
    return options.dialect === "mysql" ? { ...verbs, ...mySqlWrites(executor, { statements, verbs, together }) } : verbs
  }
  const begin = () => {
    const transaction = db.transaction()
    // After a lock, reads must see what the request that held it has stored, also if they have read before
    return options.dialect === "sqlite" ? transaction : transaction.setIsolationLevel("read committed")
  }
  const together: Together = (executor, run) =>
    executor === db
      ? begin().execute((transaction) => run(verbsOn(transaction), transaction))
      : run(verbsOn(executor), executor)
  return {
    ...verbsOn(db),
    transaction: (run) => together(db, run),
  }
}

/** A database or a transaction of Kysely. */
type Executor = Pick<TablesKysely, "executeQuery">

/** Runs in the executor's transaction, or in one of its own. */
type Together = <T>(executor: Executor, run: (verbs: Verbs, within: Executor) => Promise<T>) => Promise<T>

/** Translates the verbs into statements of a database whose writes return rows. */
function sqlVerbs(db: Executor, statements: Statements): Verbs {
  const rows = async (table: TableName, query: CompiledQuery): Promise<readonly Row[]> => {
    const result = await db.executeQuery<Row>(query)
    return result.rows.map((row) => decodeRow(table, row))
  }
  return {
    select: (selection) => rows(selection.table, statements.select(selection)),
    async insert(table, row) {
      // Only users have columns of the app, which may have defaults
      const [stored = row] = await rows(table, statements.insert(table, row, { returning: table === "users" }))
      return stored
    },
    insertIgnore: async (table, row) => (await changedRows(db, statements.insertIgnore(table, row))) === 1,
    update: (table, set, where) => rows(table, statements.update(table, set, where, { returning: true })),
    remove: (table, where) => rows(table, statements.erase(table, where, { returning: true })),
    erase: (table, where, limit) => changedRows(db, statements.erase(table, where, { limit })),
    add: async (row) => Number((await rows("counters", statements.add(row)))[0]?.["count"]),
    subtract: async (key) => void (await db.executeQuery(statements.subtract(key))),
    lock: (table, where) => rows(table, statements.select({ table, where }, true)),
    async withUser(table, key) {
      const { rows: found } = await db.executeQuery<Row>(statements.withUser(table, key))
      const [row] = found
      return row ? { row: decodeRow(table, row), user: decodeRow("users", statements.userPart(row)) } : null
    },
  }
}

async function changedRows(db: Executor, query: CompiledQuery): Promise<number> {
  return Number((await db.executeQuery(query)).numAffectedRows ?? 0n)
}

interface MySqlContext {
  readonly statements: Statements
  readonly verbs: Verbs
  readonly together: Together
}

/** MySQL's writes return no rows. */
function mySqlWrites(db: Executor, { statements, verbs, together }: MySqlContext) {
  const { select } = verbs
  return {
    async insert(table, row) {
      await db.executeQuery(statements.insert(table, row))
      if (table !== "users" || statements.columns(table).every((name) => name in row)) return row
      const [stored = row] = await select({ table, where: equals({ id: String(row["id"]) }) })
      return stored
    },
    async update(table, set, where) {
      if ((await changedRows(db, statements.update(table, set, where))) === 0) return []
      // Another request may take an account record before it could be read, and only the number of rows is needed
      const unchanged = where.filter(([column]) => !(column in set))
      return table === "accountRecords" ? [{ ...equalValues(unchanged), ...set }] : select({ table, where: unchanged })
    },
    async remove(table, where) {
      // An account record must not change between the two statements
      if (table === "accountRecords")
        return together(db, async (within, executor) => {
          const locked = await within.lock(table, where)
          if (locked.length > 0) await executor.executeQuery(statements.erase(table, where))
          return locked
        })
      const foundRows = await select({ table, where })
      // Of several callers, only one deletes the row
      return foundRows.length > 0 && (await verbs.erase(table, where)) === foundRows.length ? foundRows : []
    },
    add: (row) =>
      together(db, async (within, executor) => {
        await executor.executeQuery(statements.add(row))
        // The row stays locked until the transaction ends, so this is the count of this call
        const [counter] = await within.select({ table: "counters", where: equals({ key: String(row["key"]) }) })
        return Number(counter?.["count"])
      }),
  } satisfies Partial<Verbs>
}

/**
 * Turns what a driver returns into values of the core: large numbers may be texts, and MySQL's keys are bytes. The
 * app's own columns stay as they are.
 */
function decodeRow(table: TableName, row: Row): Row {
  const decoded: Record<string, unknown> = { ...row }
  for (const name of TABLES[table].columns) {
    const value = row[name]
    if (value !== null && value !== undefined) decoded[name] = INTEGER_COLUMNS.has(name) ? Number(value) : toText(value)
  }
  return decoded
}
