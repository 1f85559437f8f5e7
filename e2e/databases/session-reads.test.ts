import { DatabaseSync } from "node:sqlite"
import { BaseClient } from "@xata.io/client"
import Database from "better-sqlite3"
import { drizzle as drizzleOnSqlite } from "drizzle-orm/better-sqlite3"
import { drizzle as drizzleOnD1 } from "drizzle-orm/d1"
import { bigint, longtext, mysqlTable, primaryKey, varchar } from "drizzle-orm/mysql-core"
import { drizzle as drizzleOnMySql } from "drizzle-orm/mysql2"
import { drizzle as drizzleOnPostgres } from "drizzle-orm/node-postgres"
import { Kysely, type Dialect } from "kysely"
import { createPool } from "mysql2"
import { createClient } from "redis"
import { describe, expect, test } from "vitest"
import type { Adapter } from "../../server/adapters/contract.ts"
import { d1Dialect, type D1Binding } from "../../server/adapters/d1.ts"
import { DrizzleAdapter, type DrizzleTables } from "../../server/adapters/drizzle.ts"
import { PrismaAdapter } from "../../server/adapters/prisma.ts"
import { RecordsAdapter, type RecordsClient } from "../../server/adapters/records.ts"
import { RedisAdapter } from "../../server/adapters/redis.ts"
import { mysqlDialect, postgresDialect, SqlAdapter, sqliteDialect } from "../../server/adapters/sql.ts"
import { hostedRecords } from "../../server/test-kit/hosted-records.ts"
import { FAST_HASH, GRACE, passwordAccountService, signedIn } from "../../server/test-kit/password-account-service.ts"
import { adapterOn } from "../../stories/docs/examples/database/prisma/auth.ts"
import { openPrismaPostgres } from "../apps/prisma/postgres.ts"
import { openPrismaSqlite } from "../apps/prisma/sqlite.ts"
import { bindingIn, dispatchTo, startWorker } from "./d1-miniflare.ts"
import { describeOn } from "./describe-on.ts"
import { createStatements } from "./drizzle-tables.ts"
import * as mysqlTables from "./mysql-tables.ts"
import * as postgresTables from "./postgres-tables.ts"
import { postgresPool, startMariaDb, startPostgres, startRedis } from "./servers.ts"
import * as sqliteTables from "./sqlite-tables.ts"

interface Opened {
  adapter: Adapter
  /** Everything that was sent to the database so far. */
  sent: readonly unknown[]
  close?(): Promise<unknown>
}

const config = {
  session: { strategy: "database" },
  account: { administration: true, changeEmail: true, deletion: { graceDays: 7 } },
  clock: Date.now, // Redis has its own
} as const

/** Tests how much a request with a session sends, with passwords, disabled users, and accounts that wait for deletion. */
function sends(expected: number, name: string, open: () => Promise<Opened>): void {
  test(`${name}: ${expected}`, async () => {
    const { adapter, sent, close } = await open()
    const service = passwordAccountService({ adapter, config, password: { hash: FAST_HASH } })
    const browser = service.browser()
    await service.signUp(browser)
    expect(await signedIn(browser)).toBe(GRACE.email) // Redis loads its script
    await service.sent()
    const before = sent.length
    expect(await signedIn(browser)).toBe(GRACE.email)
    expect(sent.slice(before)).toHaveLength(expected)
    await close?.()
  })
}

async function onKysely(dialect: Dialect, sent: unknown[] = []): Promise<Opened> {
  const db = new Kysely<object>({ dialect, log: ({ query }) => void sent.push(query.sql) })
  const adapter = SqlAdapter(db)
  await adapter.migrate()
  return { adapter, sent, close: () => db.destroy() }
}

/** Returns a logger of Drizzle. */
function listed() {
  const sent: string[] = []
  return { sent, logger: { logQuery: (query: string) => void sent.push(query) } }
}

