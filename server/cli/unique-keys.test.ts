import { mkdtemp, rm } from "node:fs/promises"
import { DatabaseSync } from "node:sqlite"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Kysely } from "kysely"
import { afterEach, beforeEach, expect, test } from "vitest"
import { SqlAdapter, sqliteDialect } from "../adapters/sql.ts"
import { doctorCommand } from "./doctor.ts"

const place = { folder: "" }
beforeEach(async () => void (place.folder = await mkdtemp(join(tmpdir(), "latchkit-keys-"))))
afterEach(() => rm(place.folder, { recursive: true, force: true }))

/** Creates a database, and returns the lines of `latchkit doctor` that are about unique keys, or match. */
async function doctorLines(statements: string, { migrates = true, about = /unique key/ } = {}): Promise<string[]> {
  const path = join(place.folder, "app.db")
  const database = new DatabaseSync(path)
  const db = new Kysely<object>({ dialect: sqliteDialect(database) })
  if (migrates) await SqlAdapter(db).migrate()
  database.exec(statements)
  const lines: string[] = []
  const terminal = { out: (line: string) => void lines.push(line), err: () => undefined }
  const env = { AUTH_URL: "https://app.test", AUTH_SECRET: "0123456789abcdefghijklmnopqrstuv" }
  await doctorCommand(["--url", path], { terminal, env, cwd: place.folder })
  await db.destroy()
  return lines.map((line) => line.trim()).filter((line) => about.test(line))
}

const AUTHJS = `
  create table users (id integer primary key, email text, "emailVerified" text);
  create table accounts (id integer primary key, "userId" integer, provider text, "providerAccountId" text);
  create table sessions (id integer primary key, expires text, "sessionToken" text);`

test("doctor finds nothing in Latchkit's own tables", async () => expect(await doctorLines("")).toEqual([]))

test("doctor names the unique keys that an Auth.js adapter's tables lack, with the statements that add them", async () => {
  const lines = await doctorLines(AUTHJS)
  expect(lines).toEqual([
    '! The table accounts has no unique key on provider, providerAccountId, so an account can be linked to two users. Add it: create unique index "accounts_provider_providerAccountId_key" on "accounts" ("provider", "providerAccountId");',
    '! The table sessions has no unique key on sessionToken, so two sessions can have one token. Add it: create unique index "sessions_sessionToken_key" on "sessions" ("sessionToken");',
    '! The table users has no unique key on email, so two users can have one address. Add it: create unique index "users_email_key" on "users" ("email");',
  ])
  const added = lines.map((line) => /Add it: (.*)$/.exec(line)?.[1] ?? "").join("\n")
  await rm(join(place.folder, "app.db"))
  expect(await doctorLines(AUTHJS + added)).toEqual([])
})

test("doctor accepts a primary key, other spellings and names, but no key of more columns or with a condition", async () => {
  const lines = await doctorLines(`
    create table "Account" (provider text, provider_account_id text, primary key (provider, provider_account_id));
    create table "User" (id text primary key, email text, email_verified text, tenant text, unique (tenant, email));
    create table "Session" (session_token text, expires text);
    create table customers (id integer primary key, mail text, verified_at text);
    create unique index some_sessions on "Session" (session_token) where expires is not null;
    create table newsletter (email text);`)
  expect(lines.map((line) => /The table (\w+)/.exec(line)?.[1])).toEqual(["Session", "User", "customers"])
})

test("doctor counts addresses in another form, also in a table of an Auth.js adapter", async () => {
  const about = /^\S Addresses/
  expect(await doctorLines("insert into auth_users (id, email) values ('1', 'ada@app.test')", { about })).toEqual([])
  await rm(join(place.folder, "app.db"))
  const lines = await doctorLines(
    `${AUTHJS}
    insert into users (id, email) values (1, 'Ada@App.test'), (2, null), (3, 'eve@app.test'), (4, 'É@app.test');
    insert into auth_users (id, email) values ('1', 'Ada@app.test');`,
    { about },
  )
  expect(lines.map((line) => line.split(".")[0])).toEqual([
    "✗ Addresses: 1 in the table auth_users has capitals or another form",
    "✗ Addresses: 2 in the table users have capitals or another form",
  ])
  expect(lines[0]).toContain("npx latchkit migrate")
})

test("doctor counts them in the app's own table of users too, with the statement that corrects them", async () => {
  const table = "(number integer primary key, mail text, verified_at text)"
  const statements = `
    create table customers ${table}; create table letters (mail text);
    insert into customers values (1, 'Gina@Example.com', null), (2, 'ada@app.test', null); insert into letters values ('Eve@app.test');`
  const lines = await doctorLines(statements, { about: /^\S Addresses/ })
  expect(lines).toEqual([expect.stringMatching(/^! Addresses: 1 in the table customers has capitals/)])
  const [statement = ""] = /update .*?;/.exec(lines[0] ?? "") ?? []
  await rm(join(place.folder, "app.db"))
  expect(await doctorLines(`${statements} ${statement}`, { about: /^\S Addresses/ })).toEqual([])
})
