import { Kysely } from "kysely"
import * as vitest from "vitest"
import { postgresDialect, SqlAdapter } from "../../server/adapters/sql.ts"
import { runAdapterContract } from "../../server/testing/adapter-contract.ts"
import { describeOn } from "./describe-on.ts"
import { killedMidway, serviceSuite } from "./service-suite.ts"
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
  serviceSuite(() => it().adapter)
  vitest.test("a database that is killed in the middle of first visits keeps no half of one", async () => {
    await killedMidway(it().adapter, it().server)
  })
})
