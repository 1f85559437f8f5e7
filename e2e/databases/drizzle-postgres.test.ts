import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres"
import { drizzle as drizzleOnPostgresJs } from "drizzle-orm/postgres-js"
import postgres from "postgres"
import * as vitest from "vitest"
import type { FullAdapter } from "../../server/adapters/memory.ts"
import { currentTransaction, DrizzleAdapter } from "../../server/adapters/drizzle.ts"
import { inTransaction } from "../../server/adapters/extended.ts"
import { runAdapterContract } from "../../server/testing/adapter-contract.ts"
import { isLong } from "../../server/test-kit/long.ts"
import { adapterOn } from "../../stories/docs/examples/database/drizzle/auth.ts"
import * as authTables from "../../stories/docs/examples/database/drizzle/auth-tables.ts"
import { people } from "../../stories/docs/examples/database/drizzle/people.ts"
import * as tables from "./postgres-tables.ts"
import { describeOn } from "./describe-on.ts"
import { createStatements } from "./drizzle-tables.ts"
import { raceSuite } from "./race-suite.ts"
import { postgresPool, startPostgres } from "./servers.ts"

const { expect, test } = vitest
const toSnakeCase = (name: string) => name.replaceAll(/[A-Z]+/g, (capitals) => `_${capitals.toLowerCase()}`)

interface Opened {
  db: NodePgDatabase
  adapter: FullAdapter
  close(): Promise<void>
}

async function open(
  schema: object,
  createAdapter: (db: NodePgDatabase) => FullAdapter,
  isSnakeCase = false,
): Promise<Opened> {
  const server = await startPostgres()
  const pool = postgresPool(server.url)
  for (const statement of createStatements(schema, isSnakeCase ? { rename: toSnakeCase } : {}))
    await pool.query(statement)
  const db: NodePgDatabase = drizzle({ client: pool, ...(isSnakeCase && { casing: "snake_case" as const }) })
  const close = () => pool.end().then(() => server.stop())
  return { db, adapter: createAdapter(db), close }
}

/** Runs the contract on a server of its own. Returns the opened database, for further tests. */
function contractOn(start: () => Promise<Opened>): () => Opened {
  const running: { opened?: Opened } = {}
  const opened = () => running.opened ?? vitest.assert.fail("not connected")
  const connect = async () => void (running.opened = await start())
  runAdapterContract(() => opened().adapter, { connect, disconnect: () => opened().close() }, vitest)
  return opened
}

