import {
  DummyDriver,
  Kysely,
  MysqlAdapter,
  MysqlQueryCompiler,
  PostgresAdapter,
  PostgresQueryCompiler,
  sql,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type Dialect,
} from "kysely"
import { asError } from "../../errors.ts"
import { canonicalEmail } from "../canonical-email.ts"
import { AdapterConflict } from "../values.ts"
import { isDoneAlready } from "../core/errors.ts"
import { findBatching, type RunBatch } from "./batching.ts"
import { appliedSteps, requireColumns, requireNoNewerContraction, requireOwnTables } from "./checks.ts"
import { createDatabase, type Database } from "./database.ts"
import { CONTRACTIONS, MIGRATIONS, type Migration } from "./migrations.ts"
import { recordVersion, requireOnlyVersion } from "./versions.ts"
import { tableNames, toText, type SqlDialectName, type Tables, type TablesKysely } from "./tables.ts"

/** Returns the statements that create the tables, to run by hand. */
export function migrationSql(dialect: SqlDialectName, prefix: string): string {
  return toSql(MIGRATIONS, dialect, prefix)
}

/** Returns the statements that remove what only older versions need, to run by hand. */
export function contractionSql(dialect: SqlDialectName, prefix: string): string {
  return toSql(CONTRACTIONS, dialect, prefix)
}

function toSql(migrations: readonly Migration[], dialect: SqlDialectName, prefix: string): string {
  const { schema } = new Kysely<Tables>({ dialect: compilingDialect(dialect) })
  const target = { schema, dialect, names: tableNames(prefix) }
  const changes = migrations.flatMap((migration) => migration.changes(target))
  return changes.map((change) => `${change.compile().sql};\n`).join("\n")
}

const COMPILERS = {
  sqlite: [SqliteAdapter, SqliteQueryCompiler],
  postgres: [PostgresAdapter, PostgresQueryCompiler],
  mysql: [MysqlAdapter, MysqlQueryCompiler],
} as const

// Compiles statements and runs none
function compilingDialect(dialect: SqlDialectName): Dialect {
  const [Adapter, QueryCompiler] = COMPILERS[dialect]
  return {
    createDriver: () => new DummyDriver(),
    createAdapter: () => new Adapter(),
    createIntrospector: (db) => new SqliteIntrospector(db), // never asked
    createQueryCompiler: () => new QueryCompiler(),
  }
}

/**
 * Creates or updates the tables, and stores addresses in their canonical form. Several instances may run it at once.
 * Returns the numbers of the steps that ran, or an empty list if the tables are up to date.
 *
 * Kysely's own `Migrator` isn't used. It doesn't lock SQLite, and ignores a timeout of MySQL's lock. It rejects a
 * database that a later version has migrated, so an app couldn't be rolled back.
 *
 * With `contract`, removes what only older versions need instead.
 *
 * @throws {Error} if another process keeps MySQL's lock for more than a minute, a step fails, or a column is missing
 * @throws {Error} if a newer version has removed what this one needs, or another one ran too recently to `contract`
 */
export async function migrate(
  db: TablesKysely,
  dialect: SqlDialectName,
  prefix: string,
  { contract = false, contractions = CONTRACTIONS }: MigrateRun = {},
): Promise<readonly number[]> {
  return db.connection().execute((connection) =>
    withLock(connection, dialect, async () => {
      const database = createDatabase(connection, dialect, prefix)
      const runBatch = findBatching(connection)?.run
      if (!contract) return applyMigrations(database, contractions, runBatch)
      const already = await appliedSteps(database)
      if (!already)
        throw new Error(`Tables: ${database.names.migrations} doesn't exist. Run \`latchkit migrate\` first`)
      requireNoNewerContraction(already, contractions)
      await requireOnlyVersion(database)
      return applyAll(database, contractions, runBatch)
    }),
  )
}

/** The options of {@link migrate}. */
export interface MigrateRun {
  readonly contract?: boolean | undefined
  readonly contractions?: readonly Migration[]
}

async function withLock<T>(connection: TablesKysely, dialect: SqlDialectName, run: () => Promise<T>): Promise<T> {
  const lock = MIGRATION_LOCKS[dialect]
  if (!lock) return run()
  const { rows } = await lock.take.execute(connection)
  // MySQL returns 0 after a timeout, and null after an error
  if (dialect === "mysql" && Number(rows[0]?.taken) !== 1) throw new Error(LOCKED)
  try {
    return await run()
  } finally {
    await lock.give.execute(connection)
  }
}

const LOCKED = "Migration lock: another process has held MySQL's lock `latchkit` for 60 seconds. " + "Try again later"

