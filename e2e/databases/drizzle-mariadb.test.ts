import { boolean, datetime, int, mysqlTable, primaryKey, varchar } from "drizzle-orm/mysql-core"
import { drizzle } from "drizzle-orm/mysql2"
import { createConnection, createPool } from "mysql2/promise"
import * as vitest from "vitest"
import { DrizzleAdapter, type DrizzleTables } from "../../server/adapters/drizzle.ts"
import type { FullAdapter } from "../../server/adapters/memory.ts"
import { runAdapterContract } from "../../server/testing/adapter-contract.ts"
import { isLong } from "../../server/test-kit/long.ts"
import * as tables from "./mysql-tables.ts"
import { describeOn } from "./describe-on.ts"
import { createStatements } from "./drizzle-tables.ts"
import { raceSuite } from "./race-suite.ts"
import { startMariaDb } from "./servers.ts"

const moment = () => datetime({ mode: "date", fsp: 3 })

/** An app's users with integers as keys, and texts whose collation takes é for E. */
const users = mysqlTable("members", {
  id: int().primaryKey().autoincrement(),
  email: varchar({ length: 255 }).unique(),
  emailVerified: moment(),
  name: varchar({ length: 255 }),
  image: varchar({ length: 255 }),
  sessionEpoch: moment(),
})

const owner = () =>
  int()
    .notNull()
    .references(() => users.id, { onDelete: "cascade" })

const numbered = {
  ...tables,
  users,
  sessions: mysqlTable("member_sessions", {
    sessionToken: varchar({ length: 255 }).primaryKey(),
    userId: owner(),
    expires: moment().notNull(),
    createdAt: moment(),
    userAgent: varchar({ length: 255 }),
  }),
  accounts: mysqlTable(
    "member_accounts",
    {
      provider: varchar({ length: 100 }).notNull(),
      providerAccountId: varchar({ length: 255 }).notNull(),
      userId: owner(),
      type: varchar({ length: 32 }).notNull(),
      access_token: varchar({ length: 4000 }),
      refresh_token: varchar({ length: 1000 }),
      id_token: varchar({ length: 4000 }),
      scope: varchar({ length: 255 }),
      token_type: varchar({ length: 255 }),
      session_state: varchar({ length: 255 }),
      expires_at: int(),
      extra: varchar({ length: 1000 }),
    },
    (table) => [primaryKey({ columns: [table.provider, table.providerAccountId] })],
  ),
  authenticators: mysqlTable("member_passkeys", {
    credentialID: varchar({ length: 512 }).primaryKey(),
    userId: owner(),
    providerAccountId: varchar({ length: 512 }).notNull(),
    credentialPublicKey: varchar({ length: 1000 }).notNull(),
    counter: int({ unsigned: true }).notNull(),
    credentialDeviceType: varchar({ length: 32 }).notNull(),
    credentialBackedUp: boolean().notNull(),
    transports: varchar({ length: 255 }),
    name: varchar({ length: 255 }),
    createdAt: moment(),
    lastUsedAt: moment(),
  }),
}

/** Two rows that the collation takes for one can't both be stored, so these rules can't hold. */
const COLLATION = "the app's collation takes the two keys for one"

const SUITES: readonly (readonly [name: string, schema: DrizzleTables, fails: Readonly<Record<string, string>>])[] = [
  ["DrizzleAdapter", tables, {}],
  [
    "DrizzleAdapter on an app's tables with integers as keys, and a collation",
    numbered,
    { "keeps emails that only look alike as different users (threat 141)": COLLATION },
  ],
]

for (const [name, schema, fails] of SUITES)
  describeOn("MariaDB", name, () => {
    const running: { adapter?: FullAdapter; close?: () => Promise<void> } = {}
    const connect = async () => {
      const server = await startMariaDb()
      const root = await createConnection(server.url)
      await root.query("create database app")
      await root.end()
      const pool = createPool({ uri: server.url.replace(/mysql$/, "app"), connectionLimit: 20 })
      for (const statement of createStatements(schema)) await pool.query(statement)
      running.adapter = DrizzleAdapter(drizzle({ client: pool }), schema)
      running.close = async () => pool.end().then(() => server.stop())
    }
    const adapter = () => running.adapter ?? vitest.assert.fail("not connected")
    runAdapterContract(adapter, { connect, disconnect: () => running.close?.(), fails }, vitest)
    if (isLong && schema === tables) raceSuite(adapter)
  })
