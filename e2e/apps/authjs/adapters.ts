import { DrizzleAdapter } from "@auth/drizzle-adapter"
import { KyselyAdapter, type Database } from "@auth/kysely-adapter"
import { defaultEntities, MikroOrmAdapter } from "@auth/mikro-orm-adapter"
import PostgresAdapter from "@auth/pg-adapter"
import { PrismaAdapter } from "@auth/prisma-adapter"
import SequelizeAdapter from "@auth/sequelize-adapter"
import { TypeORMAdapter } from "@auth/typeorm-adapter"
import { UnstorageAdapter } from "@auth/unstorage-adapter"
import { MikroORM } from "@mikro-orm/core"
import { PostgreSqlDriver } from "@mikro-orm/postgresql"
import { PrismaPg } from "@prisma/adapter-pg"
import { drizzle } from "drizzle-orm/node-postgres"
import { Kysely, PostgresDialect } from "kysely"
import pg from "pg"
import { Sequelize } from "sequelize"
import { createStorage } from "unstorage"

import type { Adapter } from "../../../server/adapters/contract.ts"
import { DRIZZLE_TABLES, KYSELY_TABLES, PG_TABLES, PRISMA_TABLES } from "./adapter-tables.ts"
import { getPrismaClientClass } from "./prisma/class.generated.ts"

/** A published adapter of Auth.js on an empty database. */
export interface Opened {
  adapter: Adapter
  close(): Promise<unknown>
}

/** Opens each adapter on the PostgreSQL database at `url`, except for unstorage, which keeps its data in memory. */
export const OPEN: Record<string, (url: string) => Promise<Opened>> = {
  async "@auth/pg-adapter"(url) {
    const pool = await poolWith(url, PG_TABLES)
    return opened(PostgresAdapter(pool), () => pool.end())
  },
  async "@auth/drizzle-adapter"(url) {
    const pool = await poolWith(url, DRIZZLE_TABLES)
    return opened(DrizzleAdapter(drizzle(pool)), () => pool.end())
  },
  async "@auth/kysely-adapter"(url) {
    const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool: await poolWith(url, KYSELY_TABLES) }) })
    return opened(KyselyAdapter(db), () => db.destroy())
  },
  async "@auth/typeorm-adapter"(url) {
    const options = { type: "postgres", url, synchronize: true } as const
    return opened(TypeORMAdapter(options), () => Promise.resolve())
  },
  async "@auth/sequelize-adapter"(url) {
    const db = new Sequelize(url, { logging: false, pool: { max: 20 } })
    const adapter = SequelizeAdapter(db, { synchronize: false }) // otherwise it creates tables in parallel, and they refer to each other
    await db.sync()
    return opened(adapter, () => db.close())
  },
  async "@auth/unstorage-adapter"() {
    const storage = createStorage()
    return opened(UnstorageAdapter(storage), () => storage.dispose())
  },
  "@auth/prisma-adapter": (url) => openPrisma(url, PrismaAdapter),
  async "@auth/mikro-orm-adapter"(url) {
    const entities = Object.values(defaultEntities)
    const options = { driver: PostgreSqlDriver, clientUrl: url, pool: { min: 0, max: 20 } }
    const orm = await MikroORM.init({ ...options, entities })
    await orm.getSchemaGenerator().createSchema()
    await orm.close()
    const adapter = MikroOrmAdapter(options)
    const { __disconnect: disconnect } = adapter as { __disconnect?(): Promise<void> } // its type leaves it out
    return opened(adapter, async () => disconnect?.())
  },
}

type Prisma = InstanceType<ReturnType<typeof getPrismaClientClass>>

/** Opens an adapter for Prisma on the PostgreSQL database at `url`. */
export async function openPrisma(url: string, make: (prisma: Prisma) => Adapter): Promise<Opened> {
  const pool = await poolWith(url, PRISMA_TABLES)
  const PrismaClient = getPrismaClientClass()
  const prisma = new PrismaClient({ adapter: new PrismaPg(pool, { disposeExternalPool: true }) })
  return opened(make(prisma), () => prisma.$disconnect())
}

async function poolWith(url: string, tables: string): Promise<pg.Pool> {
  const pool = new pg.Pool({ connectionString: url, max: 20 })
  pool.on("connect", (client) => client.on("error", () => undefined)).on("error", () => undefined)
  await pool.query(tables)
  return pool
}

// Latchkit's types accept the adapters of @auth/core without a cast
function opened(adapter: Adapter, close: () => Promise<unknown>): Opened {
  return { adapter, close }
}
