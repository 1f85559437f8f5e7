import { createClient } from "@libsql/client"
import Database from "better-sqlite3"
import { eq } from "drizzle-orm"
import { drizzle as drizzleOnBetter } from "drizzle-orm/better-sqlite3"
import { drizzle as drizzleOnD1 } from "drizzle-orm/d1"
import { drizzle as drizzleOnLibsql } from "drizzle-orm/libsql"
import { drizzle as drizzleOnMySql } from "drizzle-orm/mysql2"
import { drizzle as drizzleOnPostgres } from "drizzle-orm/node-postgres"
import { Kysely, SqliteDialect, type Dialect } from "kysely"
import { d1Dialect } from "latchkit/adapters/d1"
import type { Adapter, AdapterUser } from "latchkit/adapters"
import { DrizzleAdapter } from "latchkit/adapters/drizzle"
import { libsqlDialect } from "latchkit/adapters/libsql"
import { PrismaAdapter } from "latchkit/adapters/prisma"
import { mysqlDialect, postgresDialect, SqlAdapter } from "latchkit/adapters/sql"
import { Miniflare } from "miniflare"
import { createPool } from "mysql2"
import pg from "pg"
import { openPrismaPostgres } from "../apps/prisma/postgres.ts"
import { openPrismaSqlite } from "../apps/prisma/sqlite.ts"
import { adapterOn } from "../../stories/docs/examples/database/prisma/auth.ts"
import * as mysqlTables from "../databases/mysql-tables.ts"
import * as postgresTables from "../databases/postgres-tables.ts"
import { startMariaDb } from "../databases/servers.ts"
import * as sqliteTables from "../databases/sqlite-tables.ts"
import type { Case } from "./measure.ts"

interface Engine {
  engine: string
  dialect: Dialect
  /** On the tables of `SqlAdapter`. */
  drizzle?: Adapter
  /** On tables of its own. */
  prisma?: Required<Adapter>
  /** The tool's own query of one session, with the token "bare". */
  bare?: { name: string; read: () => PromiseLike<unknown> }
}

/** Prisma reads a session and its user with one query only by SQL: `include` is two. */
const sessionQuery = (users: string, id: string, token: string): string =>
  `select s.*, u.* from auth_sessions s join ${users} u on u.${id} = s."userId" where s."sessionToken" = ${token}`

interface Given {
  pool: pg.Pool
  /** The URL of the pool's server. */
  url: string
  user: AdapterUser
  signedIn: (adapter: Adapter) => Promise<{ read: () => Promise<unknown> }>
}

/** Session reads through each adapter, beside SqlAdapter on the same engine. */
export async function adapterCases({ pool, url, user, signedIn }: Given) {
  const [database, client] = [new Database(":memory:"), createClient({ url: ":memory:" })]
  const mariaDb = await startMariaDb()
  const mysql = createPool({ uri: mariaDb.url, connectionLimit: 1 })
  const worker = new Miniflare({ modules: true, script: "export default {}", d1Databases: { DB: "app" } })
  const binding = await worker.getD1Database("DB")
  await pool.query("create database prisma")
  const prisma = await openPrismaPostgres(url.replace(/\w+$/, "prisma"))
  const sqlite = await openPrismaSqlite("sqlite")
  const [onMySql, { sessions, users }] = [drizzleOnMySql({ client: mysql }), mysqlTables]
  const engines: Engine[] = [
    {
      engine: "PostgreSQL",
      dialect: postgresDialect(pool),
      drizzle: DrizzleAdapter(drizzleOnPostgres({ client: pool }), postgresTables),
      prisma: adapterOn(prisma.prisma),
      bare: {
        name: "PrismaAdapter on PostgreSQL, beside the same query with Prisma's `$queryRaw`",
        read: () => prisma.prisma.$queryRawUnsafe(sessionQuery(`"users"`, `"user_id"`, "$1"), "bare"),
      },
    },
    {
      engine: "MariaDB",
      dialect: mysqlDialect(mysql),
      drizzle: DrizzleAdapter(onMySql, mysqlTables),
      bare: {
        name: "DrizzleAdapter on MariaDB, beside Drizzle's own query",
        read: () =>
          onMySql
            .select()
            .from(sessions)
            .innerJoin(users, eq(users.id, sessions.userId))
            .where(eq(sessions.sessionToken, "bare")),
      },
    },
    {
      engine: "better-sqlite3",
      dialect: new SqliteDialect({ database }),
      drizzle: DrizzleAdapter(drizzleOnBetter({ client: database }), sqliteTables),
      prisma: PrismaAdapter(sqlite.prisma),
      bare: {
        name: "PrismaAdapter on better-sqlite3, beside the same query with Prisma's `$queryRaw`",
        read: () => sqlite.prisma.$queryRawUnsafe(sessionQuery(`"auth_users"`, `"id"`, "?"), "bare"),
      },
    },
    {
      engine: "libSQL",
      dialect: libsqlDialect(client),
      drizzle: DrizzleAdapter(drizzleOnLibsql({ client }), sqliteTables),
    },
    {
      engine: "D1, from outside of workerd",
      dialect: d1Dialect(binding),
      drizzle: DrizzleAdapter(drizzleOnD1(binding as Parameters<typeof drizzleOnD1>[0]), sqliteTables), // Miniflare's type of the same binding
    },
  ]
  const cases: Case[] = []
  for (const { engine, dialect, drizzle, prisma: own, bare } of engines) {
    const sql = SqlAdapter(new Kysely<object>({ dialect }))
    await sql.migrate()
    if (!(await sql.getUser(user.id))) await sql.createUser(user)
    await own?.createUser(user)
    const measured = own ?? drizzle
    await measured?.createSession?.({ sessionToken: "bare", userId: user.id, expires: new Date("2100-01-01") })
    // Only the adapter's part, so that the rest is the tool's own
    if (bare && measured)
      cases.push({
        name: `lookup of a session, ${bare.name}`,
        ours: () => measured.getSessionAndUser?.("bare"),
        floor: bare.read,
      })
    const peer = (await signedIn(sql)).read
    for (const [name, adapter] of Object.entries({ DrizzleAdapter: drizzle, PrismaAdapter: own })) {
      if (!adapter) continue
      cases.push({
        name: `session helper, ${name} on ${engine}, beside SqlAdapter`,
        ours: (await signedIn(adapter)).read,
        peer,
      })
    }
  }
  return {
    cases,
    async stop() {
      await Promise.all([prisma.prisma.$disconnect(), sqlite.prisma.$disconnect(), worker.dispose()])
      mysql.end()
      await mariaDb.stop()
    },
  }
}
