import Database from "better-sqlite3"
import { Cache } from "drizzle-orm/cache/core"
import { createClient } from "@libsql/client"
import { drizzle } from "drizzle-orm/better-sqlite3"
import { drizzle as drizzleLibsql } from "drizzle-orm/libsql"
import { drizzle as drizzleOverHttp } from "drizzle-orm/pg-proxy"
import { sql } from "drizzle-orm"
import { integer, sqliteTable, sqliteView, text } from "drizzle-orm/sqlite-core"
import { drizzle as drizzleProxy } from "drizzle-orm/sqlite-proxy"
import * as vitest from "vitest"
import { DrizzleAdapter, type DrizzleDatabase } from "../../server/adapters/drizzle.ts"
import { runAdapterContract } from "../../server/testing/adapter-contract.ts"
import * as tables from "./sqlite-tables.ts"
import { createStatements } from "./drizzle-tables.ts"
import * as numbered from "./numbered-tables.ts"

const { describe, expect, test } = vitest

function openFile() {
  const file = new Database(":memory:")
  return { file, db: drizzle({ client: file }) }
}

function open(schema: object) {
  const { db, file } = openFile()
  for (const statement of createStatements(schema)) file.exec(statement)
  return { db, file }
}

describe("DrizzleAdapter on an app's tables with integers as keys, and dates", () => {
  const { db, file } = open(numbered)
  const users = { table: numbered.users, fields: ["credits", "likesCats"] } as const
  const adapter = DrizzleAdapter(db, { ...numbered, users })
  runAdapterContract(adapter, { disconnect: () => file.close() }, vitest)

  test("reads and writes the app's own columns, also in a transaction", async () => {
    const ada = { id: "", email: "own@app.test", emailVerified: null, likesCats: true }
    const created = await adapter.createUser(ada)
    expect(created).toMatchObject({ email: ada.email, credits: 7, likesCats: true })
    await adapter.transaction(async (within) => {
      const changes = { id: created.id, credits: 9, likesCats: false } // an app declares them in `AdapterUser`
      expect(await within.updateUser?.(changes)).toMatchObject({ credits: 9, likesCats: false })
      expect(await within.getUser?.(created.id)).toMatchObject({ credits: 9, likesCats: false })
    })
    expect(await adapter.getUserByEmail(ada.email)).toMatchObject({ credits: 9, likesCats: false })
  })

  test("numbers a user with a number that no deleted user had", async () => {
    const create = (email: string) => adapter.createUser({ id: crypto.randomUUID(), email, emailVerified: null })
    const first = await create("first@app.test")
    await adapter.deleteUser(first.id)
    const second = await create("second@app.test")
    expect([first.id, second.id]).toEqual([expect.stringMatching(/^\d+$/), expect.stringMatching(/^\d+$/)])
    expect(second.id).not.toBe(first.id)
    expect(await adapter.getUser(second.id)).toMatchObject({ email: "second@app.test" })
  })
})

test("reads no row from a cache of all queries, so that a session ends at once", async () => {
  const client = createClient({ url: "file::memory:?cache=shared" })
  for (const statement of createStatements(tables)) await client.execute(statement)
  const adapter = DrizzleAdapter(drizzleLibsql({ client, cache: new CacheOfAll() }), tables)
  const another = DrizzleAdapter(drizzleLibsql({ client }), tables)
  const { id } = await adapter.createUser({ id: "ada", email: "ada@app.test", emailVerified: null })
  await adapter.createSession({ sessionToken: "s", userId: id, expires: new Date(Date.now() + 60_000) })
  expect(await adapter.getSessionAndUser("s")).toMatchObject({ user: { id } })
  expect(await adapter.getUser(id)).toMatchObject({ id })
  await another.deleteUser(id)
  expect([await adapter.getSessionAndUser("s"), await adapter.getUser(id)]).toEqual([null, null])
  client.close()
})

/** Keeps the rows of each query, as Drizzle's cache with `global: true` does until its time is over. */
class CacheOfAll extends Cache {
  readonly #rows = new Map<string, unknown[]>()
  strategy = () => "all" as const
  get = async (key: string) => this.#rows.get(key)
  put = async (key: string, rows: unknown) => void this.#rows.set(key, rows as unknown[]) // a list
  onMutate = async () => undefined
}

test("a user without a name fits a column that is `not null`", async () => {
  const people = sqliteTable("people", {
    id: text().primaryKey(),
    email: text().unique(),
    emailVerified: integer(),
    name: text().notNull(),
    image: text().notNull(),
    plan: text().notNull().default("free"),
  })
  const { db, file } = open({ people })
  const adapter = DrizzleAdapter(db, { ...tables, users: { table: people, fields: ["plan"] } })
  const { id } = await adapter.createUser({ id: "ada", email: "ada@app.test", emailVerified: null })
  expect(await adapter.getUser(id)).toMatchObject({ name: null, image: null, plan: "free" })
  expect(await adapter.updateUser({ id, name: "Ada" })).toMatchObject({ name: "Ada", image: null })
  expect(db.select().from(people).all()).toMatchObject([{ name: "Ada", image: "" }])
  file.close()
})