// The number is "latchkit" as bytes. SQLite locks by its transactions
const MIGRATION_LOCKS = {
  sqlite: null,
  postgres: {
    take: sql<{ taken: unknown }>`select pg_advisory_lock(7809653110685690228) as taken`,
    give: sql`select pg_advisory_unlock(7809653110685690228)`,
  },
  mysql: {
    take: sql<{ taken: unknown }>`select get_lock('latchkit', 60) as taken`,
    give: sql`select release_lock('latchkit')`,
  },
} as const

async function applyMigrations(
  database: Database,
  contractions: readonly Migration[],
  runBatch?: RunBatch,
): Promise<readonly number[]> {
  // Another failure than a missing table also stops the next statement
  const already = await appliedSteps(database).catch(() => undefined)
  if (already) requireNoNewerContraction(already, contractions)
  else await createSteps(database)
  const applied = await applyAll(database, MIGRATIONS, runBatch)
  await requireColumns(database)
  await canonicalizeEmails(database)
  await recordVersion(database)
  return applied
}

async function createSteps(database: Database): Promise<void> {
  await requireOwnTables(database)
  await explained("The migration can't begin", () =>
    database.run((db) =>
      db.schema
        .createTable(database.names.migrations)
        .ifNotExists()
        .addColumn("id", "integer", (column) => column.notNull().primaryKey())
        .execute(),
    ),
  )
}

async function applyAll(database: Database, migrations: readonly Migration[], runBatch?: RunBatch): Promise<number[]> {
  const applied: number[] = []
  for (const migration of migrations) {
    const ran = await explained(`Step ${migration.id} of the migration failed`, () =>
      runBatch
        ? applyInBatch(database, migration, runBatch)
        : database.atomic((within) => applyOnce(within, migration)),
    )
    if (ran) applied.push(migration.id)
  }
  return applied
}

/** Says in an error where the migration ended, and how to go on. */
async function explained<T>(failure: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (cause) {
    const { message } = asError(cause)
    const remedy = /denied|must be owner/i.test(message)
      ? "Run it as a user of the database who may create and alter tables"
      : "Correct the cause"
    throw new Error(`${failure}: ${message}. ${remedy}, and run it again: it goes on with this step`, { cause })
  }
}

/** Rows that one query reads. */
const PAGE = 1000

/** Stores addresses that another program wrote in their canonical form, unless another user has that form. */
async function canonicalizeEmails({ run, names }: Database): Promise<void> {
  for (let last = ""; ;) {
    const rows = await run((db) =>
      db.selectFrom(names.users).select(["id", "email"]).where("id", ">", last).orderBy("id").limit(PAGE).execute(),
    )
    for (const { id, email } of rows.map((row) => ({ id: toText(row.id), email: toText(row.email ?? "") }))) {
      last = id
      const canonical = canonicalEmail(email)
      if (canonical === email) continue
      const change = run((db) =>
        db.updateTable(names.users).set({ email: canonical }).where("id", "=", id).where("email", "=", email).execute(),
      )
      await change.catch((error: unknown) => (error instanceof AdapterConflict ? undefined : Promise.reject(error)))
    }
    if (rows.length < PAGE) return
  }
}

async function applyOnce(
  { run, dialect, names }: Omit<Database, "atomic">,
  { id, changes }: Migration,
): Promise<boolean> {
  // prettier-ignore
  return run(async (db) => {
    const appliedRow = await db.selectFrom(names.migrations).select("id").where("id", "=", id).executeTakeFirst()
    if (appliedRow) return false
    for (const change of changes({ schema: db.schema, dialect, names }))
      await change.execute().catch((error: unknown) => {
        // MySQL commits each change, so an interrupted step has some of them
        if (dialect !== "mysql" || !isDoneAlready(error)) throw error
      })
    await db.insertInto(names.migrations).values({ id }).execute()
    return true
  })
}

// The step's number is written first, so that the batches of other instances fail
async function applyInBatch(
  { run, dialect, names }: Database,
  { id, changes }: Migration,
  runBatch: RunBatch,
): Promise<boolean> {
  return run(async (db) => {
    const isDone = async () =>
      (await db.selectFrom(names.migrations).select("id").where("id", "=", id).executeTakeFirst()) !== undefined
    if (await isDone()) return false
    const steps = changes({ schema: db.schema, dialect, names }).map((change) => change.compile())
    try {
      await runBatch([db.insertInto(names.migrations).values({ id }).compile(), ...steps])
      return true
    } catch (error) {
      if (await isDone()) return false // another instance ran it
      throw error
    }
  })
}
