import { readFile, symlink } from "node:fs/promises"
import { join, resolve } from "node:path"
import { pathToFileURL } from "node:url"
import { DatabaseSync } from "node:sqlite"
import Database from "better-sqlite3"
import { drizzle as drizzleOnSqlite } from "drizzle-orm/better-sqlite3"
import { drizzle as drizzleMySql } from "drizzle-orm/mysql2"
import { drizzle as drizzlePostgres } from "drizzle-orm/node-postgres"
import { describe, expect, test } from "vitest"
import { createStatements } from "../../../e2e/databases/drizzle-tables.ts"
import { DrizzleAdapter, type DrizzleTables } from "../../adapters/drizzle.ts"
import { migrationSql } from "../../adapters/sql.ts"
import { temporaryApp, type TemporaryApp } from "../app.fixture.ts"
import { schemaCommand } from "./index.ts"

const DIALECTS = ["sqlite", "postgres", "mysql"] as const
const tablesFor = (dialect: string) => readFile(`e2e/databases/${dialect}-tables.ts`, "utf8")
/** Would fail if the command loaded it. */
const NEVER_LOADED = 'throw new Error("loaded")\n'
const PEOPLE = 'import { pgTable, text, uuid } from "drizzle-orm/pg-core"\n'

/** Runs the command, and returns what it has printed since the last run. */
async function schema(app: TemporaryApp, ...words: string[]) {
  Object.assign(app.output, { out: "", err: "" })
  const code = await schemaCommand(words, app.environment)
  return { code, ...app.output }
}

/** Loads a module that the command wrote, as the app does. */
async function loadTables({ folder }: TemporaryApp, file: string): Promise<DrizzleTables> {
  await symlink(resolve("node_modules"), join(folder, "node_modules")).catch(() => undefined)
  return (await import(
    /* @vite-ignore */ `${pathToFileURL(join(folder, file)).href}?${crypto.randomUUID()}`
  )) as DrizzleTables // what it exports
}

