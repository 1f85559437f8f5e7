// Migrations that an operator interrupts, runs without rights, or runs on the tables of another version
import { DatabaseSync } from "node:sqlite"
import { Kysely, sql, type CompiledQuery, type DatabaseConnection, type Dialect } from "kysely"
import mysql from "mysql2"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { mysqlDialect, postgresDialect, SqlAdapter, sqliteDialect } from "../../server/adapters/sql.ts"
import { describeOn } from "./describe-on.ts"
import { postgresPool, startMariaDb, startPostgres } from "./servers.ts"

interface Engine {
  /** Creates an empty database. Returns what opens it, also as the user `app`. */
  create(name: string): Promise<(user?: "app") => Dialect>
  /** Creates the user `app`, who may read and write rows of a database, but not change its tables. */
  allowRows?(name: string, db: Kysely<object>): Promise<void>
  close(): Promise<void>
}

async function openSqlite(): Promise<Engine> {
  return {
    async create() {
      const file = new DatabaseSync(":memory:")
      return () => sqliteDialect(file)
    },
    close: async () => undefined,
  }
}

async function openPostgres(): Promise<Engine> {
  const server = await startPostgres()
  const root = new Kysely<object>({ dialect: postgresDialect(postgresPool(server.url, 1)) })
  await sql`create role app login password 'test'`.execute(root)
  return {
    async create(name) {
      await sql`create database ${sql.id(name)}`.execute(root)
      const url = server.url.replace(/app$/, name)
      return (user) => postgresDialect(postgresPool(user ? url.replace("postgres:test", `${user}:test`) : url, 2))
    },
    async allowRows(_, db) {
      await sql`grant select, insert, update, delete on all tables in schema public to app`.execute(db)
    },
    async close() {
      await root.destroy()
      await server.stop()
    },
  }
}

async function openMariaDb(): Promise<Engine> {
  const server = await startMariaDb()
  const pool = (uri: string) => mysqlDialect(mysql.createPool({ uri, connectionLimit: 2 }))
  const root = new Kysely<object>({ dialect: pool(server.url) })
  await sql`create user 'app'@'127.0.0.1'`.execute(root)
  return {
    async create(name) {
      await sql`create database ${sql.id(name)}`.execute(root)
      await sql`grant select, insert, update, delete on ${sql.id(name)}.* to 'app'@'127.0.0.1'`.execute(root)
      const url = server.url.replace(/mysql$/, name)
      return (user) => pool(user ? url.replace("root@", `${user}@`) : url)
    },
    allowRows: async () => undefined, // `create` did
    async close() {
      await root.destroy()
      await server.stop()
    },
  }
}

const CHANGE = /^(create|alter) |^insert into .auth_migrations/i

/** Returns a dialect whose connections end before a change of the tables. Also counts the changes. */
function endingBefore(dialect: Dialect, last: number): { dialect: Dialect; counted: { changes: number } } {
  const counted = { changes: 0 }
  const cut = (connection: DatabaseConnection): DatabaseConnection => ({
    async executeQuery<R>(query: CompiledQuery) {
      if (CHANGE.test(query.sql) && counted.changes++ >= last) throw new Error("the connection ended")
      return connection.executeQuery<R>(query)
    },
    streamQuery: (query, size) => connection.streamQuery(query, size),
  })
  const driver = dialect.createDriver()
  const opened = new WeakMap<DatabaseConnection, DatabaseConnection>()
  const inner = (connection: DatabaseConnection) => opened.get(connection) ?? connection
  return {
    counted,
    dialect: {
      createAdapter: () => dialect.createAdapter(),
      createIntrospector: (db) => dialect.createIntrospector(db),
      createQueryCompiler: () => dialect.createQueryCompiler(),
      createDriver: () => ({
        init: () => driver.init(),
        async acquireConnection() {
          const connection = await driver.acquireConnection()
          const wrapped = cut(connection)
          opened.set(wrapped, connection)
          return wrapped
        },
        beginTransaction: (connection, settings) => driver.beginTransaction(inner(connection), settings),
        commitTransaction: (connection) => driver.commitTransaction(inner(connection)),
        rollbackTransaction: (connection) => driver.rollbackTransaction(inner(connection)),
        releaseConnection: (connection) => driver.releaseConnection(inner(connection)),
        destroy: () => driver.destroy(),
      }),
    },
  }
}

