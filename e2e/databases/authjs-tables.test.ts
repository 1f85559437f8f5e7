import { execFile } from "node:child_process"
import { mkdtemp, readdir, readFile, rm, symlink } from "node:fs/promises"
import { DatabaseSync } from "node:sqlite"
import { join, resolve } from "node:path"
import { pathToFileURL } from "node:url"
import { promisify } from "node:util"
import { D1Adapter, up } from "@auth/d1-adapter"
import { DrizzleAdapter as AuthjsDrizzleAdapter } from "@auth/drizzle-adapter"
import { PrismaAdapter as AuthjsPrismaAdapter } from "@auth/prisma-adapter"
import { PrismaBetterSqlite3 } from "@prisma/adapter-better-sqlite3"
import { PrismaPg } from "@prisma/adapter-pg"
import Database from "better-sqlite3"
import { drizzle as drizzleOnSqlite } from "drizzle-orm/better-sqlite3"
import { drizzle as drizzleOnPostgres } from "drizzle-orm/node-postgres"
import { Kysely } from "kysely"
import { Miniflare } from "miniflare"
import { expect, onTestFinished, test, vi } from "vitest"
import type { Adapter } from "../../server/adapters/contract.ts"
import { d1Dialect } from "../../server/adapters/d1.ts"
import { DrizzleAdapter, type DrizzleTables } from "../../server/adapters/drizzle.ts"
import { PrismaAdapter, type PrismaDatabase } from "../../server/adapters/prisma.ts"
import { SqlAdapter } from "../../server/adapters/sql.ts"
import { temporaryApp, type TemporaryApp } from "../../server/cli/app.fixture.ts"
import { schemaCommand } from "../../server/cli/schema/index.ts"
import { sha256 } from "../../server/core/crypto/bytes.ts"
import { authjs } from "../../server/migrate/authjs/index.ts"
import { errorParam, signedInName } from "../../server/test-kit/oauth-service.ts"
import { prismaApp } from "../apps/prisma/tool.ts"
import { postgresPool, startPostgres } from "./servers.ts"
import { serviceOn } from "./service-suite.ts"

// Each app has rows that the published adapter wrote. One command and the app's own tool move it to Latchkit's adapter

const SECRET = "s".repeat(32) // of `serviceOn`
const [LAPTOP, PHONE] = [crypto.randomUUID(), crypto.randomUUID()] // as Auth.js makes tokens
const LIMIT = { timeout: 120_000 }
const inAnHour = () => new Date(Date.now() + 3600_000)

/** Stores what Auth.js stores for two users: a linked account, sessions, and a link in an email. */
async function fill(old: Adapter) {
  const create = async (email: string, emailVerified: Date | null) => {
    const user = await old.createUser?.({ id: crypto.randomUUID(), name: "Ada", email, emailVerified })
    return user?.id ?? expect.fail("not created")
  }
  const ada = await create("Ada@App.Test", new Date("2024-05-06T07:08:09.123Z"))
  const account = { access_token: "a", expires_at: 1_900_000_000, scope: "openid", token_type: "bearer" as const }
  await old.linkAccount?.({ ...account, userId: ada, type: "oidc", provider: "acme", providerAccountId: "ada" })
  for (const sessionToken of [LAPTOP, PHONE])
    await old.createSession?.({ sessionToken, userId: ada, expires: inAnHour() })
  const bob = await create("bob@app.test", null)
  const token = await sha256(`code${SECRET}`)
  await old.createVerificationToken?.({ identifier: "bob@app.test", token, expires: inAnHour() })
  return { ada, bob }
}

