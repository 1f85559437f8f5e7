import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { afterAll, beforeAll, expect, test } from "vitest"
import { migrateCommand } from "./migrate.ts"

const workspace = { folder: "" }
beforeAll(async () => {
  workspace.folder = await mkdtemp(join(tmpdir(), "latchkit-migrate-"))
})
afterAll(() => rm(workspace.folder, { recursive: true, force: true }))

async function runMigrate(words: readonly string[], env: Record<string, string> = {}) {
  const output = { out: "", err: "" }
  const code = await migrateCommand(
    words,
    { out: (text) => void (output.out += text), err: (text) => void (output.err += text) },
    env,
  )
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
    out: "Ran steps 1, 2, 3, 4. The tables are up to date.\n",
  })
  expect(listTables(path)).toEqual(TABLES.map((name) => `auth_${name}`))
  expect(await runMigrate([], { DATABASE_URL: path })).toMatchObject({ code: 0, out: "The tables are up to date.\n" })
})

test("several runs at once create the tables once", async () => {
  const path = join(workspace.folder, "race.db")
  const runs = await Promise.all(Array.from({ length: 5 }, () => runMigrate(["--url", path])))
  expect(runs.map(({ code }) => code)).toEqual([0, 0, 0, 0, 0])
  expect(runs.filter(({ out }) => out.startsWith("Ran"))).toHaveLength(1)
})

test("the printed statements create the same tables", async () => {
  const path = join(workspace.folder, "printed.db")
  const { out } = await runMigrate(["--url", path, "--print", "--prefix", "my_"])
  const db = new DatabaseSync(path)
  db.exec(out)
  db.close()
  expect(listTables(path)).toEqual(TABLES.filter((name) => name !== "migrations").map((name) => `my_${name}`))
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