describe("an app's own columns", () => {
  const people = sqliteTable("people", {
    id: text().primaryKey(),
    email: text().unique(),
    emailVerified: integer(),
    first: text(),
    name: text().generatedAlwaysAs(sql`coalesce(first, 'nameless')`),
    handle: text().unique(),
    initial: text().generatedAlwaysAs(sql`substr(first, 1, 1)`),
  })
  const ddl = `create table people (id text primary key, email text unique, emailVerified integer, first text,
    name text generated always as (coalesce(first, 'nameless')), handle text unique,
    initial text generated always as (substr(first, 1, 1)))`
  const file = new Database(":memory:")
  for (const statement of [ddl, ...createStatements(tables)]) file.exec(statement)
  vitest.afterAll(() => file.close())
  const fields = ["first", "handle", "initial"] as const
  const adapter = DrizzleAdapter(drizzle({ client: file }), { ...tables, users: { table: people, fields } })
  const person = (handle: string) => ({
    id: "",
    email: `${handle}@app.test`,
    emailVerified: null,
    name: "Ada",
    first: "Ada",
    handle,
    initial: "?",
  })

  test("that the database computes are read, and never written", async () => {
    const { id } = await adapter.createUser(person("ada"))
    expect(await adapter.getUser(id)).toMatchObject({ name: "Ada", initial: "A" })
    expect(await adapter.transaction(async (within) => within.updateUser?.({ id, name: "Grace" }))).toBeTruthy()
    expect(await adapter.getUser(id)).toMatchObject({ name: "Ada" })
  })

  test("a value that another user has is named at once, whole sign-ups aren't repeated for it", async () => {
    await adapter.createUser(person("taken"))
    const runs: string[] = []
    const signUp = adapter.transaction(async (within) => {
      runs.push("run")
      await within.createUser?.({ ...person("other"), handle: "taken" } as never)
    })
    await expect(signUp).rejects.toThrow("its key already exists, or its owner doesn't (people.handle)")
    expect(runs.length).toBe(2)
  })
})

describe("DrizzleAdapter rejects at the start", () => {
  const { db, file } = openFile()
  vitest.afterAll(() => file.close())
  const column = { id: text().primaryKey(), email: text() }
  const people = { ...column, emailVerified: integer(), name: text(), fullName: text() }

  test.each([
    ["a missing table", { ...tables, counters: undefined }, "`counters` is missing"],
    ["a missing column", { ...tables, users: sqliteTable("u", column) }, "`users` has no column `emailVerified`"],
    [
      "a view",
      { ...tables, counters: sqliteView("counters", column).existing() },
      "`counters` is a view. If the database can write through it, declare it as a table",
    ],
    [
      "an unknown field",
      { ...tables, users: { table: tables.users, fields: ["role"] } },
      "`users` has no column `role`",
    ],
    [
      "a field that has another meaning for Latchkit",
      { ...tables, users: { table: sqliteTable("u", people), columns: { name: "fullName" }, fields: ["name"] } },
      "`name` in `fields` is `users.fullName` for Latchkit. Rename one",
    ],
    [
      "a column that nothing fills",
      { ...tables, users: sqliteTable("u", { ...column, emailVerified: integer(), age: integer().notNull() }) },
      "`users.age` is required. Give it a default, or name it in `fields`",
    ],
    [
      "a date that can't be empty",
      { ...tables, users: sqliteTable("u", { ...column, emailVerified: integer().notNull() }) },
      "`users.emailVerified`: a new user has no value. Let it be null",
    ],
    [
      "an owner of another type",
      { ...tables, users: sqliteTable("u", { ...column, id: integer().primaryKey(), emailVerified: integer() }) },
      "`accounts.userId` is text, but the users' key is integer",
    ],
    [
      "dates of whole seconds",
      {
        ...tables,
        counters: sqliteTable("c", { key: text(), count: integer(), expires: integer({ mode: "timestamp" }) }),
      },
      '`counters.expires`: it keeps whole seconds. Use `mode: "timestamp_ms"`',
    ],
    [
      "a number as a text",
      { ...tables, counters: sqliteTable("c", { key: integer(), count: integer(), expires: integer() }) },
      "`counters.key`: integer can't hold a text",
    ],
  ])("%s", (_, given, message) => {
    expect(() => DrizzleAdapter(db, given as unknown as typeof tables)).toThrow(message)
  })

  const rows = async () => ({ rows: [] })
  test.each([
    ["nothing", undefined, "got undefined"],
    ["a Promise", Promise.resolve(db), "got a Promise"],
    ["a driver without batches or transactions", drizzleProxy(rows), "nothing with several statements is atomic there"],
    ["PostgreSQL over HTTP", drizzleOverHttp(rows), "it has no transactions"],
  ])("%s", (_, given, message) => {
    expect(() => DrizzleAdapter(given as DrizzleDatabase, tables)).toThrow(message)
  })

  test("a transaction of a synchronous driver", () => {
    db.transaction((tx) => {
      expect(() => DrizzleAdapter(tx, tables)).toThrow("can't wait for the adapter. Pass `db`")
    })
  })
})
