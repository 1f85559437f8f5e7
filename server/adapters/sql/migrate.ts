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
import { canonicalEmail } from "../canonical-email.ts"
import { AdapterConflict } from "../values.ts"
import { toText, toTextOrNull } from "../core/columns.ts"
import { findBatching, type RunBatch } from "./batching.ts"
import { createDatabase, type Database } from "./database.ts"
import { CONTRACTIONS, MIGRATIONS, type Migration } from "./migrations.ts"
import { recordVersion, requireOnlyVersion } from "./versions.ts"
import { tableNames, type SqlDialectName, type Tables, type TablesKysely } from "./tables.ts"

/** Returns the statements that create the tables, to run by hand. */
export function migrationSql(dialect: SqlDialectName, prefix: string): string {
  const { schema } = new Kysely<Tables>({ dialect: compilingDialect(dialect) })
  const target = { schema, dialect, names: tableNames(prefix) }
  const changes = MIGRATIONS.flatMap((migration) => migration.changes(target))
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
 * @throws {Error} if another process keeps MySQL's lock for more than a minute, or another version ran too recently to
 *   `contract`
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
      if (contract) {
        await requireOnlyVersion(database)
        return applyAll(database, contractions, runBatch)
      }
      return applyMigrations(database, runBatch)
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

async function applyMigrations(database: Database, runBatch?: RunBatch): Promise<readonly number[]> {
  await requireOwnTables(database)
  await database.run((db) =>
    db.schema
      .createTable(database.names.migrations)
      .ifNotExists()
      .addColumn("id", "integer", (column) => column.notNull().primaryKey())
      .execute(),
  )
  const applied = await applyAll(database, MIGRATIONS, runBatch)
  await canonicalizeEmails(database)
  await recordVersion(database)
  return applied
}

async function applyAll(database: Database, migrations: readonly Migration[], runBatch?: RunBatch): Promise<number[]> {
  const applied: number[] = []
  for (const migration of migrations) {
    const ran = runBatch
      ? await applyInBatch(database, migration, runBatch)
      : await database.atomic((within) => applyOnce(within, migration))
    if (ran) applied.push(migration.id)
  }
  return applied
}

/** @throws {Error} if a table of another program has the name of one of Latchkit's. Creates nothing then */
async function requireOwnTables({ run, names }: Database): Promise<void> {
  const exists = (name: string) =>
    run((db) =>
      db
        .selectFrom(name as "users")
        .select(sql`1`.as("found"))
        .limit(1)
        .execute(),
    ).then(
      () => true,
      () => false, // another failure than a missing table also stops the first statement
    )
  if (await exists(names.migrations)) return
  const takenNames: string[] = []
  for (const name of Object.values(names)) if (name !== names.migrations && (await exists(name))) takenNames.push(name)
  if (takenNames.length === 0 || (await exists(names.migrations))) return // a parallel migration creates that table first
  throw new Error(
    `Tables: ${takenNames.join(", ")} exist, but ${names.migrations} doesn't. Nothing was changed. ` +
      "Pass another prefix to `SqlAdapter` and `--prefix`",
  )
}

/** Rows that one query reads. */
const PAGE = 1000

/** Stores addresses that another program wrote in their canonical form, unless another user has that form. */
async function canonicalizeEmails({ run, names }: Database): Promise<void> {
  for (let last = ""; ;) {
    const rows = await run((db) =>
      db.selectFrom(names.users).select(["id", "email"]).where("id", ">", last).orderBy("id").limit(PAGE).execute(),
    )
    for (const { id, email } of rows.map((row) => ({ id: toText(row.id), email: toTextOrNull(row.email) }))) {
      last = id
      const canonical = email && canonicalEmail(email)
      if (!canonical || canonical === email) continue
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
    for (const change of changes({ schema: db.schema, dialect, names })) await change.execute()
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
