import { existsSync, readdirSync } from "node:fs"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { temporaryApp } from "./app.fixture.ts"
import { migrateCommand } from "./migrate.ts"

const workspace = { folder: "" }
beforeAll(async () => {
  workspace.folder = await mkdtemp(join(tmpdir(), "latchkit-migrate-"))
})
afterAll(() => rm(workspace.folder, { recursive: true, force: true }))

async function runMigrate(words: readonly string[], env: Record<string, string> = {}) {
  const output = { out: "", err: "" }
  const terminal = {
    out: (text: string) => void (output.out += text),
    err: (text: string) => void (output.err += text),
  }
  const code = await migrateCommand(words, { terminal, env, cwd: workspace.folder })
  return { code, ...output }
}

const listTables = (path: string): unknown[] => {
  const db = new DatabaseSync(path)
  const rows = db.prepare("select name from sqlite_master where type = 'table' order by name").all()
  db.close()
  return rows.map(({ name }) => name)
}

const TABLES = [
  "account_records",
  "accounts",
  "authenticators",
  "counters",
  "migrations",
  "sessions",
  "users",
  "verification_tokens",
]

test("creates the tables once, and a second run changes nothing", async () => {
  const path = join(workspace.folder, "app.db")
  expect(await runMigrate(["--url", `file:${path}`])).toMatchObject({
    code: 0,
    out: "✓ Ran steps 1, 2, 3, 4. The tables are up to date.\n\nNext:\n  1. Start your app.\n",
  })
  expect(listTables(path)).toEqual(TABLES.map((name) => `auth_${name}`))
  expect(await runMigrate([], { DATABASE_URL: path })).toMatchObject({ code: 0, out: "✓ The tables are up to date.\n" })
})

test.each([
  "sqlite:app.db",
  "libsql:app.db",
  "mongodb:app",
  "jdbc:sqlite:app.db",
  "postgresql+asyncpg://ada:hunter2@db/app",
])("creates no file for a database that it doesn't know: %s", async (url) => {
  const { code, err } = await runMigrate(["--url", url])
  expect({ code, err }).toEqual({ code: 1, err: expect.stringMatching(/Unknown database [\w+]+:\. Use file:/) })
  expect(err.includes("pass the module of your configuration")).toBe(url.startsWith("libsql:"))
  expect(err).not.toContain("hunter2")
  expect(existsSync(url)).toBe(false)
})

test("creates no file whose name has the parameters of a URL", async () => {
  const path = join(workspace.folder, "parameters.db")
  const { code, err } = await runMigrate([], { DATABASE_URL: `file:${path}?connection_limit=1` })
  expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining("has parameters. Pass the path alone") })
  expect(readdirSync(workspace.folder).filter((name) => name.startsWith("parameters"))).toEqual([])
})

test("--contract waits until this version has been the only one for a week", async () => {
  const path = join(workspace.folder, "contract.db")
  await runMigrate(["--url", path])
  expect(await runMigrate(["--url", path, "--contract"])).toMatchObject({
    code: 1,
    err: expect.stringContaining("Too early"),
  })
  const db = new DatabaseSync(path)
  db.exec("update auth_counters set count = 0")
  db.close()
  expect(await runMigrate(["--url", path, "--contract"])).toMatchObject({ code: 0, out: "✓ Nothing to remove.\n" })
})

test("several runs at once create the tables once", async () => {
  const path = join(workspace.folder, "race.db")
  const runs = await Promise.all(Array.from({ length: 5 }, () => runMigrate(["--url", path])))
  expect(runs.map(({ code }) => code)).toEqual([0, 0, 0, 0, 0])
  expect(runs.filter(({ out }) => out.startsWith("✓ Ran"))).toHaveLength(1)
})

test("tables of the app stay alone if the prefix is theirs, and the error names them", async () => {
  const path = join(workspace.folder, "own.db")
  const db = new DatabaseSync(path)
  db.exec("create table users (id text primary key, full_name text, role text); create table sessions (id text)")
  db.close()
  const { code, err } = await runMigrate(["--url", path, "--prefix", ""])
  expect(code).toBe(1)
  expect(err).toContain("users, sessions exist, but migrations doesn't")
  expect(listTables(path)).toEqual(["sessions", "users"])
  expect(await runMigrate(["--url", path])).toMatchObject({ code: 0 })
})

test("the printed statements create the same tables", async () => {
  const path = join(workspace.folder, "printed.db")
  const { out } = await runMigrate(["--url", path, "--print", "--prefix", "my_"])
  const db = new DatabaseSync(path)
  db.exec(out)
  db.close()
  expect(listTables(path)).toEqual(TABLES.filter((name) => name !== "migrations").map((name) => `my_${name}`))
})

test("--print with --contract prints only what that would remove", async () => {
  const words = ["--print", "--contract", "--dialect", "postgres"]
  expect(await runMigrate(words)).toMatchObject({ code: 0, out: "-- Nothing to remove.\n" })
})

