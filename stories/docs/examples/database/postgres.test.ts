import * as vitest from "vitest"
import { runAdapterContract } from "latchkit/testing"
import { describeOn } from "../../../../e2e/databases/describe-on.ts"
import { postgresPool, startPostgres } from "../../../../e2e/databases/servers.ts"
import { postgresAdapter } from "./postgres.ts"

describeOn("PostgreSQL", "the documentation's adapter", () => {
  const open = async () => {
    const server = await startPostgres()
    const pool = postgresPool(server.url)
    return { server, pool, adapter: postgresAdapter(pool) }
  }
  const opened: { it?: Awaited<ReturnType<typeof open>> } = {}
  const it = () => opened.it ?? vitest.assert.fail("not connected")
  runAdapterContract(
    () => it().adapter,
    {
      async connect() {
        opened.it = await open()
        await it().adapter.migrate()
      },
      async disconnect() {
        await it().pool.end()
        await it().server.stop()
      },
    },
    vitest,
  )
})