const STEPS = [1, 2, 3, 4]
const on = (dialect: Dialect) => new Kysely<object>({ dialect })

/** Declares the tests of an engine. Where a step is a transaction, an end before `every`-th change shows the same. */
function suite(open: () => Promise<Engine>, every = 1): void {
  const state: { engine?: Engine } = {}
  const engine = () => state.engine ?? expect.fail("not open")
  beforeAll(async () => void (state.engine = await open()))
  afterAll(() => engine().close())

  async function migrated(name: string) {
    const dialect = await engine().create(name)
    const db = on(dialect())
    expect(await SqlAdapter(db).migrate()).toEqual(STEPS)
    return { db, dialect }
  }

  test("a migration that ends before any of its changes goes on when it runs again", { timeout: 120_000 }, async () => {
    const { counted, dialect } = endingBefore((await engine().create("whole"))(), Infinity)
    await SqlAdapter(on(dialect)).migrate()
    expect(counted.changes).toBeGreaterThan(20)
    for (let last = 0; last < counted.changes; last += every) {
      const dialectFor = await engine().create(`cut_${last}`)
      await expect(SqlAdapter(on(endingBefore(dialectFor(), last).dialect)).migrate()).rejects.toThrow(
        /^(Step \d of the migration failed|The migration can't begin): the connection ended\. .*run it again/,
      )
      const db = on(dialectFor())
      const adapter = SqlAdapter(db)
      const ran = await adapter.migrate()
      expect(ran, `after ${last} changes`).toEqual(STEPS.slice(STEPS.length - ran.length))
      expect(await adapter.migrate()).toEqual([])
      const { id } = await adapter.createUser({ id: "", email: "ada@app.test", emailVerified: null })
      expect(await adapter.getUser(id)).toMatchObject({ email: "ada@app.test" })
      await db.destroy()
    }
  })

  test("tables from which a newer version has removed something stay as they are", async () => {
    const { db } = await migrated("newer")
    await sql`insert into auth_migrations (id) values (1001)`.execute(db)
    for (const contract of [false, true])
      await expect(SqlAdapter(db).migrate({ contract })).rejects.toThrow(
        "a newer version has run `latchkit migrate --contract`. Its step 1001 removed what",
      )
  })

  test("tables of a newer version that only added something are up to date", async () => {
    const { db } = await migrated("added")
    await sql`insert into auth_migrations (id) values (5)`.execute(db)
    await sql`alter table auth_users add column later integer`.execute(db)
    expect(await SqlAdapter(db).migrate()).toEqual([])
  })

  test("names a column that another program has removed", async () => {
    const { db } = await migrated("missing")
    await sql`alter table auth_users drop column ${sql.id("sessionEpoch")}`.execute(db)
    await expect(SqlAdapter(db).migrate()).rejects.toThrow(
      "auth_users has no column sessionEpoch, though all steps ran",
    )
  })

  test("--contract on a new database names the command that comes first", async () => {
    const db = on((await engine().create("unmigrated"))())
    await expect(SqlAdapter(db).migrate({ contract: true })).rejects.toThrow(
      /auth_migrations can't be read: .*\. Run `latchkit migrate` first/,
    )
  })

  test("a user without the right to change tables starts the app, and is told what a new step needs", async ({
    skip,
  }) => {
    const { allowRows } = engine()
    if (!allowRows) return skip("SQLite has no users")
    const { db, dialect } = await migrated("rights")
    await allowRows("rights", db)
    const app = on(dialect("app"))
    expect(await SqlAdapter(app).migrate()).toEqual([])
    await sql`delete from auth_migrations where id > 2`.execute(db)
    await sql`alter table auth_users drop column ${sql.id("sessionEpoch")}`.execute(db)
    await expect(SqlAdapter(app).migrate()).rejects.toThrow(
      /^Step 3 of the migration failed: .*(must be owner|denied).* Run it as a user of the database who may create and/,
    )
    const empty = on((await engine().create("rights_new"))("app"))
    await expect(SqlAdapter(empty).migrate()).rejects.toThrow(/^The migration can't begin: .*denied.* who may create/)
    await app.destroy()
    await empty.destroy()
  })
}

describe("on SQLite", () => suite(openSqlite))
describeOn("PostgreSQL", "a migration", () => suite(openPostgres, 7))
describeOn("MariaDB", "a migration", () => suite(openMariaDb))