test.each([
  ["postgres://localhost/app", 'collate "C"'],
  ["mysql://localhost/app", "varbinary(1020)"],
  ["mariadb://localhost/app", "engine=InnoDB"],
])("the statements for %s compare keys byte for byte", async (url, part) => {
  expect((await runMigrate(["--url", url, "--print"])).out).toContain(part)
})

test.each<[string, readonly string[], string]>([
  ["no database", [], "Pass --url, or set DATABASE_URL"],
  ["an unsupported database", ["--url", "mongodb://localhost/app"], "mongodb:"],
  ["an invalid prefix", ["--url", ":memory:", "--prefix", 'x"; drop table users'], "isn't a valid name"],
  ["an unknown option", ["--nope"], "--nope"],
])("reports %s, and fails", async (_, words, message) => {
  const { code, err } = await runMigrate(words)
  expect(code).toBe(1)
  expect(err).toContain(message)
})

test("prints the usage", async () => expect(await runMigrate(["--help"])).toMatchObject({ code: 0, err: "" }))

describe("without a URL", () => {
  const auth = (adapter: string) => `const database = sqliteDialect(new DatabaseSync("x"))
    import "latchkit/server"
    export const config = { providers: [], adapter: ${adapter} }`

  test("the statements are those of --dialect, or of the app's own module", async () => {
    expect((await runMigrate(["--print", "--dialect", "postgres"])).out).toContain('collate "C"')
    await using app = await temporaryApp(["next"], { "auth.ts": auth("undefined") })
    expect(await migrateCommand(["--print"], app.environment)).toBe(0)
    expect(app.output.out).toMatch(/create table "auth_users" .*primary key/)
    expect(await runMigrate(["--print", "--dialect", "oracle"])).toMatchObject({
      code: 1,
      err: expect.stringContaining('"oracle"'),
    })
  })

  test("the prefix is the module's, so that no second set of tables appears", async () => {
    await using app = await temporaryApp([], { "auth.ts": auth('SqlAdapter(database, { prefix: "my_" })') })
    const path = join(app.folder, "app.db")
    expect(await migrateCommand([], { ...app.environment, env: { DATABASE_URL: `file:${path}` } })).toBe(0)
    expect(listTables(path)).toEqual(TABLES.map((name) => `my_${name}`))
    expect(await migrateCommand(["--print"], app.environment)).toBe(0)
    expect(app.output.out).toContain('create table "my_users"')
    await app.write("auth.ts", auth("SqlAdapter(database, { prefix })"))
    expect(await migrateCommand(["--url", path], app.environment)).toBe(1)
    expect(app.output.err).toContain("Pass its value as --prefix")
    expect(await migrateCommand(["--url", path, "--prefix", "my_"], app.environment)).toBe(0)
    expect(listTables(path)).toHaveLength(TABLES.length)
  })

  test("an adapter without tables needs no migration", async () => {
    await using app = await temporaryApp([], { "auth.ts": auth("RedisAdapter(client)") })
    expect(await migrateCommand([], app.environment)).toBe(0)
    expect(app.output.out).toBe("✓ auth.ts has RedisAdapter, which has no tables.\n")
  })

  test("DATABASE_URL of .env counts", async () => {
    await using app = await temporaryApp(["express"])
    await app.write(".env", `DATABASE_URL=file:${join(app.folder, "from-env.db")}\n`)
    expect(await migrateCommand([], app.environment)).toBe(0)
    expect(listTables(join(app.folder, "from-env.db"))).toContain("auth_users")
  })

  test("the error says what to pass, if there is neither a URL nor a module with SqlAdapter", async () => {
    await using empty = await temporaryApp()
    expect(await migrateCommand([], empty.environment)).toBe(1)
    expect(empty.output.err).toContain("Pass --url, or set DATABASE_URL")
    expect(await migrateCommand(["--print"], empty.environment)).toBe(1)
    expect(empty.output.err).toContain("Pass --dialect sqlite")
  })

  test.each([
    [
      "DrizzleAdapter",
      'import { DrizzleAdapter } from "latchkit/adapters/drizzle"\n',
      {},
      "has DrizzleAdapter. Its tables are drizzle-kit's: npx latchkit schema drizzle",
    ],
    [
      "drizzle.config.ts",
      "",
      { "drizzle.config.ts": "export default {}" },
      "Its tables are drizzle-kit's: npx latchkit schema drizzle",
    ],
    [
      "a database of Wrangler",
      "",
      { "wrangler.toml": "[[d1_databases]]" },
      "Its tables are Wrangler's: npx latchkit schema sql --out migrations/0001_auth.sql",
    ],
  ])("the error says which tool migrates the tables of an app with %s", async (_, imports, files, message) => {
    const text = `${imports ? `// ${imports}` : ""}export const config = { providers: [], adapter: {} } // "latchkit/server"`
    await using app = await temporaryApp([], { "auth.mjs": text, ...files })
    const env = imports ? { DATABASE_URL: `file:${join(app.folder, "app.db")}` } : {}
    expect(await migrateCommand([], { ...app.environment, env })).toBe(1)
    expect(app.output.err).toContain(message)
  })
})
