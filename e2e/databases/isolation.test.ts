import { Kysely } from "kysely"
import * as vitest from "vitest"
import type { FullAdapter } from "../../server/adapters/memory.ts"
import { postgresDialect, SqlAdapter } from "../../server/adapters/sql.ts"
import { ADAPTER_RULES } from "../../server/testing/adapter-contract.ts"
import { adapterOn } from "../../stories/docs/examples/database/prisma/auth.ts"
import { openPrismaPostgres } from "../apps/prisma/postgres.ts"
import { describeOn } from "./describe-on.ts"
import { openDrizzlePostgres } from "./drizzle-servers.ts"
import { postgresPool, startPostgres } from "./servers.ts"

interface Opened {
  adapter: FullAdapter
  close(): Promise<unknown>
}

const OPEN: Readonly<Record<string, (url: string) => Promise<Opened>>> = {
  async SqlAdapter(url) {
    const db = new Kysely<object>({ dialect: postgresDialect(postgresPool(url)) })
    const adapter = SqlAdapter(db)
    await adapter.migrate()
    return { adapter, close: () => db.destroy() }
  },
  DrizzleAdapter: openDrizzlePostgres,
  async PrismaAdapter(url) {
    const { prisma } = await openPrismaPostgres(url)
    return { adapter: adapterOn(prisma), close: () => prisma.$disconnect() }
  },
}

// MariaDB has this default itself, and its suites run every rule
describeOn("PostgreSQL", "a server whose transactions read the rows of one moment", () => {
  const running: { server?: Awaited<ReturnType<typeof startPostgres>> } = {}
  vitest.beforeAll(async () => {
    running.server = await startPostgres()
  })
  vitest.afterAll(() => running.server?.stop())

  vitest.test.each(Object.entries(OPEN))("%s sees what others stored before it got the lock", async (name, open) => {
    const url = running.server?.url ?? vitest.expect.fail("no server")
    const admin = postgresPool(url, 1)
    await admin.query(`create database ${name}`)
    await admin.query(`alter database ${name} set default_transaction_isolation to 'repeatable read'`)
    await admin.end()
    const { adapter, close } = await open(url.replace(/\w+$/, name.toLowerCase()))
    const rule = ADAPTER_RULES.find((one) => one.name.includes("locks the user's row")) ?? vitest.expect.fail("no rule")
    await rule.check(adapter)
    await close()
  })
})
