import { Kysely } from "kysely"
import { afterAll, beforeAll, expect } from "vitest"
import { postgresDialect, SqlAdapter } from "../../server/adapters/sql.ts"
import { describeOn } from "./describe-on.ts"
import { interleavingSuite } from "./interleaving-suite.ts"
import { postgresPool, startPostgres } from "./servers.ts"

describeOn("PostgreSQL", "changes, undos and deletions between each other's operations", () => {
  const opened: { adapter?: SqlAdapter; stop?: () => Promise<void> } = {}
  beforeAll(async () => {
    const server = await startPostgres()
    const db = new Kysely<object>({ dialect: postgresDialect(postgresPool(server.url)) })
    opened.adapter = SqlAdapter(db)
    opened.stop = async () => {
      await db.destroy()
      await server.stop()
    }
    await opened.adapter.migrate()
  })
  afterAll(() => opened.stop?.())
  interleavingSuite(() => opened.adapter ?? expect.fail("not opened"))
})
