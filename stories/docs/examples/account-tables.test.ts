import { expect } from "vitest"
import { OPEN } from "../../../e2e/apps/authjs/adapters.ts"
import { authjsSuite } from "../../../e2e/databases/authjs-suite.ts"
import { describeOn } from "../../../e2e/databases/describe-on.ts"
import { postgresPool, startPostgres } from "../../../e2e/databases/servers.ts"
import { stepsSuite } from "../../../e2e/databases/steps-suite.ts"
import { ACCOUNT_RECORD_OPERATIONS } from "../../../server/adapters/account-tables.ts"
import { createAdapter } from "./database/account-tables.ts"

const NAME = "@auth/drizzle-adapter"

describeOn("PostgreSQL", "the documentation's account tables", () => {
  const opened: { adapter?: Awaited<ReturnType<typeof createAdapter>> } = {}
  authjsSuite(
    NAME,
    async () => {
      const server = await startPostgres()
      const tables = await OPEN[NAME]?.(server.url)
      const pool = postgresPool(server.url)
      opened.adapter = await createAdapter(pool)
      return {
        adapter: opened.adapter,
        close: async () => {
          await tables?.close()
          await pool.end()
          await server.stop()
        },
      }
    },
    {
      fails: { "deleting a user deletes their account records, and no others": "the records are in other tables" },
      adds: [...ACCOUNT_RECORD_OPERATIONS, "claimOnce", "releaseOnce", "increment", "decrement", "deleteExpired"],
    },
  )
  stepsSuite(() => opened.adapter ?? expect.fail("not connected"))
})
