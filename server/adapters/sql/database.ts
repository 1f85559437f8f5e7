import type { Compilable, CompiledQuery, InsertQueryBuilder, InsertResult } from "kysely"
import { contextValue } from "../ambient.ts"
import { AdapterConflict } from "../values.ts"
import {
  tableNames,
  type Row,
  type SqlDialectName,
  type TableNames,
  type Tables,
  type TablesKysely,
  type TablesTransaction,
} from "./tables.ts"

/** Runs Kysely's queries on Latchkit's tables, alone or in a transaction. */
export interface Database {
  readonly dialect: SqlDialectName
  readonly names: TableNames
  /** The transaction that the queries are part of. */
  readonly transaction?: TablesTransaction
  /** Runs one query. It is built again after a deadlock. */
  run<T>(query: (db: TablesKysely) => Promise<T>): Promise<T>
  /**
   * Returns the rows of a query that `build` creates only once per `name`. Its placeholders are the empty texts, in the
   * order of `values`. Kysely takes longer to build and compile a query than a local database takes to run it, so the
   * lookups of each request use this.
   */
  compiled(name: string, build: (db: TablesKysely) => Compilable, values: readonly string[]): Promise<readonly Row[]>
  /** Runs all or nothing. A nested call joins the outer transaction. `run` is called again after a deadlock. */
  atomic<T>(run: (database: Database) => Promise<T>): Promise<T>
}

const ATTEMPTS = 5

interface DatabaseOptions {
  dialect: SqlDialectName
  /** Prefix of Latchkit's table names. */
  prefix: string
  /** Identifies a transaction in progress. */
  key: object
}

/** Creates a database whose queries run on `db`, or on the current transaction of `key`, if there is one. */
export function createDatabase(db: TablesKysely, { dialect, prefix, key }: DatabaseOptions): Database {
  const shared: Shared = { dialect, names: tableNames(prefix), compile: createCompiler(db) }
  const joined = (): Database | undefined => {
    const transaction = contextValue<TablesTransaction>(key)
    return transaction && transactionDatabase(transaction, shared)
  }
  return {
    dialect,
    names: shared.names,
    // A single statement is a transaction too, and can also lose a deadlock
    run: (query) => joined()?.run(query) ?? retryOnDeadlock(() => withConflicts(() => query(db))),
    compiled: (name, build, values) =>
      joined()?.compiled(name, build, values) ??
      retryOnDeadlock(() => runCompiled(db, shared.compile(name, build), values)),
    atomic: (run) =>
      joined()?.atomic(run) ??
      retryOnDeadlock(() => db.transaction().execute((transaction) => run(transactionDatabase(transaction, shared)))),
  }
}

interface Shared {
  readonly dialect: SqlDialectName
  readonly names: TableNames
  readonly compile: (name: string, build: (db: TablesKysely) => Compilable) => CompiledQuery
}

function transactionDatabase(transaction: TablesTransaction, { dialect, names, compile }: Shared): Database {
  const database: Database = {
    dialect,
    names,
    transaction,
    run: (query) => withConflicts(() => query(transaction)),
    compiled: (name, build, values) => runCompiled(transaction, compile(name, build), values),
    atomic: (run) => run(database),
  }
  return database
}

function createCompiler(db: TablesKysely): Shared["compile"] {
  const queries = new Map<string, CompiledQuery>()
  return (name, build) => {
    const query = queries.get(name) ?? build(db).compile()
    queries.set(name, query)
    return query
  }
}

async function runCompiled(
  db: TablesKysely,
  query: CompiledQuery,
  parameters: readonly string[],
): Promise<readonly Row[]> {
  const { rows } = await db.executeQuery<Row>({ ...query, parameters })
  return rows
}

async function withConflicts<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (isConflict(error))
      throw new AdapterConflict("The database rejected the row: its key already exists, or its owner doesn't")
    throw error
  }
}

/** Makes an insert change nothing if a row with its key is stored. */
export function insertOrIgnore<Table extends keyof Tables>(
  { dialect }: Database,
  insert: InsertQueryBuilder<Tables, Table, InsertResult>,
): InsertQueryBuilder<Tables, Table, InsertResult> {
  return dialect === "mysql" ? insert.ignore() : insert.onConflict((conflict) => conflict.doNothing())
}

// PostgreSQL: class 23. MySQL: ER_DUP_ENTRY, ER_NO_REFERENCED_ROW(_2). SQLite: UNIQUE, PRIMARYKEY, FOREIGNKEY
const CONFLICTS: readonly unknown[] = ["23505", "23503", 1062, 1452, 1216, 2067, 1555, 787]
// PostgreSQL: serialization failure, deadlock. MySQL: ER_LOCK_DEADLOCK; MariaDB: ER_CHECKREAD
const DEADLOCKS: readonly unknown[] = ["40001", "40P01", 1213, 1020]

function isConflict(error: unknown): boolean {
  return errorCodes(error).some((code) => CONFLICTS.includes(code))
}

function errorCodes(error: unknown): readonly unknown[] {
  if (typeof error !== "object" || error === null) return []
  return ["code", "errno", "errcode"].map((name) => Reflect.get(error, name)).filter((code) => code !== undefined)
}

async function retryOnDeadlock<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run()
    } catch (error) {
      if (attempt === ATTEMPTS || !errorCodes(error).some((code) => DEADLOCKS.includes(code))) throw error
      await backOff(attempt)
    }
  }
}

// A random delay, so that one of two deadlocked transactions goes first
function backOff(attempt: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.random() * 10 * attempt))
}
