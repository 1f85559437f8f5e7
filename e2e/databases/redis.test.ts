import { DatabaseSync } from "node:sqlite"
import { Redis } from "ioredis"
import { Kysely } from "kysely"
import { createClient } from "redis"
import * as vitest from "vitest"
import { accountTables } from "../../server/adapters/account-tables.ts"
import type { Adapter } from "../../server/adapters/contract.ts"
import { RedisAdapter } from "../../server/adapters/redis.ts"
import { SqlAdapter, sqliteDialect } from "../../server/adapters/sql.ts"
import { runAdapterContract } from "../../server/testing/adapter-contract.ts"
import { isLong } from "../../server/test-kit/long.ts"
import { clockSuite } from "./clock-suite.ts"
import { describeOn } from "./describe-on.ts"
import { faultyNetworkSuite } from "./faulty-network-suite.ts"
import { invitationSuite } from "./invitation-suite.ts"
import { killedDeletionSuite } from "./killed-deletion-suite.ts"
import { killedEmailChangeSuite, killedPasswordSuite } from "./killed-password-suite.ts"
import { killedStepSuite } from "./killed-step-suite.ts"
import { REDIS_FAILS } from "./redis-fails.ts"
import { serviceSuite } from "./service-suite.ts"
import { startRedis } from "./servers.ts"
import { stepsSuite } from "./steps-suite.ts"

type Open = { adapter: Adapter; close(): Promise<unknown> }

const WAYS: Record<string, (url: string) => Promise<Open>> = {
  async "node-redis, alone"(url) {
    const client = await createClient({ url }).connect()
    return { adapter: RedisAdapter(client), close: () => client.close() }
  },
  async "ioredis, alone"(url) {
    const client = new Redis(url)
    return { adapter: RedisAdapter(client), close: () => client.quit() }
  },
  async "node-redis, in front of SQLite"(url) {
    const client = await createClient({ url }).connect()
    const sql = SqlAdapter(new Kysely<object>({ dialect: sqliteDialect(new DatabaseSync(":memory:")) }))
    await sql.migrate()
    return { adapter: RedisAdapter(client, { users: sql }), close: () => client.close() }
  },
}

/** `npm test` runs all suites in this way, and the contract in the others. */
const FIRST = "node-redis, alone"

describeOn("Redis", "RedisAdapter", () => {
  vitest.describe.each(Object.entries(WAYS))("%s", (name, open) => {
    const opened: { it?: Open; server?: Awaited<ReturnType<typeof startRedis>> } = {}
    runAdapterContract(
      () => opened.it?.adapter ?? vitest.assert.fail("not connected"),
      {
        async connect() {
          opened.server = await startRedis()
          opened.it = await open(opened.server.url)
        },
        async disconnect() {
          await opened.it?.close()
          await opened.server?.stop()
        },
        lacks: name.endsWith("alone") ? ["transaction", "deleteExpired"] : [],
        fails: REDIS_FAILS,
      },
      vitest,
    )
    vitest.test("deletes an account record when it expires, and keeps the user's others", async () => {
      const adapter = accountTables(opened.it?.adapter ?? vitest.assert.fail("not connected"))
      const record = (id: string, expires: Date | null) =>
        ({ kind: "factor", id, userId: "ada", data: "{}", expires }) as const
      const soon = new Date(Date.now() + 200)
      for (const created of [record("soon", soon), record("never", null), record("also soon", soon)])
        vitest.expect(await adapter.createAccountRecord(created)).toBe(true)
      await vitest.vi.waitFor(async () => {
        await adapter.deleteExpired?.(new Date())
        vitest.expect(await adapter.getAccountRecord("factor", "also soon")).toBeNull()
      })
      vitest.expect(await adapter.listAccountRecords("factor", "ada")).toMatchObject([{ id: "never", expires: null }])
      vitest.expect(await adapter.createAccountRecord(record("soon", null))).toBe(true)
      vitest.expect(await adapter.deleteAccountRecords("ada")).toBe(2)
    })
    if (name !== FIRST && !isLong) return
    serviceSuite(() => opened.it?.adapter ?? vitest.assert.fail("not connected"))
    stepsSuite(() => opened.it?.adapter ?? vitest.assert.fail("not connected"))
    clockSuite(() => opened.it?.adapter ?? vitest.assert.fail("not connected"))
    if (name !== FIRST) return
    const database = () => {
      const { it = vitest.assert.fail("not connected"), server = vitest.assert.fail("not started") } = opened
      return { adapter: it.adapter, server, place: { url: server.url } }
    }
    killedStepSuite(database)
    killedPasswordSuite(database)
    killedEmailChangeSuite(database)
    invitationSuite(database)
    killedDeletionSuite(database)
    faultyNetworkSuite(
      () => database().server.port,
      async (port) => {
        const client = createClient({ url: `redis://127.0.0.1:${port}` }).on("error", () => undefined) // it reconnects
        await client.connect()
        return { adapter: RedisAdapter(client), close: () => client.close() }
      },
    )
  })
})
