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
import { killedEmailChangeSuite, killedPasswordSuite, type Database } from "./killed-password-suite.ts"
import { killedStepSuite } from "./killed-step-suite.ts"
import { serviceSuite } from "./service-suite.ts"
import { stepsSuite } from "./steps-suite.ts"

describe("the service on SQLite, in a file", () => {
  const opened: { folder: string; files: Map<string, ReturnType<typeof open>>; first?: Database } = {
    folder: "",
    files: new Map(),
  }
  /** Opens a file of this name, once. */
  const openFile = (name: string) => {
    const file = opened.files.get(name) ?? open(join(opened.folder, name))
    opened.files.set(name, file)
    return file
  }
  const another = (number: number) => openFile(`${number}.db`)
  beforeAll(async () => {
    opened.folder = await dataFolder("sqlite")
    opened.first = { ...(await openFile("app.db")), another }
  })
  afterAll(async () => {
    for (const file of opened.files.values()) await (await file).close()
    await rm(opened.folder, { recursive: true, force: true })
  })
  const database = () => opened.first ?? expect.fail("not opened")
  serviceSuite(() => database().adapter)
  stepsSuite(() => database().adapter)
  clockSuite(() => database().adapter)
  killedStepSuite(database)
  killedPasswordSuite(database)
  killedEmailChangeSuite(database)
  invitationSuite(database)
  killedDeletionSuite(database, ["database", "jwt"])
})

async function open(file: string) {
  const db = new Kysely<object>({ dialect: sqliteDialect(new DatabaseSync(file, { timeout: 10_000 })) })
  const adapter = SqlAdapter(db)
  await adapter.migrate()
  return { adapter, place: { url: pathToFileURL(file).href }, close: () => db.destroy() }
}