/** Uses the same rows through Latchkit's adapter. `email` is the address that Ada's row has then. */
async function use(adapter: Required<Adapter>, { ada, bob }: { ada: string; bob: string }, email = "Ada@App.Test") {
  const config = { ...authjs(), rateLimit: false as const, session: { strategy: "database" as const } }
  const { browser, enter } = await serviceOn(adapter, config)
  const withToken = (value: string) => browser(new Map([["__Secure-authjs.session-token", { value }]]))
  const [laptop, phone] = [withToken(LAPTOP), withToken(PHONE)]
  expect([await signedInName(laptop), await signedInName(phone)]).toEqual([email, email])
  await laptop.post("/signout", { csrfToken: await laptop.csrfToken() })
  expect([await signedInName(laptop), await signedInName(phone)]).toEqual([null, email])

  const byProvider = browser()
  expect(errorParam(await enter(byProvider, { sub: "ada", email: "other@app.test", email_verified: true }))).toBeNull()
  expect(await signedInName(byProvider)).toBe(email)
  expect(await adapter.getUser(ada)).toMatchObject({ email, emailVerified: new Date("2024-05-06T07:08:09.123Z") })
  expect(await adapter.listAccounts(ada)).toMatchObject([{ provider: "acme", providerAccountId: "ada", userId: ada }])
  expect(await adapter.listSessions(ada)).toHaveLength(2)

  const byLink = browser()
  const link = { csrfToken: await byLink.csrfToken(), token: "code", email: "bob@app.test" }
  expect(errorParam(await byLink.post("/callback/email", link))).toBeNull()
  expect(await signedInName(byLink)).toBe("bob@app.test")
  expect((await adapter.getUserByEmail("bob@app.test"))?.id).toBe(bob)
  const passkey = { credentialPublicKey: "k", counter: 3_000_000_000, credentialDeviceType: "singleDevice" }
  const created = { ...passkey, credentialID: "c", userId: bob, providerAccountId: "p", credentialBackedUp: false }
  await adapter.createAuthenticator(created)
  expect((await adapter.getAuthenticator("c"))?.counter).toBeGreaterThanOrEqual(0x7fffffff)
  expect(await adapter.increment("attempts", inAnHour())).toBe(1)
  await adapter.createAccountRecord({ kind: "password", id: bob, userId: bob, data: "{}", expires: null })
}

/** Rows of Auth.js's columns move back too. Sessions that began with Latchkit are stored as hashes. */
async function useOld(old: Adapter, ada: string): Promise<void> {
  expect(await old.getSessionAndUser?.(PHONE)).toMatchObject({ user: { id: ada, email: "Ada@App.Test" } })
  expect(await old.getUserByAccount?.({ provider: "acme", providerAccountId: "ada" })).toMatchObject({ id: ada })
}

async function importFrom<Module>(folder: string, path: string): Promise<Module> {
  return (await import(/* @vite-ignore */ `${pathToFileURL(join(folder, path)).href}?${crypto.randomUUID()}`)) as Module
}

/** The module that Prisma generates. */
interface ClientModule {
  getPrismaClientClass(): new (options: object) => PrismaDatabase & { $disconnect(): Promise<void> }
}

/** Runs drizzle-kit, and the statements that it adds. */
async function generate({ folder }: TemporaryApp, run: (sql: string) => unknown): Promise<string> {
  const files = async () =>
    (await readdir(join(folder, "drizzle")).catch(() => [])).filter((name) => name.endsWith(".sql"))
  const before = await files()
  await promisify(execFile)(process.execPath, [resolve("node_modules/drizzle-kit/bin.cjs"), "generate"], {
    cwd: folder,
  })
  const [added = ""] = (await files()).filter((name) => !before.includes(name))
  const sql = await readFile(join(folder, "drizzle", added), "utf8")
  for (const statement of sql.split("--> statement-breakpoint")) await run(statement)
  return sql
}

async function openSqlite() {
  const file = new Database(":memory:")
  onTestFinished(() => void file.close())
  return { db: drizzleOnSqlite({ client: file }), run: (sql: string) => void file.exec(sql) }
}

async function openPostgres() {
  const server = await startPostgres()
  const pool = postgresPool(server.url)
  onTestFinished(() => pool.end().then(() => server.stop()))
  return { db: drizzleOnPostgres({ client: pool }), run: (sql: string) => pool.query(sql) }
}

async function openPrismaSqlite() {
  const folder = await mkdtemp("/tmp/latchkit-authjs-tables-")
  onTestFinished(() => rm(folder, { recursive: true }))
  const url = `file:${join(folder, "app.db")}`
  const file = new DatabaseSync(join(folder, "app.db"))
  onTestFinished(() => file.close())
  return { url, driver: () => new PrismaBetterSqlite3({ url }), run: async (sql: string) => file.exec(sql) }
}

async function openPrismaPostgres() {
  const server = await startPostgres()
  onTestFinished(() => server.stop())
  const pool = postgresPool(server.url)
  onTestFinished(() => pool.end())
  return { url: server.url, driver: () => new PrismaPg(pool), run: (sql: string) => pool.query(sql) }
}

