import { PrismaPg } from "@prisma/adapter-pg"
import { drizzle } from "drizzle-orm/node-postgres"
import { Kysely } from "kysely"
import type { Pool } from "pg"
import * as vitest from "vitest"
import { DrizzleAdapter } from "../../server/adapters/drizzle.ts"
import type { FullAdapter } from "../../server/adapters/memory.ts"
import { postgresDialect, SqlAdapter } from "../../server/adapters/sql.ts"
import { runAdapterContract } from "../../server/testing/adapter-contract.ts"
import { adapterOn } from "../../stories/docs/examples/database/prisma/auth.ts"
import { PrismaClient } from "../../stories/docs/examples/database/prisma/generated/client.ts"
import { openPrismaPostgres } from "../apps/prisma/postgres.ts"
import { describeOn } from "./describe-on.ts"
import { createStatements } from "./drizzle-tables.ts"
import * as tables from "./postgres-tables.ts"
import { raceSuite } from "./race-suite.ts"
import { postgresPool, startPgBouncer, startPostgres } from "./servers.ts"

interface Tool {
  /** Creates the tables on the server itself. */
  prepare(url: string): Promise<unknown>
  open(pool: Pool): FullAdapter
}

const onKysely = (pool: Pool) => SqlAdapter(new Kysely<object>({ dialect: postgresDialect(pool) }))

const TOOLS: Readonly<Record<string, Tool>> = {
  SqlAdapter: {
    prepare: (url) => onKysely(postgresPool(url)).migrate(),
    open: onKysely,
  },
  DrizzleAdapter: {
    prepare: (url) => postgresPool(url).query(createStatements(tables).join(";")),
    open: (pool) => DrizzleAdapter(drizzle({ client: pool }), tables),
  },
  PrismaAdapter: {
    prepare: async (url) => (await openPrismaPostgres(url)).prisma.$disconnect(),
    open: (pool) => adapterOn(new PrismaClient({ adapter: new PrismaPg(pool) })),
  },
}

for (const [name, { prepare, open }] of Object.entries(TOOLS)) {
  describeOn("PgBouncer", `${name}, each of whose transactions gets another connection,`, () => {
    const running: { adapter?: FullAdapter; stop?: () => Promise<void> } = {}
    const adapter = () => running.adapter ?? vitest.assert.fail("not connected")
    const connect = async () => {
      const server = await startPostgres()
      await prepare(server.url)
      const pooler = await startPgBouncer(server)
      const pool = postgresPool(pooler.url)
      running.adapter = open(pool)
      running.stop = async () => {
        await pool.end()
        await pooler.stop()
        await server.stop()
      }
    }
    runAdapterContract(adapter, { connect, disconnect: () => running.stop?.() }, vitest)
    raceSuite(adapter)
  })
}