describeOn("PostgreSQL", "DrizzleAdapter", () => {
  const opened = contractOn(() => open(tables, (db) => DrizzleAdapter(db, tables)))
  if (isLong) raceSuite(() => opened().adapter)
  const user = (email: string) => ({ id: crypto.randomUUID(), email, emailVerified: null })

  test("in the app's own transaction, its rows are undone with the app's", async () => {
    const { db, adapter } = opened()
    const undone = db.transaction(async (tx) => {
      const within = DrizzleAdapter(tx, tables)
      const { id } = await within.createUser(user("undone@app.test"))
      await tx.insert(tables.counters).values({ key: "of the app", count: 1, expires: 1 })
      await within.transaction(async (nested) => nested.updateUser?.({ id, name: "Ada" }))
      expect(await within.getUser(id)).toMatchObject({ name: "Ada" })
      throw new Error("stop")
    })
    await expect(undone).rejects.toThrow("stop")
    expect(await adapter.getUserByEmail("undone@app.test")).toBeNull()
    expect((await db.select().from(tables.counters)).filter(({ key }) => key === "of the app")).toEqual([])
  })

  test("in the app's own transaction, a failed part is undone, and the app goes on", async () => {
    const { db, adapter } = opened()
    await db.transaction(async (tx) => {
      const within = DrizzleAdapter(tx, tables)
      await within.createUser(user("kept@app.test"))
      const twice = within.transaction(async (nested) => {
        await nested.createUser?.(user("half@app.test"))
        await nested.createUser?.(user("kept@app.test"))
      })
      await expect(twice).rejects.toMatchObject({ name: "AdapterConflict" })
    })
    expect(await adapter.getUserByEmail("kept@app.test")).not.toBeNull()
    expect(await adapter.getUserByEmail("half@app.test")).toBeNull()
  })

  test("a query on `currentTransaction` in an overridden operation is undone with the rest", async () => {
    const { db, adapter } = opened()
    const overridden = {
      ...adapter,
      async createUser(created: Parameters<typeof adapter.createUser>[0]) {
        await currentTransaction(db).insert(tables.counters).values({ key: created.id, count: 1, expires: 1 })
        return adapter.createUser(created)
      },
    }
    const ada = user("overridden@app.test")
    const failed = inTransaction(overridden, async (within) => {
      await within.createUser?.(ada)
      throw new Error("stop")
    })
    await expect(failed).rejects.toThrow("stop")
    expect((await db.select().from(tables.counters)).filter(({ key }) => key === ada.id)).toEqual([])
    await inTransaction(overridden, async (within) => within.createUser?.(ada))
    expect((await db.select().from(tables.counters)).filter(({ key }) => key === ada.id).length).toBe(1)
  })

  test("prepares the query of a session once, and goes on without a pooler that keeps it", async () => {
    const { $client: pool } = opened().db as NodePgDatabase & { $client: ReturnType<typeof postgresPool> } // of `drizzle`
    const client = await pool.connect() // a pool may take another for each query
    vitest.onTestFinished(() => client.release())
    await client.query("deallocate all")
    const adapter = DrizzleAdapter(drizzle({ client }), tables)
    const { id } = await adapter.createUser(user("pooled@app.test"))
    await adapter.createSession({ sessionToken: "pooled", userId: id, expires: new Date("2031-01-01") })
    const read = async () => (await adapter.getSessionAndUser("pooled"))?.user.email
    const prepared = async () => {
      const { rows } = await client.query<{ uses: string }>(
        "select generic_plans + custom_plans as uses from pg_prepared_statements where name like 'latchkit%'",
      )
      return rows.map(({ uses }) => Number(uses))
    }
    expect([await read(), await read(), await prepared()]).toEqual(["pooled@app.test", "pooled@app.test", [2]])
    // As on another connection of the pooler
    await client.query("deallocate all")
    expect([await read(), await read(), await prepared()]).toEqual(["pooled@app.test", "pooled@app.test", []])
    const other = DrizzleAdapter(drizzle({ client }), tables)
    await client.query("begin")
    await drizzle({ client }).transaction(async (tx) => DrizzleAdapter(tx, tables).getSessionAndUser("pooled"))
    expect(await prepared()).toEqual([]) // a lost statement would end the transaction
    await client.query("rollback")
    expect((await other.getSessionAndUser("pooled"))?.user.id).toBe(id)
  })
})

if (isLong) {
  describeOn("PostgreSQL", "DrizzleAdapter with `casing: snake_case`", () => {
    contractOn(() => open(tables, (db) => DrizzleAdapter(db, tables), true))
  })

  describeOn("PostgreSQL", "DrizzleAdapter with postgres.js", () => {
    const running: { adapter?: FullAdapter; close?: () => Promise<void> } = {}
    const adapter = () => running.adapter ?? vitest.assert.fail("not connected")
    const connect = async () => {
      const server = await startPostgres()
      const client = postgres(server.url, { max: 20, onnotice: () => undefined })
      for (const statement of createStatements(tables)) await client.unsafe(statement)
      running.adapter = DrizzleAdapter(drizzleOnPostgresJs({ client }), tables)
      running.close = () => client.end().then(() => server.stop())
    }
    runAdapterContract(adapter, { connect, disconnect: () => running.close?.() }, vitest)
    raceSuite(adapter)
  })

  describeOn("PostgreSQL", "DrizzleAdapter on the documentation's existing table", () => {
    const opened = contractOn(() => open({ people, ...authTables }, adapterOn))
    raceSuite(() => opened().adapter)
  })
}
