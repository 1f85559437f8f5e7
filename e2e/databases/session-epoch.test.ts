import { DatabaseSync } from "node:sqlite"
import Database from "better-sqlite3"
import { drizzle as drizzleOnSqlite } from "drizzle-orm/better-sqlite3"
import { datetime, mysqlTable, varbinary } from "drizzle-orm/mysql-core"
import { drizzle as drizzleOnMySql } from "drizzle-orm/mysql2"
import { drizzle as drizzleOnPostgres } from "drizzle-orm/node-postgres"
import { bigint, pgTable, text, timestamp } from "drizzle-orm/pg-core"
import { integer, sqliteTable, text as sqliteText } from "drizzle-orm/sqlite-core"
import { Kysely, sql } from "kysely"
import { createPool } from "mysql2/promise"
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest"
import type { Adapter } from "../../server/adapters/contract.ts"
import { DrizzleAdapter, type DrizzleTables } from "../../server/adapters/drizzle.ts"
import { PrismaAdapter } from "../../server/adapters/prisma.ts"
import { SqlAdapter, sqliteDialect } from "../../server/adapters/sql.ts"
import { FAST_HASH, GRACE, passwordAccountService, signedIn } from "../../server/test-kit/password-account-service.ts"
import { adapterOn } from "../../stories/docs/examples/database/prisma/auth.ts"
import { openPrismaPostgres } from "../apps/prisma/postgres.ts"
import { openPrismaSqlite } from "../apps/prisma/sqlite.ts"
import { describeOn } from "./describe-on.ts"
import { createStatements } from "./drizzle-tables.ts"
import * as mysqlTables from "./mysql-tables.ts"
import * as postgresTables from "./postgres-tables.ts"
import { postgresPool, startMariaDb, startPostgres } from "./servers.ts"
import * as sqliteTables from "./sqlite-tables.ts"

interface Opened {
  adapter: Adapter
  /** Runs a statement as an administrator does. */
  run(statement: string): Promise<unknown>
  close?(): Promise<unknown>
}

// Where a time without a zone would be another one
beforeAll(() => {
  vi.stubEnv("TZ", "America/New_York")
  expect(new Date(0).getTimezoneOffset()).toBe(300)
})
afterAll(() => vi.unstubAllEnvs())

const ADA = { email: "ada@app.test", password: "weaves algebraic patterns" }

/** Tests that an update of a user's row, in the app's own table, ends the user's sessions. */
function endsSessions(name: string, update: string, open: () => Promise<Opened>): void {
  test(`${name}: ${update}`, async () => {
    const { adapter, run, close } = await open()
    const time = { now: Date.now() - 5000 }
    const config = { session: { strategy: "database" }, clock: () => time.now } as const
    const service = passwordAccountService({ adapter, config, password: { hash: FAST_HASH } })
    const [grace, ada] = [service.browser(), service.browser()]
    await service.signUp(grace)
    await service.signUp(ada, ADA)
    expect([await signedIn(grace), await signedIn(ada)]).toEqual([GRACE.email, ADA.email])
    await run(`update ${update} where email = '${GRACE.email}'`)
    expect([await signedIn(grace), await signedIn(ada)]).toEqual([null, ADA.email])
    time.now = Date.now() + 5000
    await service.signIn(grace)
    expect(await signedIn(grace)).toBe(GRACE.email)
    await close?.()
  })
}

function onSqlite(tables: DrizzleTables): Promise<Opened> {
  const client = new Database(":memory:")
  for (const statement of createStatements(tables)) client.exec(statement)
  const adapter = DrizzleAdapter(drizzleOnSqlite({ client }), tables)
  return Promise.resolve({ adapter, run: async (statement) => client.exec(statement) })
}

describe("an administrator ends a user's sessions", () => {
  endsSessions("SqlAdapter", "auth_users set sessionEpoch = unixepoch() * 1000", async () => {
    const db = new Kysely<object>({ dialect: sqliteDialect(new DatabaseSync(":memory:")) })
    const adapter = SqlAdapter(db)
    await adapter.migrate()
    return { adapter, run: (statement) => sql.raw(statement).execute(db) }
  })
  endsSessions("DrizzleAdapter, integer", "auth_users set sessionEpoch = unixepoch() * 1000", () =>
    onSqlite(sqliteTables),
  )
  endsSessions("DrizzleAdapter, timestamp_ms", "auth_users set sessionEpoch = unixepoch('subsec') * 1000", () => {
    const moment = () => integer({ mode: "timestamp_ms" })
    const columns = { id: sqliteText().primaryKey(), email: sqliteText().unique() }
    const users = sqliteTable("auth_users", { ...columns, emailVerified: moment(), sessionEpoch: moment() })
    return onSqlite({ ...sqliteTables, users })
  })
  for (const value of ["datetime('now')", "strftime('%Y-%m-%dT%H:%M:%fZ')", "unixepoch() * 1000"])
    endsSessions("PrismaAdapter, DateTime", `auth_users set sessionEpoch = ${value}`, async () => {
      const { prisma } = await openPrismaSqlite("sqlite")
      const run = (statement: string) => prisma.$executeRawUnsafe(statement)
      return { adapter: PrismaAdapter(prisma), run, close: () => prisma.$disconnect() }
    })
})

