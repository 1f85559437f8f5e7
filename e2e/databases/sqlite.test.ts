import { rm } from "node:fs/promises"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { Kysely } from "kysely"
import { afterAll, beforeAll, describe, expect } from "vitest"
import { SqlAdapter, sqliteDialect } from "../../server/adapters/sql.ts"
import { dataFolder } from "./processes.ts"
import { serviceSuite } from "./service-suite.ts"

describe("the service on SQLite, in a file", () => {
  const opened: { adapter?: SqlAdapter; close?: () => Promise<void> } = {}
  beforeAll(async () => {
    const folder = await dataFolder("sqlite")
    const db = new Kysely<object>({ dialect: sqliteDialect(new DatabaseSync(join(folder, "app.db"))) })
    opened.adapter = SqlAdapter(db)
    opened.close = async () => {
      await db.destroy()
      await rm(folder, { recursive: true, force: true })
    }
    await opened.adapter.migrate()
  })
  afterAll(() => opened.close?.())
  serviceSuite(() => opened.adapter ?? expect.fail("not opened"))
})
