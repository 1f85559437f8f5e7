import { readFileSync } from "node:fs"
import { DatabaseSync } from "node:sqlite"
import { Kysely, sql, type RawBuilder } from "kysely"
import mysql from "mysql2"
import * as vitest from "vitest"
import { mysqlDialect, postgresDialect, SqlAdapter, sqliteDialect } from "../../server/adapters/sql.ts"
import { runAdapterContract } from "../../server/testing/adapter-contract.ts"
import { describeOn } from "./describe-on.ts"
import { postgresPool, startMariaDb, startPostgres } from "./servers.ts"

// The tables as version 0.1.0 created them, before Kysely's schema builder did
const FIRST_STEPS = [1, 2, 3]

interface Opened {
  /** Creates an empty database. */
  create(name: string): Promise<Kysely<object>>
  close(): Promise<void>
  /** Queries that together describe the schema. */
  schema: readonly RawBuilder<unknown>[]
}

async function openSqlite(): Promise<Opened> {
  return {
    create: async () => new Kysely<object>({ dialect: sqliteDialect(new DatabaseSync(":memory:")) }),
    close: async () => undefined,
    schema: [
      sql`select l.name, l.wr, l.strict, c.name as "column", c.type, c."notnull", c.dflt_value, c.pk
        from pragma_table_list() l join pragma_table_xinfo(l.name) c where l.name like 'auth%' order by 1, c.cid`,
      sql`select l.name, f."table", f."from", f."to", f.on_delete
        from pragma_table_list() l join pragma_foreign_key_list(l.name) f order by 1, 3`,
      sql`select l.name, i.origin, case i.origin when 'c' then i.name end as "index", i."unique", c.name as "column"
        from pragma_table_list() l join pragma_index_list(l.name) i join pragma_index_info(i.name) c
        order by 1, 2, 3, c.seqno`,
    ],
  }
}

async function openPostgres(): Promise<Opened> {
  const server = await startPostgres()
  const opened: Kysely<object>[] = []
  const connect = (url: string) => {
    const db = new Kysely<object>({ dialect: postgresDialect(postgresPool(url)) })
    opened.push(db)
    return db
  }
  const root = connect(server.url)
  return {
    async create(name) {
      await sql`create database ${sql.id(name)}`.execute(root)
      return connect(server.url.replace(/app$/, name))
    },
    async close() {
      for (const db of opened) await db.destroy()
      await server.stop()
    },
    schema: [
      sql`select table_name, column_name, data_type, collation_name, is_nullable, column_default
        from information_schema.columns where table_schema = 'public' order by 1, ordinal_position`,
      sql`select indexdef from pg_indexes where schemaname = 'public' order by 1`,
      sql`select conrelid::regclass::text, conname, pg_get_constraintdef(oid)
        from pg_constraint where connamespace = 'public'::regnamespace order by 1, 2`,
    ],
  }
}

async function openMariaDb(): Promise<Opened> {
  const server = await startMariaDb()
  const opened: Kysely<object>[] = []
  const connect = (url: string) => {
    const pool = mysql.createPool({ uri: url, connectionLimit: 20 })
    const db = new Kysely<object>({ dialect: mysqlDialect(pool) })
    opened.push(db)
    return db
  }
  const root = connect(server.url)
  return {
    async create(name) {
      await sql`create database ${sql.id(name)}`.execute(root)
      return connect(server.url.replace(/mysql$/, name))
    },
    async close() {
      for (const db of opened) await db.destroy()
      await server.stop()
    },
    schema: [
      sql`select table_name, column_name, column_type, collation_name, is_nullable, column_default
        from information_schema.columns where table_schema = database() order by 1, ordinal_position`,
      sql`select table_name, index_name, non_unique, seq_in_index, column_name
        from information_schema.statistics where table_schema = database() order by 1, 2, 4`,
      sql`select table_name, referenced_table_name, delete_rule
        from information_schema.referential_constraints where constraint_schema = database() order by 1`,
      sql`select table_name, engine from information_schema.tables where table_schema = database() order by 1`,
    ],
  }
}

