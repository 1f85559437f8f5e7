import { sql } from "kysely"
import { asError } from "../../errors.ts"
import { canonicalEmail } from "../../providers/email-address.ts"
import { AdapterConflict } from "../values.ts"
import { isCausedBy } from "../core/errors.ts"
import { appliedSteps, requireColumns, requireNoNewerContraction, requireOwnTables } from "./checks.ts"
import { createDatabase, type Database } from "./database.ts"
import { CONTRACTIONS, MIGRATIONS, type Migration } from "./migrations.ts"
import type { SchemaTarget } from "./schema.ts"
import { recordVersion, requireOnlyVersion } from "./versions.ts"
import { toText } from "../core/columns.ts"
import type { SqlDialectName, TablesKysely } from "./tables.ts"

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
  target: SchemaTarget,
  { contract = false, contractions = CONTRACTIONS }: MigrateRun = {},
): Promise<readonly number[]> {
  return db.connection().execute((connection) =>
    withLock(connection, target.dialect, async () => {
      const database = createDatabase(connection, target)
      if (!contract) return applyMigrations(database, contractions)
      requireNoNewerContraction(await appliedSteps(database), contractions)
      await requireOnlyVersion(database)
      return applyAll(database, contractions)
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

const LOCKED = "Migration lock: another process has held MySQL's lock `latchkit` for 60 seconds. Try again later"

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

async function applyMigrations(database: Database, contractions: readonly Migration[]): Promise<readonly number[]> {
  // Another failure than a missing table also stops the next statement
  const already = await appliedSteps(database).catch(() => undefined)
  if (already) requireNoNewerContraction(already, contractions)
  else await createSteps(database)
  const applied = await applyAll(database, MIGRATIONS)
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

async function applyAll(database: Database, migrations: readonly Migration[]): Promise<number[]> {
  const applied: number[] = []
  for (const migration of migrations) {
    const ran = await explained(`Step ${migration.id} of the migration failed`, () => applyOnce(database, migration))
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

async function applyOnce(database: Database, { id, statements }: Migration): Promise<boolean> {
  const { target, names, runBatch } = database
  const changes = statements(target).map((statement) => sql.raw(statement))
  const step = (db: TablesKysely) => db.insertInto(names.migrations).values({ id })
  const isDone = async (db: TablesKysely) =>
    (await db.selectFrom(names.migrations).select("id").where("id", "=", id).executeTakeFirst()) !== undefined
  if (runBatch)
    return database.run(async (db) => {
      if (await isDone(db)) return false
      try {
        // The step's number is written first, so that the batches of other instances fail
        await runBatch([step(db), ...changes].map((change) => change.compile(db)))
        return true
      } catch (error) {
        if (await isDone(db)) return false // another instance ran it
        throw error
      }
    })
  return database.atomic(async (db) => {
    if (await isDone(db)) return false
    for (const change of changes)
      await change.execute(db).catch((error: unknown) => {
        // MySQL commits each change, so an interrupted step has some of them
        if (target.dialect !== "mysql" || !isCausedBy(error, "done")) throw error
      })
    await step(db).execute()
    return true
  })
}