describe("a request with a session sends", () => {
  sends(1, "SqlAdapter on SQLite", () => onKysely(sqliteDialect(new DatabaseSync(":memory:"))))

  sends(1, "SqlAdapter on D1", async () => {
    const worker = await startWorker()
    const opened = await onKysely(d1Dialect(bindingIn(worker) as D1Binding)) // the methods that are used
    return { ...opened, close: () => worker.dispose() }
  })

  sends(1, "DrizzleAdapter on SQLite", async () => {
    const client = new Database(":memory:")
    for (const statement of createStatements(sqliteTables)) client.exec(statement)
    const { sent, logger } = listed()
    return { adapter: DrizzleAdapter(drizzleOnSqlite({ client, logger }), sqliteTables), sent }
  })

  sends(1, "DrizzleAdapter on D1", async () => {
    const worker = await startWorker()
    await dispatchTo(worker, { run: "migrate" })
    const { sent, logger } = listed()
    const db = drizzleOnD1(bindingIn(worker) as Parameters<typeof drizzleOnD1>[0], { logger }) // the methods that are used
    return { adapter: DrizzleAdapter(db, sqliteTables), sent, close: () => worker.dispose() }
  })

  const onPrisma = async (extension?: object): Promise<Opened> => {
    const { prisma, queries } = await openPrismaSqlite("sqlite")
    const client = extension ? (prisma.$extends(extension) as unknown as typeof prisma) : prisma // it keeps the models
    return { adapter: PrismaAdapter(client), sent: queries, close: () => prisma.$disconnect() }
  }
  const pass = ({ args, query }: { args: object; query(args: object): Promise<unknown> }) => query(args)
  sends(1, "PrismaAdapter on SQLite", () => onPrisma())
  sends(1, "PrismaAdapter with an extension that has no part in these reads", () =>
    onPrisma({
      model: { $allModels: { exists: () => true } },
      client: { $now: () => 0 },
      query: { user: { create: pass }, authCounter: { $allOperations: pass } },
      result: { user: { initial: { needs: { name: true }, compute: ({ name }: { name: string }) => name[0] } } },
    }),
  )
  for (const [name, extension] of Object.entries({
    "sees a read of users": { query: { user: { findMany: pass } } },
    "sees all reads": { query: { $allOperations: pass } },
    "changes a field of users": { result: { user: { name: { needs: {}, compute: () => "Ada" } } } },
  }))
    sends(3, `PrismaAdapter with an extension that ${name}`, () => onPrisma(extension))

  sends(2, "RecordsAdapter", async () => {
    const { databaseURL, fetch } = hostedRecords()
    const sent: unknown[] = []
    const counted: typeof fetch = (...request) => (sent.push(request), fetch(...request))
    const client = new BaseClient({ databaseURL, fetch: counted, branch: "main", apiKey: "test" })
    // The client's own type knows no tables
    return { adapter: RecordsAdapter(client as unknown as RecordsClient, { accountRecords: true }), sent }
  })
})

describeOn("PostgreSQL", "a request with a session sends", () => {
  const open = async (create: (url: string) => Promise<Opened>): Promise<Opened> => {
    const server = await startPostgres()
    const { close, ...opened } = await create(server.url)
    return { ...opened, close: () => Promise.resolve(close?.()).then(() => server.stop()) }
  }
  sends(1, "SqlAdapter", () => open((url) => onKysely(postgresDialect(postgresPool(url)))))
  sends(1, "DrizzleAdapter", () =>
    open(async (url) => {
      const pool = postgresPool(url)
      for (const statement of createStatements(postgresTables)) await pool.query(statement)
      const { sent, logger } = listed()
      const adapter = DrizzleAdapter(drizzleOnPostgres({ client: pool, logger }), postgresTables)
      return { adapter, sent, close: () => pool.end() }
    }),
  )
  sends(1, "PrismaAdapter on an existing table", () =>
    open(async (url) => {
      const { prisma, queries } = await openPrismaPostgres(url)
      return { adapter: adapterOn(prisma), sent: queries, close: () => prisma.$disconnect() }
    }),
  )
})

/** Account records of an app that declared their keys as texts. */
const accountRecords = mysqlTable(
  "auth_account_records",
  {
    kind: varchar({ length: 32 }).notNull(),
    id: varchar({ length: 255 }).notNull(),
    userId: varchar({ length: 255 }),
    data: longtext().notNull(),
    version: bigint({ mode: "number" }).notNull(),
    expires: bigint({ mode: "number" }),
  },
  (table) => [primaryKey({ columns: [table.kind, table.id] })],
)

describeOn("MariaDB", "a request with a session sends", () => {
  const open = async (create: (pool: ReturnType<typeof createPool>) => Promise<Opened>): Promise<Opened> => {
    const server = await startMariaDb()
    const pool = createPool({ uri: server.url, connectionLimit: 5 })
    await pool.promise().query("create database app")
    const { close, ...opened } = await create(createPool({ uri: server.url.replace(/mysql$/, "app") }))
    pool.end()
    return { ...opened, close: () => Promise.resolve(close?.()).then(() => server.stop()) }
  }
  const onDrizzle = (tables: DrizzleTables) =>
    open(async (pool) => {
      for (const statement of createStatements(tables)) await pool.promise().query(statement)
      const { sent, logger } = listed()
      const adapter = DrizzleAdapter(drizzleOnMySql({ client: pool, logger }), tables)
      return { adapter, sent, close: () => pool.promise().end() }
    })
  sends(1, "SqlAdapter", () => open((pool) => onKysely(mysqlDialect(pool))))
  sends(1, "DrizzleAdapter", () => onDrizzle(mysqlTables))
  sends(2, "DrizzleAdapter whose records have texts as keys", () => onDrizzle({ ...mysqlTables, accountRecords }))
})

describeOn("Redis", "a request with a session sends", () => {
  const open = async (openUsers?: (sent: unknown[]) => Promise<Opened>): Promise<Opened> => {
    const server = await startRedis()
    const client = await createClient({ url: server.url }).connect()
    const sent: unknown[] = []
    const sendCommand = (words: string[]) => (sent.push(words), client.sendCommand(words))
    const { adapter: users } = (await openUsers?.(sent)) ?? {}
    const close = () => client.close().then(() => server.stop())
    return { adapter: RedisAdapter({ sendCommand }, { users }), sent, close }
  }
  sends(1, "RedisAdapter alone", () => open())
  sends(3, "RedisAdapter in front of SQLite", () =>
    open((sent) => onKysely(sqliteDialect(new DatabaseSync(":memory:")), sent)),
  )
})
