import { rm } from "node:fs/promises"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { pathToFileURL } from "node:url"
import { Kysely } from "kysely"
import { afterAll, beforeAll, describe, expect } from "vitest"
import { SqlAdapter, sqliteDialect } from "../../server/adapters/sql.ts"
import { clockSuite } from "./clock-suite.ts"
import { dataFolder } from "./processes.ts"
import { invitationSuite } from "./invitation-suite.ts"
import { killedDeletionSuite } from "./killed-deletion-suite.ts"
import { killedEmailChangeSuite, killedPasswordSuite } from "./killed-password-suite.ts"
import { killedStepSuite } from "./killed-step-suite.ts"
import { serviceSuite } from "./service-suite.ts"
import { stepsSuite } from "./steps-suite.ts"

describe("the service on SQLite, in a file", () => {
  const opened: { adapter?: SqlAdapter; url?: string; close?: () => Promise<void> } = {}
  beforeAll(async () => {
    const folder = await dataFolder("sqlite")
    const file = join(folder, "app.db")
    const db = new Kysely<object>({ dialect: sqliteDialect(new DatabaseSync(file, { timeout: 10_000 })) })
    opened.url = pathToFileURL(file).href
    opened.adapter = SqlAdapter(db)
    opened.close = async () => {
      await db.destroy()
      await rm(folder, { recursive: true, force: true })
    }
    await opened.adapter.migrate()
  })
  afterAll(() => opened.close?.())
  serviceSuite(() => opened.adapter ?? expect.fail("not opened"))
  stepsSuite(() => opened.adapter ?? expect.fail("not opened"))
  clockSuite(() => opened.adapter ?? expect.fail("not opened"))
  killedStepSuite(() => {
    const { adapter = expect.fail("not opened"), url = expect.fail("not opened") } = opened
    return { adapter, url }
  })
  const database = () => {
    const { adapter = expect.fail("not opened"), url = expect.fail("not opened") } = opened
    return { adapter, place: { url } }
  }
  killedPasswordSuite(database)
  killedEmailChangeSuite(database)
  invitationSuite(database)
  killedDeletionSuite(database, ["database", "jwt"])
})
