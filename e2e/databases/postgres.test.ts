import { Kysely, sql } from "kysely"
import * as vitest from "vitest"
import { postgresDialect, SqlAdapter } from "../../server/adapters/sql.ts"
import type { Adapter } from "../../server/adapters/contract.ts"
import { ADAPTER_RULES, runAdapterContract } from "../../server/testing/adapter-contract.ts"
import { clockSuite } from "./clock-suite.ts"
import { describeOn } from "./describe-on.ts"
import { faultyNetworkSuite } from "./faulty-network-suite.ts"
import { invitationSuite } from "./invitation-suite.ts"
import { killedDeletionSuite } from "./killed-deletion-suite.ts"
import { killedEmailChangeSuite, killedPasswordSuite } from "./killed-password-suite.ts"
import { killedStepSuite } from "./killed-step-suite.ts"
import { killedMidway, serviceSuite } from "./service-suite.ts"
import { stepsSuite } from "./steps-suite.ts"
import { postgresPool, startPostgres } from "./servers.ts"

describeOn("PostgreSQL", "SqlAdapter", () => {
  const open = async () => {
    const server = await startPostgres()
    const db = new Kysely<object>({ dialect: postgresDialect(postgresPool(server.url)) })
    const adapter = SqlAdapter(db)
    await adapter.migrate()
    return { server, db, adapter }
  }
  const opened: { it?: Awaited<ReturnType<typeof open>> } = {}
  const it = () => opened.it ?? vitest.assert.fail("not connected")
  runAdapterContract(
    () => it().adapter,
    {
      async connect() {
        opened.it = await open()
      },
      async disconnect() {
        await opened.it?.db.destroy()
        await opened.it?.server.stop()
      },
    },
    vitest,
  )
  vitest.test("the contract finds an adapter that reads the user's row instead of locking it", async () => {
    const { adapter } = it()
    const allHaveRead = Promise.withResolvers<void>()
    let readers = 0
    const lockless: Adapter = {
      ...adapter,
      transaction: (run) =>
        adapter.transaction((within) =>
          run({
            ...within,
            updateUser: async ({ id }) => (await within.getUser?.(id)) ?? vitest.assert.fail("no user"),
            async listAccounts(userId) {
              const accounts = await within.listAccounts?.(userId)
              readers += 1
              if (readers === 5) allHaveRead.resolve() // the rule's five transactions: none of them waits for a lock
              await allHaveRead.promise
              return accounts ?? []
            },
          }),
        ),
    }
    const rule =
      ADAPTER_RULES.find(({ name }) => name.includes("locks the user's row")) ?? vitest.assert.fail("no rule")
    await vitest.expect(rule.check(lockless)).rejects.toThrow()
  })
  serviceSuite(() => it().adapter)
  stepsSuite(() => it().adapter)
  clockSuite(() => it().adapter)
  const database = () => ({ adapter: it().adapter, place: { url: it().server.url } })
  killedStepSuite(database)
  killedPasswordSuite(database)
  killedEmailChangeSuite(database)
  invitationSuite(database, [false]) // SQLite runs the same adapter
  killedDeletionSuite(database)
  faultyNetworkSuite(
    () => it().server.port,
    async (port) => {
      const url = it().server.url.replace(String(it().server.port), String(port))
      const db = new Kysely<object>({ dialect: postgresDialect(postgresPool(url)) })
      return { adapter: SqlAdapter(db), close: () => db.destroy() }
    },
  )
  vitest.test("keeps its tables in the schema of the Kysely instance", async () => {
    const { db, server } = it()
    await sql`create schema "tenant a"`.execute(db)
    const own = new Kysely<object>({ dialect: postgresDialect(postgresPool(server.url)) })
    const adapter = SqlAdapter(own.withSchema("tenant a"))
    vitest.expect(await adapter.migrate()).toEqual([1, 2, 3, 4])
    vitest.expect(await adapter.migrate()).toEqual([])
    const user = { id: "ada", email: "ada@app.test", emailVerified: null, name: "Ada", image: null }
    await adapter.transaction(async (within) => within.createUser?.(user))
    await adapter.createSession({ sessionToken: "a-token", userId: "ada", expires: new Date("2031-01-01") })
    vitest.expect(await adapter.getSessionAndUser("a-token")).toMatchObject({ user: { id: "ada" } })
    vitest.expect(await adapter.getUserByEmail("ada@app.test")).toMatchObject({ id: "ada" })
    const { rows } = await sql<{ n: string }>`select count(*) as n from "tenant a".auth_users`.execute(db)
    vitest.expect(Number(rows[0]?.n)).toBe(1)
    vitest.expect(await it().adapter.getUser("ada")).toBeNull()
    await own.destroy()
  })
  vitest.test("a statement that stays prepared answers each time what it answered first", async () => {
    const { db } = it()
    const run = (divisor: number | null) =>
      sql`select ${"é 'x'"}::text as text, 10 / ${divisor}::int as number, 9007199254740993::int8 as big, true as yes,
        '{"a":[1]}'::jsonb as json, array['a', null] as list, null as nothing, '2026-01-02T03:04:05Z'::timestamptz as at`.execute(
        db,
      )
    const first = await run(2)
    vitest.expect(first.rows).toEqual([
      {
        text: "é 'x'",
        number: 5,
        big: "9007199254740993",
        yes: true,
        json: { a: [1] },
        list: ["a", null],
        nothing: null,
        at: new Date("2026-01-02T03:04:05Z"),
      },
    ])
    vitest.expect(await run(2)).toEqual(first)
    vitest.expect((await run(null)).rows).toMatchObject([{ number: null }])
    await vitest.expect(run(0)).rejects.toMatchObject({ code: "22012" })
    vitest.expect(await run(2)).toEqual(first)
  })
  vitest.test("a statement that stays prepared counts what it changed", async () => {
    const { db } = it()
    await sql`create table counted (id int, at timestamptz)`.execute(db)
    const insert = (id: number, at: unknown) => sql`insert into counted values (${id}, ${at})`.execute(db)
    const remove = (id: number) => sql`delete from counted where id < ${id}`.execute(db)
    for (const id of [1, 2, 3]) {
      vitest.expect(await insert(id, new Date(id))).toEqual({ numAffectedRows: 1n, rows: [] })
    }
    vitest.expect((await remove(3)).numAffectedRows).toBe(2n)
    vitest.expect((await remove(3)).numAffectedRows).toBe(0n)
    vitest.expect((await remove(9)).numAffectedRows).toBe(1n)
  })
  vitest.test("a database that is killed in the middle of first visits keeps no half of one", async () => {
    await killedMidway(it().adapter, it().server)
  })
})
