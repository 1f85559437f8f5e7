import { readFileSync } from "node:fs"
import { DatabaseSync } from "node:sqlite"
import { Kysely, SqliteAdapter } from "kysely"
import * as vitest from "vitest"
import { runAdapterContract } from "../testing/adapter-contract.ts"
import { mysqlDialect, postgresDialect, SqlAdapter, sqliteDialect, type MySqlConnection, type PgPool } from "./sql.ts"

const db = new Kysely<object>({ dialect: sqliteDialect(new DatabaseSync(":memory:")) })
const adapter = SqlAdapter(db)

vitest.describe("SqlAdapter on SQLite", () =>
  runAdapterContract(adapter, { connect: () => adapter.migrate(), disconnect: () => db.destroy() }, vitest),
)

vitest.test("detects the dialect even if a bundler renamed the classes", () => {
  class e extends SqliteAdapter {}
  const dialect = sqliteDialect(new DatabaseSync(":memory:"))
  const bundled = new Kysely<object>({ dialect: { ...dialect, createAdapter: () => new e() } })
  vitest.expect(() => SqlAdapter(bundled)).not.toThrow()
})

vitest.test("undoing a transaction keeps another caller's writes", async () => {
  const own = new Kysely<object>({ dialect: sqliteDialect(new DatabaseSync(":memory:")) })
  const sql = SqlAdapter(own)
  await sql.migrate()
  const user = await sql.createUser({ id: "ada", email: "ada@app.test", emailVerified: null })
  await sql.createSession({ sessionToken: "stolen", userId: user.id, expires: new Date(Date.now() + 60_000) })
  const [begun, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const undone = sql.transaction(async (within) => {
    await within.updateUser?.({ id: user.id, name: "Undone" })
    begun.resolve()
    await ended.promise
    throw new Error("stop")
  })
  await begun.promise
  const deleted = sql.deleteSession("stolen") // waits for the transaction, which holds the only connection
  await new Promise((resolve) => setTimeout(resolve, 20))
  ended.resolve()
  await vitest.expect(undone).rejects.toThrow("stop")
  vitest.expect(await deleted).toMatchObject({ sessionToken: "stolen" })
  vitest.expect(await sql.getSessionAndUser("stolen")).toBeNull()
  vitest.expect(await sql.getUser("ada")).not.toMatchObject({ name: "Undone" })
  await own.destroy()
})

vitest.test("requires a Kysely version that gives SQLite's only connection to one caller at a time", () => {
  const { peerDependencies } = JSON.parse(readFileSync("package.json", "utf8")) as {
    peerDependencies: { kysely: string }
  }
  const [, minor] = /^>=0\.(\d+)$/.exec(peerDependencies.kysely) ?? []
  vitest.expect(Number(minor)).toBeGreaterThanOrEqual(29) // earlier versions have no mutex
})

vitest.test.each([0, null])("doesn't migrate MySQL if `get_lock` returns %s", async (taken) => {
  const asked: string[] = []
  const query = (text: string, _: unknown, done?: (error: unknown, rows: unknown[]) => void) => {
    asked.push(text)
    done?.(null, [{ taken }])
  }
  const nothing = () => undefined
  const connection = {
    ...{ config: {}, threadId: 1, connect: nothing, destroy: nothing, release: nothing, execute: query },
    query: query as unknown as MySqlConnection["query"], // no streams
  }
  const pool = { getConnection: (done: (error: unknown, given: typeof connection) => void) => done(null, connection) }
  const db = new Kysely<object>({ dialect: mysqlDialect({ ...pool, end: nothing }) })
  await vitest.expect(SqlAdapter(db).migrate()).rejects.toThrow("Migration lock")
  vitest.expect(asked).toEqual(["select get_lock('latchkit', 60) as taken"])
})

vitest.test("keeps its queries in the schema of the Kysely instance, and rejects one on SQLite", async () => {
  const statements: string[] = []
  const pool = { query: (text: string) => (statements.push(text), Promise.resolve({ rows: [], rowCount: 0 })) }
  const connect = () => Promise.resolve({ ...pool, release: () => undefined })
  const postgres = new Kysely<object>({
    dialect: postgresDialect({ connect, end: () => Promise.resolve() } as unknown as PgPool),
    log: ({ query }) => void statements.push(query.sql),
  })
  await SqlAdapter(postgres.withSchema("auth")).getUserByEmail("ada@app.test")
  vitest.expect(statements.join("\n")).toContain('from "auth"."auth_users"')
  vitest
    .expect(() => SqlAdapter(db.withSchema("auth")))
    .toThrow('SQLite has no schema, but the Kysely instance has "auth"')
})
