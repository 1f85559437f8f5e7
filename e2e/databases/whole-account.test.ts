import { rm } from "node:fs/promises"
import { join } from "node:path"
import { drizzle } from "drizzle-orm/d1"
import { afterAll, beforeAll, describe, expect } from "vitest"
import type { FullAdapter } from "../../server/adapters/memory.ts"
import { DrizzleAdapter } from "../../server/adapters/drizzle.ts"
import { PrismaAdapter } from "../../server/adapters/prisma.ts"
import { openPrismaSqlite } from "../apps/prisma/sqlite.ts"
import { bindingIn, dispatchTo, startWorker } from "./d1-miniflare.ts"
import { EMBEDDED } from "./embedded.ts"
import { dataFolder } from "./processes.ts"
import { serviceSuite } from "./service-suite.ts"
import * as tables from "./sqlite-tables.ts"
import { stepsSuite } from "./steps-suite.ts"

interface Opened {
  adapter: FullAdapter
  close(): Promise<unknown>
}

/** Databases of an app, beside those of `SqlAdapter`. */
const OPEN: Readonly<Record<string, () => Promise<Opened>>> = {
  async "Drizzle on better-sqlite3"() {
    const folder = await dataFolder("whole-account")
    const { adapter, close } =
      (await EMBEDDED["DrizzleAdapter on better-sqlite3"]?.(join(folder, "app.db"))) ?? expect.fail()
    return { adapter, close: async () => (close(), rm(folder, { recursive: true })) }
  },
  async "Drizzle on D1"() {
    const worker = await startWorker()
    await dispatchTo(worker, { run: "migrate" })
    const adapter = DrizzleAdapter(drizzle(bindingIn(worker) as Parameters<typeof drizzle>[0]), tables) // the methods that Drizzle calls
    return { adapter, close: () => worker.dispose() }
  },
  async "Prisma on SQLite"() {
    const { prisma } = await openPrismaSqlite("sqlite")
    return { adapter: PrismaAdapter(prisma), close: () => prisma.$disconnect() }
  },
}

// Each statement on D1 is a request to the Worker
describe.each(Object.entries(OPEN))("the whole account on %s", { timeout: 120_000 }, (_, open) => {
  const running: { opened?: Opened } = {}
  beforeAll(async () => {
    running.opened = await open()
  })
  afterAll(() => running.opened?.close())
  const adapter = () => running.opened?.adapter ?? expect.fail("not opened")
  serviceSuite(adapter)
  stepsSuite(adapter)
})
