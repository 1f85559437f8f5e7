import { mkdtemp, rm } from "node:fs/promises"
import { DatabaseSync } from "node:sqlite"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Kysely } from "kysely"
import { expect, test } from "vitest"
import type { Adapter } from "../adapters/contract.ts"
import { MemoryAdapter } from "../adapters/memory.ts"
import { SqlAdapter, sqliteDialect } from "../adapters/sql.ts"
import { createPasswordHasher } from "../core/crypto/passwords/hasher.ts"
import { importPassword } from "../features/password/import-password.ts"
import { FAST_HASH } from "../test-kit/password-account-service.ts"
import { doctorCommand } from "./doctor.ts"
import { storedFindings } from "./stored-findings.ts"

const BCRYPT = `$2b$10$${"Secret".repeat(8)}abcde`
const DJANGO = "pbkdf2_sha256$1000$seasalt$R1/GfWtwog1T8Ev9VndgDjzkiRzbFr8JpmJtL9cMmQU="
const BCRYPT_SHA256 = `bcrypt_sha256$${BCRYPT}`

test("doctor counts unreadable password hashes by their prefix, and shows no hash (threat 459)", async () => {
  const folder = await mkdtemp(join(tmpdir(), "latchkit-passwords-"))
  const path = join(folder, "app.db")
  const db = new Kysely<object>({ dialect: sqliteDialect(new DatabaseSync(path)) })
  const adapter = SqlAdapter(db)
  await adapter.migrate()
  const doctor = async () => {
    const lines: string[] = []
    const terminal = { out: (line: string) => void lines.push(line), err: () => undefined }
    const env = { AUTH_URL: "https://app.test", AUTH_SECRET: "s".repeat(32) }
    const code = await doctorCommand(["--url", path], { terminal, env, cwd: folder })
    return { code, out: lines.join("") }
  }
  const typed = { text: "letmein", raw: "letmein" }
  const own = await createPasswordHasher({ hash: FAST_HASH }).hash(typed, { key: "", known: true })
  await importPassword(adapter, { userId: "own", hash: own })
  const removed = { kind: "password", id: "none", userId: "none", expires: null } as const
  await adapter.createAccountRecord({ ...removed, data: '{"hash":null,"epoch":"e","setAt":0}' })
  expect((await doctor()).out).toContain("✓ All passwords in the database can be checked (1).")
  const hashes = [BCRYPT, BCRYPT, DJANGO, BCRYPT_SHA256, "", "undefined", "5f4dcc3b5aa765d61d8327deb882cf99"]
  for (const [index, hash] of hashes.entries()) await importPassword(adapter, { userId: `user ${index}`, hash })
  await adapter.createAccountRecord({ ...removed, id: "cut", userId: "cut", data: '{"hash":"$2b$10' })
  const { code, out } = await doctor()
  expect(code).toBe(1)
  expect(out).toContain(
    "✗ Passwords: 8 of 9 can't be checked: unknown format (3), $2b$ (2), bcrypt_sha256$$2b$ (1), damaged row (1), pbkdf2_sha256$ (1).",
  )
  expect(out).not.toMatch(/Secret|seasalt|R1|5f4d|\$10/)
  await db.destroy()
  await rm(folder, { recursive: true, force: true })
})

test("doctor reads records through the adapter if your tables have other names, and none if it has none", async () => {
  const folder = await mkdtemp(join(tmpdir(), "latchkit-passwords-"))
  const url = join(folder, "app.db")
  new DatabaseSync(url).exec("create table app_secrets (id text)")
  const find = async (adapter: Adapter | undefined) => {
    const hasher = createPasswordHasher()
    const found = await storedFindings({ url, prefix: undefined, settings: { adapter, secrets: ["s"] }, hasher })
    return found.map(({ kind, text }) => `${kind}: ${text}`)
  }
  const adapter = MemoryAdapter()
  const users = Array.from({ length: 501 }, (_, index) => `user ${index}`)
  for (const id of users) await adapter.createUser({ id, email: `${id}@app.test`, emailVerified: null })
  await importPassword(adapter, { userId: "user 9", hash: BCRYPT })
  await importPassword(adapter, { userId: "user 99", hash: BCRYPT })
  expect(await find(adapter)).toEqual([
    "good: All second factors in the database can be read (0).",
    expect.stringContaining("problem: Passwords: 2 of 2 can't be checked: $2b$ (2)."),
  ])
  expect(await find({ getUser: () => null })).toEqual([])
  expect(await find(undefined)).toEqual([
    "problem: Second factors and passwords can't be read. There is no table auth_account_records with Latchkit's columns.",
  ])
  await rm(folder, { recursive: true, force: true })
})
