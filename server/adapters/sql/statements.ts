import { CompiledQuery, type Kysely, type QueryResult, type Transaction } from "kysely"
import { contextValue } from "../ambient.ts"
import { AdapterConflict } from "../values.ts"

export type SqlDialectName = "sqlite" | "postgres" | "mysql"

/** A row as the driver returns it. */
export type Row = Readonly<Record<string, unknown>>

/**
 * Runs statements that are written once for the three dialects. `"name"` is an identifier, `:name` one of Latchkit's
 * tables, and `?` a parameter. No statement contains a value, so each is compiled once and can stay prepared.
 */
export interface Statements {
  readonly dialect: SqlDialectName
  /** The transaction that the statements are part of. */
  readonly transaction?: AnyTransaction
  rows(text: string, parameters?: readonly unknown[]): Promise<readonly Row[]>
  /** Returns how many rows it changed. */
  change(text: string, parameters?: readonly unknown[]): Promise<number>
  /** Runs all or nothing. A nested call joins the outer transaction. `run` is called again after a deadlock. */
  atomic<T>(run: (statements: Statements) => Promise<T>): Promise<T>
}

/** A database of any shape. */
export type AnyKysely = Kysely<Record<string, never>>
type AnyTransaction = Transaction<Record<string, never>>

const ATTEMPTS = 5

interface StatementsOptions {
  dialect: SqlDialectName
  /** Prefix of Latchkit's table names. */
  prefix: string
  /** Identifies a transaction in progress. */
  key: object
}

/** Creates statements on `db`, or on the current transaction of `key`, if there is one. */
export function createStatements(db: AnyKysely, { dialect, prefix, key }: StatementsOptions): Statements {
  const compile = compilerFor(dialect, prefix)
  const joined = (): Statements | undefined => {
    const transaction = contextValue<AnyTransaction>(key)
    return transaction && transactionStatements(transaction, dialect, compile)
  }
  // A single statement is a transaction too, and can also lose a deadlock
  const alone = (text: string, parameters: readonly unknown[] | undefined) =>
    retryOnDeadlock(() => execute(db, compile(text), parameters))
  return {
    dialect,
    rows: async (text, parameters) => joined()?.rows(text, parameters) ?? (await alone(text, parameters)).rows,
    change: async (text, parameters) =>
      joined()?.change(text, parameters) ?? affectedRows(await alone(text, parameters)),
    atomic: (run) =>
      joined()?.atomic(run) ??
      retryOnDeadlock(() =>
        db.transaction().execute((transaction) => run(transactionStatements(transaction, dialect, compile))),
      ),
  }
}

function transactionStatements(transaction: AnyTransaction, dialect: SqlDialectName, compile: Compiler): Statements {
  const statements: Statements = {
    dialect,
    transaction,
    rows: async (text, parameters) => (await execute(transaction, compile(text), parameters)).rows,
    change: async (text, parameters) => affectedRows(await execute(transaction, compile(text), parameters)),
    atomic: (run) => run(statements),
  }
  return statements
}

async function execute(
  db: AnyKysely,
  query: CompiledQuery,
  parameters: readonly unknown[] = [],
): Promise<QueryResult<Row>> {
  try {
    return await db.executeQuery<Row>({ ...query, parameters })
  } catch (error) {
    if (isConflict(error))
      throw new AdapterConflict("The database rejected the row: its key already exists, or its owner doesn't")
    throw error
  }
}

function affectedRows({ numAffectedRows }: { numAffectedRows?: bigint }): number {
  return Number(numAffectedRows ?? 0)
}

type Compiler = (text: string) => CompiledQuery

function compilerFor(dialect: SqlDialectName, prefix: string): Compiler {
  const compiled = new Map<string, CompiledQuery>()
  return (text) => {
    const query = compiled.get(text) ?? CompiledQuery.raw(translateSql(text, dialect, prefix))
    compiled.set(text, query)
    return query
  }
}

/** Translates the text to `dialect`, with the tables' full names. */
export function translateSql(text: string, dialect: SqlDialectName, prefix: string): string {
  const named = text.replace(/:([a-z_]+)/g, (_, table: string) => `"${prefix}${table}"`)
  if (dialect === "mysql") return named.replaceAll('"', "`")
  if (dialect === "sqlite") return named
  const parts = named.split("?")
  return parts.map((part, index) => (index === 0 ? part : `$${index}${part}`)).join("")
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
