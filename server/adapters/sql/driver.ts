import type { CompiledQuery } from "kysely"
import { toText } from "../core/columns.ts"
import { TABLES, type TableName } from "../core/tables.ts"
import { equals, type Driver, type Row, type Verbs } from "../core/verbs.ts"
import { Statements, type StatementOptions } from "./statements.ts"
import type { TablesKysely } from "./tables.ts"

/** Creates the driver of a database with transactions. */
export function sqlDriver(db: TablesKysely, options: StatementOptions): Driver {
  const statements = new Statements(db, options)
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
export function sqlVerbs(db: Executor, statements: Statements): Verbs {
  const rows = async (query: CompiledQuery): Promise<readonly Row[]> => (await db.executeQuery<Row>(query)).rows
  return {
    select: (selection) => rows(statements.select(selection)),
    async insert(table, row) {
      // Only users have columns of the app, which may have defaults
      const [stored = row] = await rows(statements.insert(table, row, { returning: table === "users" }))
      return stored
    },
    insertIgnore: async (table, row) => (await changedRows(db, statements.insertIgnore(table, row))) === 1,
    update: (table, set, where) => rows(statements.update(table, set, where, { returning: true })),
    remove: (table, where) => rows(statements.erase(table, where, { returning: true })),
    erase: (table, where, limit) => changedRows(db, statements.erase(table, where, { limit })),
    add: async (row) => Number((await rows(statements.add(row)))[0]?.["count"]),
    subtract: async (key) => void (await db.executeQuery(statements.subtract(key))),
    lock: (table, where) => rows(statements.select({ table, where }, true)),
    async withUser(table, key) {
      const { rows: found } = await db.executeQuery<Row>(statements.withUser(table, key))
      const [row] = found
      return row ? { row, user: statements.userPart(row) } : null
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

/** MySQL's writes return no rows, and its keys are read as bytes. */
function mySqlWrites(db: Executor, { statements, verbs, together }: MySqlContext) {
  const select: Verbs["select"] = async (selection) => decoded(selection.table, await verbs.select(selection))
  const lock: Verbs["lock"] = async (table, where) => decoded(table, await verbs.lock(table, where))
  return {
    select,
    lock,
    async insert(table, row) {
      await db.executeQuery(statements.insert(table, row))
      if (table !== "users" || statements.columns(table).every((name) => name in row)) return row
      const [stored = row] = await select({ table, where: equals({ id: String(row["id"]) }) })
      return stored
    },
    async update(table, set, where) {
      if ((await changedRows(db, statements.update(table, set, where))) === 0) return []
      // Another request may take an account record before it could be read, and only the number of rows is needed
      return table === "accountRecords" ? [set] : select({ table, where: where.filter(([column]) => !(column in set)) })
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
    async withUser(table, key) {
      const foundRow = await verbs.withUser(table, key)
      return (
        foundRow && { row: decoded(table, [foundRow.row])[0] ?? {}, user: decoded("users", [foundRow.user])[0] ?? {} }
      )
    },
  } satisfies Partial<Verbs>
}

// The app's own columns may be bytes, and stay so
function decoded(table: TableName, rows: readonly Row[]): readonly Row[] {
  const { columns } = TABLES[table]
  const decode = ([name, value]: [string, unknown]) => [
    name,
    value instanceof Uint8Array && columns.includes(name) ? toText(value) : value,
  ]
  return rows.map((row) => Object.fromEntries(Object.entries(row).map(decode)) as Row)
}
