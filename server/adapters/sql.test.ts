import { DatabaseSync } from "node:sqlite"
import { Kysely, SqliteAdapter } from "kysely"
import * as vitest from "vitest"
import { runAdapterContract } from "../testing/adapter-contract.ts"
import { SqlAdapter, sqliteDialect } from "./sql.ts"

const db = new Kysely<object>({ dialect: sqliteDialect(new DatabaseSync(":memory:")) })
const adapter = SqlAdapter(db)

vitest.describe("SqlAdapter on SQLite", () =>
  runAdapterContract(adapter, { connect: () => adapter.migrate(), disconnect: () => db.destroy() }, vitest),
)

vitest.test("knows its dialect whatever a bundler called its classes", () => {
  class e extends SqliteAdapter {}
  const dialect = sqliteDialect(new DatabaseSync(":memory:"))
  const bundled = new Kysely<object>({ dialect: { ...dialect, createAdapter: () => new e() } })
  vitest.expect(() => SqlAdapter(bundled)).not.toThrow()
})
