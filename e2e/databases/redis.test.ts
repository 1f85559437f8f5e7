import { DatabaseSync } from "node:sqlite"
import { Redis } from "ioredis"
import { Kysely } from "kysely"
import { createClient } from "redis"
import * as vitest from "vitest"
import type { Adapter } from "../../server/adapters/contract.ts"
import { RedisAdapter } from "../../server/adapters/redis.ts"
import { SqlAdapter, sqliteDialect } from "../../server/adapters/sql.ts"
import { runAdapterContract } from "../../server/testing/adapter-contract.ts"
import { describeOn } from "./describe-on.ts"
import { serviceSuite } from "./service-suite.ts"
import { startRedis } from "./servers.ts"

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

describeOn("Redis", "RedisAdapter", () => {
  vitest.describe.each(Object.entries(WAYS))("%s", (_, open) => {
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
      },
      vitest,
    )
    serviceSuite(() => opened.it?.adapter ?? vitest.assert.fail("not connected"))
  })
})