test.each([
  ["sqlite", openSqlite],
  ["postgresql", openPostgres],
] as const)("the tables of @auth/drizzle-adapter on %s move by one command", LIMIT, async (dialect, open) => {
  const module = await readFile(`e2e/apps/authjs/drizzle-${dialect}.ts`, "utf8")
  const kit = `export default { dialect: "${dialect}", schema: "./schema.ts", out: "./drizzle" }`
  await using app = await temporaryApp([], { "schema.ts": module, "drizzle.config.ts": kit })
  await symlink(resolve("node_modules"), join(app.folder, "node_modules"))
  const { db, run } = await open()
  await generate(app, run)
  const { users, accounts, sessions, verificationTokens } = await importFrom<DrizzleTables>(app.folder, "schema.ts")
  const old = AuthjsDrizzleAdapter(
    db as never,
    {
      usersTable: users,
      accountsTable: accounts,
      sessionsTable: sessions,
      verificationTokensTable: verificationTokens,
    } as never,
  )
  const ids = await fill(old)

  expect(await schemaCommand(["drizzle", "--out", "schema.ts"], app.environment)).toBe(0)
  const sql = await generate(app, run)
  expect(sql.match(/CREATE TABLE .\w+/g)?.map((text) => text.slice(14))).toEqual([
    "auth_account_records",
    "auth_counters",
  ])
  expect(sql).not.toMatch(/DROP|__new|ALTER COLUMN/)
  await use(DrizzleAdapter(db, await importFrom<DrizzleTables>(app.folder, "schema.ts")), ids)
  await useOld(old, ids.ada)
})

test.each([
  ["sqlite", openPrismaSqlite],
  ["postgresql", openPrismaPostgres],
] as const)("the tables of @auth/prisma-adapter on %s move by one command", LIMIT, async (provider, open) => {
  const schema = await readFile("e2e/apps/authjs/prisma/schema.prisma", "utf8")
  const { url, driver, run } = await open()
  await using app = await prismaApp(
    schema.replace('"postgresql"', `"${provider}"`).replace('".cache"', '"./generated"'),
    url,
  )
  const difference = async (...from: string[]) =>
    (await app.prisma("migrate", "diff", ...from, "--to-schema", "schema.prisma", "--script")).out
  const client = async () => {
    expect((await app.prisma("generate")).out).toContain("Generated Prisma Client")
    const { getPrismaClientClass } = await importFrom<ClientModule>(app.folder, "generated/internal/class.ts")
    const prisma = new (getPrismaClientClass())({ adapter: driver() })
    onTestFinished(() => prisma.$disconnect())
    return prisma
  }
  await run(await difference("--from-empty"))
  const old = AuthjsPrismaAdapter((await client()) as never) as Adapter
  const ids = await fill(old)

  const output: string[] = []
  const write = (text: string) => void output.push(text)
  const environment = { cwd: app.folder, env: {}, terminal: { out: write, err: write } }
  expect(await schemaCommand(["prisma"], environment)).toBe(0)
  const names = /PrismaAdapter\(prisma, (\{.*\})\)/.exec(output.join(""))?.[1]
  expect(names).toBe(
    '{ account: "account", session: "session", verificationToken: "verificationToken", authenticator: "authenticator" }',
  )
  const sql = await difference("--from-config-datasource")
  expect(sql.match(/CREATE TABLE "\w+/g)?.map((text) => text.slice(14))).toEqual([
    "auth_counters",
    "auth_account_records",
  ])
  expect(sql).not.toMatch(/DROP|ALTER COLUMN/)
  await run(sql)
  const options = JSON.parse((names ?? "").replaceAll(/(\w+):/g, '"$1":')) as object
  await use(PrismaAdapter(await client(), options), ids)
  await useOld(old, ids.ada)
})

test("the rows of @auth/d1-adapter move by one command", LIMIT, async () => {
  const worker = new Miniflare({ modules: true, script: "export default {}", d1Databases: ["DB"] })
  onTestFinished(() => worker.dispose())
  const database = await worker.getD1Database("DB")
  await up(database as never)
  await vi.waitFor(() => database.prepare("select 1 from verification_tokens").first())
  const old = D1Adapter(database as never)
  const ids = await fill(old)
  const twin = await old.createUser?.({ id: "", name: "Twin", email: "ada@app.test", emailVerified: null })

  await using app = await temporaryApp([], { "wrangler.jsonc": '{ "d1_databases": [] }' })
  const words = ["sql", "--copy-authjs", "--out", "migrations/0001_auth.sql"]
  expect(await schemaCommand(words, app.environment)).toBe(0)
  const statements = (await app.read("migrations/0001_auth.sql")).split(/;$/m).filter((text) => text.trim() !== "")
  await database.batch(statements.map((statement) => database.prepare(statement)))
  const adapter = SqlAdapter(new Kysely<object>({ dialect: d1Dialect(database) }))
  await use(adapter, ids, "ada@app.test")
  expect(await adapter.getUser(twin?.id ?? "")).toMatchObject({ name: "Twin", email: "" })
})