/** Returns the parts of the tables' statements, in any order. */
const partsOf = (tables: object) =>
  createStatements(tables)
    .map((statement) => statement.split(/, (?=["`])|, (?=(?:primary|foreign) key)|(?<=") \(/).toSorted())
    .toSorted()

describe("drizzle", () => {
  test.each(DIALECTS)("prints the tables for %s that the adapter's contract runs on", async (dialect) => {
    await using app = await temporaryApp()
    const { code, out } = await schema(app, "drizzle", "--dialect", dialect)
    expect([code, out]).toEqual([0, await tablesFor(dialect)])
  })

  test.each([
    ["sqlite", drizzleOnSqlite({ client: new Database(":memory:") })],
    ["postgres", drizzlePostgres.mock()],
    ["mysql", drizzleMySql.mock()],
  ] as const)("after an upgrade, a module for %s gets exactly the missing columns and tables", async (dialect, db) => {
    const whole = await tablesFor(dialect)
    const older = whole
      .replace("  sessionEpoch: moment(),\n", "")
      .replace(/ +lastUsedAt: moment\(\),\n/, "")
      .replace(/\nexport const accountRecords[^]*?\n\)\n/, "")
      .replace("name: text(),", "name: text(), // my own note")
    await using app = await temporaryApp([], { "db/auth.ts": older })
    const { out } = await schema(app, "drizzle", "--out", "db/auth.ts")
    expect(out).toContain(
      "+ db/auth.ts: auth_account_records, auth_users.sessionEpoch, auth_authenticators.lastUsedAt\n",
    )
    const completed = await app.read("db/auth.ts")
    expect(completed.replaceAll(" // my own note", "").split("\n").toSorted()).toEqual(whole.split("\n").toSorted())
    const tables = await loadTables(app, "db/auth.ts")
    expect(DrizzleAdapter(db, tables).keepsSessionEpoch).toBe(true)
    expect(partsOf(tables)).toEqual(partsOf((await import(`../../../e2e/databases/${dialect}-tables.ts`)) as object))
    expect((await schema(app, "drizzle", "--out", "db/auth.ts")).out).toBe(
      "= Your app has all of Latchkit's tables and columns\n",
    )
    expect(await app.read("db/auth.ts")).toBe(completed)
  })

  test("completes the app's own module, and runs none of its code", async () => {
    const own = `import { sql } from "drizzle-orm"
import {
  pgTable,
  text,
} from "drizzle-orm/pg-core"
import { check } from "./never.ts"

// export const sessions = pgTable("auth_sessions", { id: text() })
export const notes = pgTable("notes", { id: text().primaryKey(), body: text().default(sql\`'{'\`) })
check()
`
    await using app = await temporaryApp([], { "schema.ts": own, "never.ts": NEVER_LOADED, "auth.ts": NEVER_LOADED })
    await app.write("drizzle.config.ts", `${NEVER_LOADED}export default { dialect: "postgresql" }`)
    expect(await schema(app, "drizzle", "--out", "schema.ts")).toMatchObject({ code: 0, err: "" })
    const written = await app.read("schema.ts")
    expect(written).toContain(
      'import { bigint, foreignKey, index, pgTable, primaryKey, text } from "drizzle-orm/pg-core"\n',
    )
    expect(written).toContain(own.slice(own.indexOf("// export")))
    await app.write("never.ts", "export const check = () => undefined\n")
    const tables = await loadTables(app, "schema.ts")
    expect(DrizzleAdapter(drizzlePostgres.mock(), tables).keepsSessionEpoch).toBe(true)
  })

  const users = "stories/docs/examples/database/drizzle"

  test("the documentation's tables belong to the app's users, and edits of them stay", async () => {
    const edited = await readFile(join(users, "auth-tables.ts"), "utf8")
    await using app = await temporaryApp([], { "people.ts": await readFile(join(users, "people.ts"), "utf8") })
    const { out, err } = await schema(app, "drizzle", "--users", "people.ts#people")
    const moments = (text: string) => text.replace(/const moment = .*/, "").replace(", timestamp", "")
    expect(moments(out)).toBe(moments(edited))
    expect(err).toContain(
      'DrizzleAdapter gets `columns: { emailVerified: "verifiedAt", name: "fullName", image: "avatarUrl" }` for people in people.ts. Check it: is `verifiedAt` the date of its verification, and `fullName` the name, and `avatarUrl` the picture?',
    )
    await app.write(
      "auth.ts",
      edited.replace("  userAgent: text(),\n", "").replace(/\nexport const counters[^]*$/, "\n"),
    )
    // The reference to `people` is in the module, so a later run needs no `--users`
    expect((await schema(app, "drizzle", "--out", "auth.ts")).out).toContain(
      "+ auth.ts: auth_counters, auth_account_records, auth_sessions.userAgent\n",
    )
    expect(await schema(app, "drizzle", "--out", "auth.ts", "--users", "people.ts#people")).toMatchObject({ code: 0 })
    expect(await app.read("auth.ts")).not.toContain("auth_users")
  })

  test("names the columns of the app's users that a new user has no value for", async () => {
    const columns = [
      ...["id: integer().primaryKey().generatedAlwaysAsIdentity()", "email: varchar().notNull().unique()"],
      ...[
        "age: integer().notNull()",
        "plan: text().notNull().default('free')",
        "joined: date().defaultNow().notNull()",
      ],
      ...["number: serial().notNull()", "code: text().notNull().$defaultFn(() => 'x')", "name: text().notNull()"],
    ]
    const people = `import { date, integer, pgTable, serial, text, varchar } from "drizzle-orm/pg-core"\nexport const people = pgTable("people", {\n  ${columns.join(",\n  ")},\n})\n`
    await using app = await temporaryApp([], { "schema.ts": people })
    const { out } = await schema(app, "drizzle", "--out", "schema.ts", "--users", "schema.ts#people")
    expect(out).toContain("A new user has no age, which people in schema.ts requires. Give")
  })

  test.each([
    ["'./db'", "db/auth.ts", undefined],
    ["['./db/*.ts', './none.ts']", "db/auth.ts", undefined],
    ["'./**/{auth,app}.ts'", "src/db/auth.ts", undefined],
    ["'./index.ts'", "db/auth.ts", undefined],
    ["'./db/*.schema.ts'", "db/auth.ts", 'schema: ["./db/*.schema.ts", "./db/auth.ts"]'],
    ["paths", "db/auth.ts", "Check that `schema` of drizzle.config names db/auth.ts"],
  ])("says whether drizzle-kit with schema: %s reads %s", async (paths, out, expected) => {
    await using app = await temporaryApp([], {
      "drizzle.config.ts": `export default { dialect: "sqlite", schema: ${paths} }`,
      "index.ts": 'export * from "./db/auth"\n',
    })
    const said = (await schema(app, "drizzle", "--out", out)).out
    if (expected === undefined) expect(said).not.toMatch(/drizzle\.config/)
    else expect(said).toContain(expected)
  })

  test("completes tables of Auth.js, also those of a table creator, and a later run knows them", async () => {
    const text = `import { pgTableCreator, timestamp } from "drizzle-orm/pg-core"
const createTable = pgTableCreator((name) => \`t3_\${name}\`)
export const users = createTable("user", (d) => ({
  id: d.varchar({ length: 255 }).notNull().primaryKey().$defaultFn(() => crypto.randomUUID()),
  name: d.varchar({ length: 255 }),
  email: d.varchar({ length: 255 }).notNull(),
  emailVerified: d.timestamp({ mode: "date", withTimezone: true }),
  image: d.varchar({ length: 255 }),
  passwordHash: d.text(),
  role: d.varchar({ length: 20 }),
}))
export const sessions = createTable("session", (d) => ({
  sessionToken: d.varchar({ length: 255 }).notNull().primaryKey(),
  userId: d.varchar({ length: 255 }).notNull().references(() => users.id),
  expires: d.timestamp({ mode: "date", withTimezone: true }).notNull(),
}), (t) => [])
`
    await using app = await temporaryApp([], { "schema.ts": text })
    const { out } = await schema(app, "drizzle", "--out", "schema.ts")
    expect(out).toContain(
      "+ schema.ts: auth_accounts, auth_verification_tokens, auth_authenticators, auth_counters, auth_account_records, " +
        "t3_user.sessionEpoch, t3_session.createdAt, t3_session.userAgent\n",
    )
    expect(out).toContain('such as: update "t3_user" set "email" = lower("email");')
    // The adapter of Auth.js read it unasked
    expect(out).toContain('such as role, name them in DrizzleAdapter: users: { table: users, fields: ["role"] }\n')
    const tables = await loadTables(app, "schema.ts")
    expect(DrizzleAdapter(drizzlePostgres.mock(), tables).keepsSessionEpoch).toBe(true)
    expect(await app.read("schema.ts")).toContain("userId: varchar({ length: 255 }).notNull(),\n    type: text()")
    expect((await schema(app, "drizzle", "--out", "schema.ts")).out).toBe(
      "= Your app has all of Latchkit's tables and columns\n",
    )
  })

  test("names the schema of a table in a statement to run", async () => {
    const text = `import { pgSchema } from "drizzle-orm/pg-core"
const company = pgSchema("company")
export const users = company.table("people", (d) => ({
  id: d.text().primaryKey(),
  email: d.text().notNull(),
  emailVerified: d.timestamp({ withTimezone: true }),
}))
`
    await using app = await temporaryApp([], { "schema.ts": text })
    const { out } = await schema(app, "drizzle", "--out", "schema.ts")
    expect(out).toContain('update "company"."people" set "email" = lower("email");')
  })

  test.each([
    ['uuid("person_id").primaryKey().defaultRandom()', "uuid().notNull()"],
    ["serial().primaryKey()", "integer().notNull()"],
    ['t.varchar("id", { length: 36 }).primaryKey()', "varchar({ length: 36 }).notNull()"],
    ['bigserial("id", { mode: "bigint" }).primaryKey()', 'bigint({ mode: "bigint" }).notNull()'],
    ["text()\n    .$defaultFn(() => createId())\n    .primaryKey()", "text().notNull()"],
  ])("an owner of users with %s is %s", async (key, owner) => {
    const text = `${PEOPLE}export const people = pgTable("people", {\n  id: ${key}, // the key\n  "email": text(),\n  emailVerified: text(), sessionEpoch: text() })`
    await using app = await temporaryApp([], { "src/db/people.ts": text })
    const words = ["drizzle", "--users", "src/db/people.ts#people", "--out", "src/auth.ts"]
    expect((await schema(app, ...words)).out).not.toContain("Add a column")
    const written = await app.read("src/auth.ts")
    expect(written.match(/userId: (.*),/)?.[1]).toBe(owner)
    expect(written).toContain('import { people } from "./db/people.ts"')
    expect(written).toContain("foreignColumns: [people.id]")
  })

  test.each([
    ['{ "compilerOptions": { "moduleResolution": "bundler" } }', "./people"],
    ['{ "compilerOptions": { "module": "nodenext" } }', "./people.js"],
    ['{ "compilerOptions": { "module": "nodenext", "allowImportingTsExtensions": true } }', "./people.ts"],
  ])("imports the users as %s wants", async (configuration, path) => {
    const people = `${PEOPLE}export const people = pgTable("people", { id: text().primaryKey() })`
    await using app = await temporaryApp([], { "people.ts": people, "tsconfig.json": configuration })
    expect((await schema(app, "drizzle", "--users", "people.ts#people")).out).toContain(`from "${path}"`)
  })

  test.each<[string, readonly string[], string]>([
    ["no tool", [], "Which tool? Pass drizzle, prisma or sql"],
    ["another tool", ["typeorm"], '"typeorm". Pass drizzle, prisma or sql'],
    ["no dialect", ["drizzle"], "Pass --dialect sqlite, --dialect postgres or --dialect mysql"],
    ["an unknown dialect", ["drizzle", "--dialect", "oracle"], '"oracle". Use one of sqlite, postgres, mysql'],
    ["an invalid prefix", ["sql", "--dialect", "sqlite", "--prefix", 'x"; drop'], "isn't a valid name"],
    ["a users' table without its module", ["drizzle", "--users", "people"], "such as db/schema.ts#users"],
    ["a missing module", ["drizzle", "--users", "none.ts#people"], "There is no file none.ts"],
    [
      "a missing table",
      ["drizzle", "--users", "app.ts#people"],
      "app.ts has no table people. Its tables are accounts, keys",
    ],
    [
      "a key of an unknown type",
      ["drizzle", "--users", "app.ts#keys"],
      "`cuid().primaryKey()`, whose type isn't known",
    ],
    [
      "a name that the app uses",
      ["drizzle", "--out", "app.ts"],
      "something else named accounts, so auth_accounts can't be added",
    ],
    [
      "a module of another dialect",
      ["drizzle", "--out", "app.ts", "--dialect", "mysql"],
      "The dialect is mysql, but app.ts has tables of postgres",
    ],
    ["an option of the other tool", ["sql", "--users", "app.ts#keys"], "--users is for drizzle and prisma"],
    [
      "rows to copy for Drizzle",
      ["drizzle", "--copy-authjs"],
      "drizzle keeps your tables: `schema` adds what they lack",
    ],
    [
      "rows to copy in PostgreSQL",
      ["sql", "--dialect", "postgres", "--copy-authjs"],
      "is for SQLite and D1, not postgres",
    ],
  ])("reports %s, and changes nothing", async (_, words, message) => {
    const text = `${PEOPLE}export const accounts = pgTable("company_accounts", { id: text() })\nconst keys = pgTable("keys", { id: cuid().primaryKey() })`
    await using app = await temporaryApp([], { "app.ts": text })
    const { code, err } = await schema(app, ...words)
    expect([code, err]).toEqual([1, expect.stringContaining(message)])
    expect(await app.read("app.ts")).toBe(text)
  })
})

/** Everything that SQLite knows about the tables. */
function describeTables(sql: string) {
  const db = new DatabaseSync(":memory:")
  db.exec(sql)
  const names = db
    .prepare("select name, wr, strict from pragma_table_list where schema = 'main' and name like 'auth%'")
    .all()
  const tables = names.map(({ name, ...options }) => {
    const read = (pragma: string) => db.prepare(`select * from pragma_${pragma}('${String(name)}')`).all()
    const columns = read("table_info").map(({ cid: _, ...column }) => column)
    const indexes = read("index_list").map(({ name: index, origin, unique }) => [index, origin, unique])
    return {
      name,
      options,
      columns: columns.toSorted(byName),
      keys: read("foreign_key_list"),
      indexes: indexes.toSorted(),
    }
  })
  db.close()
  return tables.toSorted(byName)
}

const byName = (one: object, other: object) =>
  String(Reflect.get(one, "name")) < String(Reflect.get(other, "name")) ? -1 : 1

describe("sql", () => {
  test.each<[string, string[], Record<string, string>]>([
    ["D1", [], { "wrangler.jsonc": '{ "d1_databases": [] }' }],
    ["libSQL", ["@libsql/client"], {}],
  ])("prints the tables that `latchkit migrate` creates, in an app with %s", async (_, packages, files) => {
    await using app = await temporaryApp(packages, files)
    const { out } = await schema(app, "sql")
    expect(describeTables(out)).toEqual(describeTables(migrationSql("sqlite", "auth_")))
    for (const dialect of ["postgres", "mysql"] as const) {
      const definitions = (text: string) =>
        new Set(
          text
            .replaceAll(/(add column )|, (?=["`]\w+["`] )/g, "\n")
            .replaceAll(/,?\n/g, "\n  ")
            .match(/^ +["`]\w+["`] [a-z].*?(?=[,)]?$)/gm)
            ?.map((line) => line.trim()),
        )
      const printed = definitions((await schema(app, "sql", "--dialect", dialect)).out)
      expect(printed.size).toBeGreaterThan(30)
      for (const definition of printed) expect(migrationSql(dialect, "auth_")).toContain(definition)
    }
  })

  test("after an upgrade, a new file has exactly what the app's migrations lack", async () => {
    const whole = migrationSql("sqlite", "auth_").split("\n\n")
    const older = whole.filter((statement) => !/account_records|sessionEpoch|lastUsedAt/.test(statement))
    await using app = await temporaryApp([], {
      "migrations/0001_latchkit.sql": older.join("\n"),
      "migrations/0002_own.sql":
        "/* auth_account_records */ CREATE TABLE IF NOT EXISTS Notes (id text, body text default 'create table auth_account_records (id)');",
      "migrations/0003_auth.sql": "-- Migration number: 0003\n",
      "migrations/0001_latchkit.down.sql": "drop table auth_users;",
    })
    const words = ["sql", "--dialect", "d1", "--out", "migrations/0003_auth.sql"]
    expect((await schema(app, ...words)).out).toBe(
      "+ migrations/0003_auth.sql: alter table auth_users add column sessionEpoch, alter table auth_authenticators add column lastUsedAt, " +
        "create table auth_account_records, create index auth_account_records_user, create index auth_account_records_expires\n",
    )
    const added = await app.read("migrations/0003_auth.sql")
    expect(added).toMatch(/^-- Migration number: 0003\nalter table "auth_users"/)
    expect(describeTables(`${older.join("\n")}${added}`)).toEqual(describeTables(whole.join("\n")))
    expect((await schema(app, ...words)).out).toBe("= Your app has all of Latchkit's tables and columns\n")
  })

  test("knows renamed and dropped tables, and the part of a file that undoes it", async () => {
    const own = `-- migrate:up
create table public.auth_sessions ("sessionToken" text primary key, "userId" text not null, expires bigint, "createdAt" bigint,
  constraint k foreign key ("userId") references auth_users (id));
create table __new_users (id text, email text, unique (email));
alter table __new_users add column "emailVerified" bigint, add name text, add column if not exists image text;
drop table if exists auth_users; alter table __new_users rename to auth_users;
create index auth_sessions_user on auth_sessions ("userId");
-- migrate:down
drop table auth_sessions;
`
    await using app = await temporaryApp([], {
      "db/migrations/1.sql": own,
      "db/migrations/2.sql": "-- migrate:up\n\n-- migrate:down\n",
    })
    await schema(app, "sql", "--dialect", "postgres", "--out", "db/migrations/2.sql")
    const added = await app.read("db/migrations/2.sql")
    expect(added.startsWith('-- migrate:up\n\nalter table "auth_users" add column "sessionEpoch" bigint;\n')).toBe(true)
    expect(added).toContain(
      '\nalter table "auth_sessions" add column "userAgent" text;\n\ncreate index "auth_sessions_expires"',
    )
    expect(added).toMatch(/;\n\n-- migrate:down\n$/)
    expect(added).not.toMatch(/create table "auth_(users|sessions)"|auth_sessions_user"/)
    const again = await schema(app, "sql", "--dialect", "postgres", "--prefix", "my_", "--out", "db/migrations/2.sql")
    expect([again.code, again.err]).toEqual([1, expect.stringContaining("has statements, which may have run")])
    expect((await schema(app, "sql", "--dialect", "postgres", "--from", "db")).out).toBe("")
  })
})
