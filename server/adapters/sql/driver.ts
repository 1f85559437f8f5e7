import type { CompiledQuery } from "kysely"
import { INTEGER_COLUMNS, TABLES, type TableName } from "../core/tables.ts"
import { plainWrites, type PlainStatements } from "../core/plain-writes.ts"
import { equals, type Driver, type Row, type Verbs } from "../core/verbs.ts"
import { Statements, type StatementOptions } from "./statements.ts"
import { toText } from "../core/columns.ts"
import { findBatching } from "./batching.ts"
import type { TablesKysely } from "./tables.ts"

/** Creates the driver of a database. */
export function sqlDriver(db: TablesKysely, options: StatementOptions): Driver {
  const statements = new Statements(db, options)
  const batching = findBatching(db)
  if (batching) return { ...sqlVerbs(db, statements), transaction: batching.transactions(db, statements) }
  const begin = () => {
    const transaction = db.transaction()
    // After a lock, reads must see what the request that held it has stored, also if they have read before
    return options.dialect === "sqlite" ? transaction : transaction.setIsolationLevel("read committed")
  }
  const verbsOn = (executor: Executor): Verbs => {
    const verbs = sqlVerbs(executor, statements)
    if (options.dialect !== "mysql") return verbs
    const plain = plainStatements(executor, statements)
    const writes = plainWrites(plain, (run) =>
      executor === db ? begin().execute((transaction) => run(plainStatements(transaction, statements))) : run(plain),
    )
    return {
      ...verbs,
      ...writes,
      async insert(table, row) {
        await executor.executeQuery(statements.insert(table, row))
        if (table !== "users" || statements.columns(table).every((name) => name in row)) return row
        const [stored = row] = await verbs.select({ table, where: equals({ id: String(row["id"]) }) })
        return stored
      },
    }
  }
  return {
    ...verbsOn(db),
    transaction: (run) => begin().execute((transaction) => run(verbsOn(transaction), transaction)),
  }
}

/** A database or a transaction of Kysely. */
type Executor = Pick<TablesKysely, "executeQuery">

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
    async withUser(table, key, withPassword) {
      const { rows: found } = await db.executeQuery<Row>(statements.withUser(table, key, withPassword))
      const [row] = found
      if (!row) return null
      const record = withPassword ? statements.passwordPart(row) : undefined
      const password = record && decodeRow("accountRecords", record)
      return { row: decodeRow(table, row), user: decodeRow("users", statements.userPart(row)), password }
    },
  }
}

async function changedRows(db: Executor, query: CompiledQuery): Promise<number> {
  return Number((await db.executeQuery(query)).numAffectedRows ?? 0n)
}

/** MySQL's writes return no rows. */
function plainStatements(db: Executor, statements: Statements): PlainStatements {
  return {
    ...sqlVerbs(db, statements),
    change: (table, set, where) => changedRows(db, statements.update(table, set, where)),
    raise: (row) => db.executeQuery(statements.add(row)),
  }
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
