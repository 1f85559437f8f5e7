import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import BetterSqlite from "better-sqlite3"
import { Kysely } from "kysely"
import { expect, onTestFinished, test } from "vitest"
import { SqlAdapter, sqliteDialect } from "../sql.ts"

const IMAGE = "https://app.test/ada.png"

/** Two connections to one file, as of two processes. */
async function twoProcesses() {
  const folder = await mkdtemp(join(tmpdir(), "latchkit-sqlite-"))
  const open = () => {
    const connection = new DatabaseSync(join(folder, "app.db"))
    const db = new Kysely<object>({ dialect: sqliteDialect(connection) })
    return { connection, db, adapter: SqlAdapter(db) }
  }
  const [one, other] = [open(), open()]
  onTestFinished(async () => {
    for (const { db } of [one, other]) await db.destroy()
    await rm(folder, { recursive: true, force: true })
  })
  await one.adapter.migrate()
  await one.adapter.createUser({ id: "ada", email: "ada@app.test", emailVerified: null })
  expect(await other.adapter.getUser("ada")).toMatchObject({ email: "ada@app.test" })
  return { one, other }
}

test("no process writes between the reads and the writes of another one's transaction, so neither fails", async () => {
  const { one, other } = await twoProcesses()
  const waiting: unknown[] = []
  await one.adapter.transaction(async (within) => {
    expect(await within.getUser?.("ada")).toMatchObject({ name: null })
    const write = () => other.connection.exec("update auth_users set name = 'Eve'")
    expect(write).toThrow("database is locked")
    waiting.push(other.adapter.updateUser({ id: "ada", image: IMAGE })) // tries again until the transaction ends
    await within.updateUser?.({ id: "ada", name: "Ada" })
  })
  await Promise.all(waiting)
  expect(await one.adapter.getUser("ada")).toMatchObject({ name: "Ada", image: IMAGE })
})

test.each([
  ["bun:sqlite", { all: () => [], columnNames: [] }],
  ["better-sqlite3", new BetterSqlite(":memory:").prepare("select 1")],
])("names node:sqlite if it gets the database of %s", (_, statement) => {
  class Database {
    prepare() {
      return statement
    }
  }
  expect(() => sqliteDialect(new Database() as unknown as DatabaseSync)).toThrow(
    /got a Database, .*DatabaseSync.*node:sqlite/,
  )
})