describeOn("PostgreSQL", "an administrator ends a user's sessions", () => {
  const onDrizzle = async (sessionEpoch: ReturnType<typeof timestamp | typeof bigint>): Promise<Opened> => {
    const server = await startPostgres()
    const pool = postgresPool(server.url)
    const columns = { id: text().primaryKey(), email: text().unique(), emailVerified: timestamp() }
    const tables = { ...postgresTables, users: pgTable("auth_users", { ...columns, sessionEpoch }) }
    for (const statement of createStatements(tables)) await pool.query(statement)
    const adapter = DrizzleAdapter(drizzleOnPostgres({ client: pool }), tables)
    return { adapter, run: (statement) => pool.query(statement), close: () => pool.end().then(() => server.stop()) }
  }
  endsSessions("DrizzleAdapter, timestamptz", `auth_users set "sessionEpoch" = now()`, () =>
    onDrizzle(timestamp({ withTimezone: true })),
  )
  endsSessions("DrizzleAdapter, timestamp", `auth_users set "sessionEpoch" = now() at time zone 'utc'`, () =>
    onDrizzle(timestamp()),
  )
  endsSessions("DrizzleAdapter, bigint", `auth_users set "sessionEpoch" = extract(epoch from now()) * 1000`, () =>
    onDrizzle(bigint({ mode: "number" })),
  )
  endsSessions("PrismaAdapter, DateTime", `emails set "sessionEpoch" = now() at time zone 'utc'`, async () => {
    const server = await startPostgres()
    const { prisma } = await openPrismaPostgres(server.url)
    // The documentation's table calls the address `mail`
    await prisma.$executeRawUnsafe(`create view emails as select mail as email, "sessionEpoch" from users`)
    const run = (statement: string) => prisma.$executeRawUnsafe(statement)
    return { adapter: adapterOn(prisma), run, close: () => prisma.$disconnect().then(() => server.stop()) }
  })
})

describeOn("MariaDB", "an administrator ends a user's sessions", () => {
  const onDrizzle = async (users: DrizzleTables["users"]): Promise<Opened> => {
    const server = await startMariaDb()
    const root = createPool({ uri: server.url })
    await root.query("create database app")
    const pool = createPool({ uri: server.url.replace(/mysql$/, "app") })
    const tables = { ...mysqlTables, users }
    for (const statement of createStatements(tables)) await pool.query(statement)
    const close = () => Promise.all([root.end(), pool.end()]).then(() => server.stop())
    const adapter = DrizzleAdapter(drizzleOnMySql({ client: pool }), tables)
    return { adapter, run: (statement) => pool.query(statement), close }
  }
  endsSessions("DrizzleAdapter, bigint", "auth_users set sessionEpoch = unix_timestamp() * 1000", () =>
    onDrizzle(mysqlTables.users),
  )
  endsSessions("DrizzleAdapter, datetime", "auth_users set sessionEpoch = utc_timestamp(3)", () => {
    const moment = () => datetime({ fsp: 3 })
    const columns = { id: varbinary({ length: 255 }).primaryKey(), email: varbinary({ length: 1020 }).unique() }
    return onDrizzle(mysqlTable("auth_users", { ...columns, emailVerified: moment(), sessionEpoch: moment() }))
  })
})

test("without the column, a new password ends the user's other sessions in cookies too", async () => {
  const columns = { id: sqliteText().primaryKey(), email: sqliteText().unique(), emailVerified: integer() }
  const { adapter } = await onSqlite({ ...sqliteTables, users: sqliteTable("auth_users", columns) })
  const config = { session: { strategy: "jwt" } } as const
  const service = passwordAccountService({ adapter, config, password: { hash: FAST_HASH } })
  const [laptop, phone] = [service.browser(), service.browser()]
  await service.signUp(laptop)
  await service.signIn(phone)
  expect([await signedIn(laptop), await signedIn(phone)]).toEqual([GRACE.email, GRACE.email])
  await service.reset(service.browser())
  expect([await signedIn(laptop), await signedIn(phone)]).toEqual([null, null])
})
