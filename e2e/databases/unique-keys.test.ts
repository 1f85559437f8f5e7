import { tmpdir } from "node:os"
import { Kysely, sql } from "kysely"
import { afterAll, beforeAll, expect, test, vi } from "vitest"
import { postgresDialect, SqlAdapter } from "../../server/adapters/sql.ts"
import { databaseClockFindings } from "../../server/cli/database-clock.ts"
import { loadDialect, openRecords, withDatabase, type AnyDatabase } from "../../server/cli/database.ts"
import { factorFindings, rotateCommand } from "../../server/cli/rotate.ts"
import { emailFindings } from "../../server/cli/stored-emails.ts"
import { passwordFindings } from "../../server/cli/stored-passwords.ts"
import { uniqueKeyFindings } from "../../server/cli/unique-keys.ts"
import { createKeyring } from "../../server/core/crypto/keyring.ts"
import { storeApp } from "../../server/test-kit/stored-app.ts"
import { describeOn } from "./describe-on.ts"
import { postgresPool, startMariaDb, startPostgres } from "./servers.ts"

describeOn("PostgreSQL", "latchkit doctor", () => {
  const start = async () => {
    const server = await startPostgres()
    return { server, url: server.url, db: new Kysely<object>({ dialect: postgresDialect(postgresPool(server.url)) }) }
  }
  // The command's connections take a moment to close, and would complain about a server that is gone
  const opened = findsKeys(start, async (db) => {
    const connections = sql`select 1 from pg_stat_activity where datname = 'app'`
    await vi.waitUntil(async () => (await connections.execute(db)).rows.length === 1)
  })

  test("reads tables of another schema, and accepts keys on lower(email) and with further columns", async () => {
    const { db, url } = opened()
    const columns = "(id text primary key, tenant text, email text, email_verified timestamptz)"
    const statements = [
      ...["create schema app", `create table app.users ${columns}`, `create table app.members ${columns}`],
      ...["create unique index on app.users (lower(email))", "create view shown as select * from app.users"],
      ...[`create table included ${columns}`, "create unique index on included (email) include (tenant)"],
      "create unique index on app.members (tenant, email)",
      "insert into app.users values ('ada', 'red', 'Ada@app.test', null)",
    ]
    for (const statement of statements) await sql.raw(statement).execute(db)
    const found = [...(await uniqueKeyFindings(url)), ...(await emailFindings(url))].map(({ text }) => text)
    expect(found).toEqual([
      expect.stringContaining('create unique index "members_email_key" on "app"."members" ("email");'),
      expect.stringContaining("Addresses: 1 in the table users has capitals"),
    ])
  })
})

describeOn("MariaDB", "latchkit doctor", () => {
  const start = async () => {
    const server = await startMariaDb()
    const root = new Kysely<object>({ dialect: await loadDialect(server.url) })
    await sql`create database app`.execute(root)
    await root.destroy()
    const url = server.url.replace(/\/mysql$/, "/app")
    return { server, url, db: new Kysely<object>({ dialect: await loadDialect(url) }) }
  }
  findsKeys(start, () => Promise.resolve())
})

interface Opened {
  server: { stop(): Promise<void> }
  url: string
  db: Kysely<object>
}

function findsKeys(start: () => Promise<Opened>, settle: (db: Kysely<object>) => Promise<void>): () => Opened {
  const opened: { it?: Opened } = {}
  beforeAll(async () => void (opened.it = await start()))
  afterAll(async () => {
    if (!opened.it) return
    const { db, server } = opened.it
    await settle(db)
    await db.destroy()
    await server.stop()
  })

  test("names a clock that differs from the database's", async () => {
    const { url = "" } = opened.it ?? {}
    expect(await databaseClockFindings(url)).toEqual([])
    const now = Date.now.bind(Date)
    const clock = vi.spyOn(Date, "now").mockImplementation(() => now() - 40_000)
    const found = await databaseClockFindings(url)
    clock.mockRestore()
    expect(found).toMatchObject([
      { kind: "problem", text: expect.stringMatching(/(?:39|40) seconds behind the clock of the d/) },
    ])
  })

  test("names the unique keys that tables lack, with statements that add them", async () => {
    if (!opened.it) throw new Error("The database didn't start")
    const { db, url } = opened.it
    const execute = (statement: string) => sql.raw(statement).execute(db)
    await SqlAdapter(db).migrate()
    expect(await uniqueKeyFindings(url)).toEqual([])
    const text = "varchar(200)"
    await execute(`create table people (id ${text} primary key, email ${text}, email_verified timestamp null)`)
    await execute(`create table links (provider ${text}, provider_account_id ${text})`)
    await execute(`create table visits (session_token ${text} primary key, expires timestamp null)`)
    const found = await uniqueKeyFindings(url)
    expect(found.map((finding) => /The table (\w+)/.exec(finding.text)?.[1])).toEqual(["links", "people"])
    for (const finding of found) await execute(/Add it: (.*);/.exec(finding.text)?.[1] ?? "")
    expect(await uniqueKeyFindings(url)).toEqual([])
  })

  test("reads and rotates factors whatever the case of the columns, and checks passwords", async () => {
    if (!opened.it) throw new Error("The database didn't start")
    const { db, url } = opened.it
    const store = SqlAdapter(db, { prefix: "app_" })
    await store.migrate()
    const [old, newest] = ["o".repeat(32), "n".repeat(32)]
    const settings = { keyring: createKeyring([old]), now: () => Date.now(), logger: { error: () => undefined } }
    for (const userId of ["ada", "eve"]) await storeApp({ settings, store }, { userId })
    await store.createAccountRecord({ kind: "password", id: "ada", userId: "ada", data: '{"hash":"x"}', expires: null })
    // As `casing: "snake_case"` of Drizzle names it
    await sql`alter table app_account_records rename column ${sql.ref("userId")} to user_id`.execute(db)
    const find = async (secrets: readonly string[]) => {
      const hasher = { isReadable: () => false }
      const records = await withDatabase(url, async (own: AnyDatabase) => {
        const opened = await openRecords(own, "app_")
        return [...(await factorFindings(opened, secrets)), ...(await passwordFindings(opened, hasher))]
      })
      return records.map(({ text }) => text.split(":").slice(0, 2).join(":"))
    }
    const password = "Passwords: 1 of 1 can't be checked"
    expect(await find([newest, old])).toEqual(["All second factors in the database can be read (2).", password])
    expect(await find([newest])).toEqual(["Second factors: 2 can't be read with any of these secrets", password])
    const output: string[] = []
    const terminal = { out: (text: string) => void output.push(text), err: () => undefined }
    const env = { AUTH_SECRET: old, AUTH_SECRET_1: newest }
    expect(await rotateCommand(["--url", url, "--prefix", "app_"], { terminal, env, cwd: tmpdir() })).toBe(0)
    expect(output.join("")).toContain("Second factors: 2 sealed with the newest secret, 0 unchanged.")
    expect(await find([newest])).toEqual(["All second factors in the database can be read (2).", password])
  })

  return () => opened.it ?? expect.fail("The database didn't start")
}
