import { DatabaseSync } from "node:sqlite"
import { Kysely } from "kysely"
import { expect, test, vi } from "vitest"
import { SqlAdapter, sqliteDialect } from "../sql.ts"
import { migrate, type MigrateRun } from "./migrate.ts"
import type { TablesKysely } from "./tables.ts"
import { VERSION } from "./versions.ts"

const TARGET = { dialect: "sqlite", prefix: "auth_" } as const
const DAY = 24 * 60 * 60_000
const CONTRACTIONS: NonNullable<MigrateRun["contractions"]> = [
  { id: 1001, statements: ({ prefix }) => [`alter table "${prefix}users" drop column "image"`] },
]

async function migratedDatabase() {
  const file = new DatabaseSync(":memory:")
  const db = new Kysely<object>({ dialect: sqliteDialect(file) })
  await SqlAdapter(db).migrate()
  const contract = () => migrate(db as unknown as TablesKysely, TARGET, { contract: true, contractions: CONTRACTIONS })
  /** Stores that a version took over so many days ago. */
  const tookOver = (version: string, days: number) =>
    void file
      .prepare("insert or replace into auth_counters (key, count, expires) values (?, ?, ?)")
      .run(`version:${version}`, Date.now() - days * DAY, 253_402_300_799_000)
  const columns = () =>
    file
      .prepare("select name from pragma_table_info('auth_users')")
      .all()
      .map(({ name }) => name)
  return { db, contract, tookOver, columns }
}

test("a contraction runs once, 7 days after this version took over", async () => {
  const { db, contract, tookOver, columns } = await migratedDatabase()
  await expect(contract()).rejects.toThrow(`Too early: ${VERSION} took over on `)
  tookOver(VERSION, 8)
  await SqlAdapter(db).migrate() // as another deploy of the same version does
  expect(await contract()).toEqual([1001])
  expect(columns()).not.toContain("image")
  expect(await contract()).toEqual([])
})

test("a rollback starts the 7 days anew", async () => {
  const { db, contract, tookOver, columns } = await migratedDatabase()
  tookOver(VERSION, 30)
  tookOver("0.0.9", 1)
  await expect(contract()).rejects.toThrow(`Last migration: version 0.0.9 ran it, but this is ${VERSION}`)
  await SqlAdapter(db).migrate()
  await expect(contract()).rejects.toThrow("Too early")
  expect(columns()).toContain("image")
})

test("expired rows are deleted, and the stored version stays", async () => {
  const { db, contract } = await migratedDatabase()
  await SqlAdapter(db).deleteExpired(new Date())
  await expect(contract()).rejects.toThrow("Too early")
  vi.useFakeTimers({ now: Date.now() + 8 * DAY, toFake: ["Date"] })
  try {
    expect(await contract()).toEqual([1001])
  } finally {
    vi.useRealTimers()
  }
})