/** Tests that an app whose tables were created by the first version finds nothing to migrate. */
function upgradeSuite(open: () => Promise<Opened>, firstSchema: string): void {
  const first = readFileSync(new URL(`first-schema/${firstSchema}.sql`, import.meta.url), "utf8")
  const state: { opened?: Opened; old?: Kysely<object>; steps?: readonly number[] } = {}
  const opened = () => state.opened ?? vitest.assert.fail("not open")
  const old = () => state.old ?? vitest.assert.fail("not open")
  const connect = async () => {
    state.opened = await open()
    state.old = await opened().create("old")
    await state.old.connection().execute(async (connection) => {
      for (const statement of first.split(";\n").filter((text) => text.trim()))
        await sql.raw(statement).execute(connection)
    })
    state.steps = await SqlAdapter(state.old).migrate()
  }
  runAdapterContract(() => SqlAdapter(old()), { connect, disconnect: () => opened().close() }, vitest)

  vitest.test("the steps of the first version don't run again", () => {
    vitest.expect(state.steps?.filter((step) => FIRST_STEPS.includes(step))).toEqual([])
  })

  vitest.test("the rows of the first version stay", async () => {
    const email = "first@app.test"
    const insert = (table: string, row: Record<string, unknown>) =>
      sql`insert into ${sql.table(table)} (${sql.join(Object.keys(row).map((name) => sql.ref(name)))})
        values (${sql.join(Object.values(row))})`.execute(old())
    const at = Date.now() + 60_000
    await insert("auth_users", { id: "first", email, emailVerified: 1, name: "Ada", sessionEpoch: 2 })
    await insert("auth_accounts", {
      provider: "acme",
      providerAccountId: "1",
      userId: "first",
      type: "oidc",
      expires_at: 3,
      extra: `{"a":[1]}`,
    })
    await insert("auth_sessions", {
      sessionToken: "first",
      userId: "first",
      expires: at,
      createdAt: 4,
      userAgent: "UA",
    })
    await insert("auth_verification_tokens", { identifier: email, token: "first", expires: at })
    await insert("auth_authenticators", {
      credentialID: "first",
      userId: "first",
      providerAccountId: "1",
      credentialPublicKey: "key",
      counter: 5,
      credentialDeviceType: "singleDevice",
      credentialBackedUp: 1,
      createdAt: 6,
    })
    await insert("auth_counters", { key: "count:first", count: 7, expires: at })
    const adapter = SqlAdapter(old())
    vitest.expect(await adapter.migrate()).toEqual([])
    const user = { id: "first", email, emailVerified: new Date(1), name: "Ada", image: null, sessionEpoch: new Date(2) }
    vitest.expect(await adapter.getUser("first")).toEqual(user)
    vitest.expect(await adapter.getSessionAndUser("first")).toEqual({
      session: {
        sessionToken: "first",
        userId: "first",
        expires: new Date(at),
        createdAt: new Date(4),
        userAgent: "UA",
      },
      user,
    })
    vitest
      .expect(await adapter.listAccounts("first"))
      .toEqual([{ provider: "acme", providerAccountId: "1", userId: "first", type: "oidc", expires_at: 3, a: [1] }])
    vitest.expect(await adapter.listAuthenticatorsByUserId("first")).toEqual([
      {
        credentialID: "first",
        userId: "first",
        providerAccountId: "1",
        credentialPublicKey: "key",
        counter: 5,
        credentialDeviceType: "singleDevice",
        credentialBackedUp: true,
        transports: null,
        name: null,
        createdAt: new Date(6),
        lastUsedAt: null,
      },
    ])
    vitest.expect(await adapter.increment("first", new Date(at))).toBe(8)
    vitest.expect(await adapter.useVerificationToken({ identifier: email, token: "first" })).not.toBeNull()
  })

  vitest.test("of several instances that migrate a new database at once, one runs each step", async () => {
    const fresh = await opened().create("race")
    const runs = await Promise.all(Array.from({ length: 5 }, () => SqlAdapter(fresh).migrate()))
    vitest.expect(runs.flat().sort()).toEqual([...new Set(runs.flat())].sort())
    vitest.expect(runs.flat()).toEqual(vitest.expect.arrayContaining(FIRST_STEPS))
  })

  vitest.test("a new database gets the same tables, columns, keys and indexes", async () => {
    const fresh = await opened().create("fresh")
    vitest.expect(await SqlAdapter(fresh).migrate()).toEqual(vitest.expect.arrayContaining(FIRST_STEPS))
    for (const query of opened().schema) {
      const { rows } = await query.execute(fresh)
      vitest.expect(rows.length).toBeGreaterThan(0)
      vitest.expect(rows).toEqual((await query.execute(old())).rows)
    }
  })
}

vitest.describe("the tables of the first version on SQLite", () => upgradeSuite(openSqlite, "sqlite"))
describeOn("PostgreSQL", "the tables of the first version", () => upgradeSuite(openPostgres, "postgres"))
describeOn("MariaDB", "the tables of the first version", () => upgradeSuite(openMariaDb, "mysql"))
