import { existsSync } from "node:fs"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { Kysely } from "kysely"
import { afterAll, beforeAll, expect, test } from "vitest"
import { SqlAdapter, sqliteDialect } from "../adapters/sql.ts"
import { createKeyring } from "../core/crypto/keyring.ts"
import { addPasskeyFactor } from "../core/proofs/own-passkey.ts"
import { listFactors, type FactorContext } from "../core/proofs/records.ts"
import { doctorCommand } from "./doctor.ts"
import { rotateCommand } from "./rotate.ts"
import { storeApp } from "../test-kit/stored-app.ts"

const [OLD, NEW] = ["o".repeat(32), "n".repeat(32)]
const BOTH = { AUTH_SECRET: OLD, AUTH_SECRET_1: NEW }

const workspace = { folder: "" }
beforeAll(async () => {
  workspace.folder = await mkdtemp(join(tmpdir(), "latchkit-rotate-"))
})
afterAll(() => rm(workspace.folder, { recursive: true, force: true }))

async function runRotate(words: readonly string[], env: Record<string, string> = BOTH) {
  const output = { out: "", err: "" }
  const terminal = {
    out: (text: string) => void (output.out += text),
    err: (text: string) => void (output.err += text),
  }
  const code = await rotateCommand(words, { terminal, env, cwd: workspace.folder })
  return { code, ...output }
}

/** A database with authenticator apps that the old secret sealed. */
async function databaseWith(users: number, name: string) {
  const path = join(workspace.folder, name)
  const db = new Kysely<object>({ dialect: sqliteDialect(new DatabaseSync(path)) })
  const store = SqlAdapter(db)
  await store.migrate()
  const as = (secret: string): FactorContext => ({
    settings: { keyring: createKeyring([secret]), now: () => Date.now(), logger: { error: () => undefined } },
    store,
  })
  for (let user = 0; user < users; user++) {
    await storeApp(as(OLD), { userId: `user ${user}`, name: "Phone" })
  }
  await addPasskeyFactor(as(OLD), { userId: "user 0", credentialId: "a", name: "Key" })
  const readable = async (secret: string, user: number) =>
    (await listFactors(as(secret), `user ${user}`)).every((factor) => factor.readable)
  return { path, db, readable }
}

test("seals all factors with the newest secret, once", async () => {
  const { path, db, readable } = await databaseWith(3, "app.db")
  expect(await runRotate(["--url", path, "--dry-run"])).toMatchObject({
    code: 0,
    out: "✓ Second factors: 3 to seal with the newest secret, 1 unchanged.\n\nNext:\n  1. Seal them: npx latchkit rotate\n",
  })
  expect(await readable(NEW, 1)).toBe(false)
  expect(await runRotate([], { ...BOTH, DATABASE_URL: `file:${path}` })).toMatchObject({
    code: 0,
    out: "✓ Second factors: 3 sealed with the newest secret, 1 unchanged.\n\nNext:\n  1. Remove the older secrets.\n",
  })
  for (const user of [0, 1, 2]) expect(await readable(NEW, user)).toBe(true)
  expect((await runRotate(["--url", path])).out).toContain("0 sealed with the newest secret, 4 unchanged")
  await db.destroy()
})

test("reads more factors than a page holds", async () => {
  const { path, db } = await databaseWith(0, "many.db")
  const row = { kind: "factor", data: "{}", version: 1, expires: null }
  for (let index = 0; index < 1200; index++)
    await db
      .insertInto("auth_account_records" as never)
      .values({ ...row, id: `id ${index}`, userId: "ada" } as never)
      .execute()
  expect((await runRotate(["--url", path])).out).toContain("1200 can't be read")
  await db.destroy()
})

test("names the users whose factors can't be read, and fails (threat 436)", async () => {
  const { path, db, readable } = await databaseWith(2, "lost.db")
  const { code, out } = await runRotate(["--url", path], { AUTH_SECRET: NEW })
  expect(code).toBe(1)
  expect(out).toContain("2 can't be read")
  expect(out).toContain("user 0, user 1")
  expect(out).not.toContain("Remove the older")
  expect(await readable(OLD, 1)).toBe(true)
  await db.destroy()
})

test("doctor reports factors that can't be read (threat 436)", async () => {
  const { path, db } = await databaseWith(2, "doctor.db")
  const doctor = async (env: Record<string, string>) => {
    const lines: string[] = []
    const terminal = { out: (line: string) => void lines.push(line), err: () => undefined }
    const site = { AUTH_URL: "https://app.test" }
    const code = await doctorCommand(["--url", path], { terminal, env: { ...site, ...env }, cwd: workspace.folder })
    return { code, out: lines.join("") }
  }
  expect((await doctor(BOTH)).out).toContain("✓ All second factors in the database can be read (3).")
  const lost = await doctor({ AUTH_SECRET: NEW })
  expect(lost.code).toBe(1)
  expect(lost.out).toMatch(/✗ Second factors: 2 can't be read .*user 0, user 1/s)
  await db.destroy()
})

test("needs a secret and a database", async () => {
  await expect(runRotate(["--url", "x.db"], {})).rejects.toThrow("AUTH_SECRET")
  await expect(runRotate([])).rejects.toThrow("DATABASE_URL")
})

test("a mistyped path is an error, and no empty database", async () => {
  const path = join(workspace.folder, "mistyped.db")
  await expect(runRotate(["--url", `file:${path}`])).rejects.toThrow(`There is no file ${path}`)
  const lines: string[] = []
  const terminal = { out: (line: string) => void lines.push(line), err: () => undefined }
  expect(await doctorCommand(["--url", path], { terminal, env: BOTH, cwd: workspace.folder })).toBe(1)
  expect(lines).toContainEqual(expect.stringContaining(`✗ The database can't be opened. There is no file ${path}.`))
  expect(lines).toContain("✓ 2 secrets are set. The first one seals, and any of them opens.\n")
  expect(existsSync(path)).toBe(false)
})
