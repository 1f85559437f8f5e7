import { expect, test } from "vitest"
import { temporaryApp, type TemporaryApp } from "../app.fixture.ts"
import { initCommand } from "./index.ts"
import { D1_APP, DRIZZLE_APP, DRIZZLE_USERS_APP, PRISMA_APP } from "./own-database.fixture.ts"

const init = (app: TemporaryApp, ...words: string[]) =>
  initCommand(["--no-install", "--yes", ...words], app.environment)

test("an app with Drizzle stores users there, in tables that its own module gets", async () => {
  await using app = await temporaryApp(["next"], DRIZZLE_APP)
  expect(await init(app)).toBe(0)
  const text = await app.read("auth.ts")
  expect(text).toContain('import { db } from "./db/index.ts"\nimport * as tables from "./db/schema.ts"\n')
  expect(text).toContain("adapter: DrizzleAdapter(db, tables),")
  expect(await app.read("db/schema.ts")).toMatch(
    /export const posts =[^]*export const users = pgTable\(\s*"auth_users"/,
  )
  expect(app.output.out).toContain("+ db/schema.ts: auth_users, auth_accounts")
  expect(app.output.out).toContain(
    "Create the migration, and run it: npx drizzle-kit generate, npx drizzle-kit migrate",
  )
  for (const absent of ["DATABASE_URL", "migrations/latchkit.sql", "app.db", "kysely", "Your app has"])
    expect(app.output.out).not.toContain(absent)
})

test("an app with its own users in Drizzle keeps them", async () => {
  await using app = await temporaryApp(["sveltekit"], DRIZZLE_USERS_APP)
  expect(await init(app, "--framework", "sveltekit")).toBe(0)
  const text = await app.read("src/auth.ts")
  expect(text).toContain('import db from "../db/client.ts"')
  expect(text).toContain(
    'import * as tables from "../db/tables/auth.ts"\nimport { user } from "../db/tables/people.ts"',
  )
  expect(text).toContain("adapter: DrizzleAdapter(db, { ...tables, users: user }),")
  expect(await app.read("db/tables/auth.ts")).toContain("userId: uuid().notNull()")
  expect(await app.read("db/tables/auth.ts")).not.toContain("auth_users")
  expect(app.output.out).toContain("Add a column to user in db/tables/people.ts")
})

test("an app with its users in its only module of tables keeps them", async () => {
  const users = 'export const usersTable = pgTable("users", { id: text().primaryKey(), email: text().unique() })\n'
  const schema = `${DRIZZLE_APP["db/schema.ts"]}${users}`
  await using app = await temporaryApp(["next"], { ...DRIZZLE_APP, "db/schema.ts": schema })
  expect(await init(app)).toBe(0)
  expect(await app.read("auth.ts")).toContain("DrizzleAdapter(db, { ...tables, users: tables.usersTable })")
  expect(await app.read("db/schema.ts")).not.toContain("auth_users")
  expect(app.output.out).toContain("usersTable in db/schema.ts has no emailVerified. Say which")
})

test("an app with Prisma gets the models in its schema", async () => {
  await using app = await temporaryApp(["express"], PRISMA_APP)
  expect(await init(app)).toBe(0)
  const text = await app.read("auth.ts")
  expect(text).toContain('import { prisma } from "./src/lib/prisma.ts"')
  expect(text).toContain("adapter: PrismaAdapter(prisma),")
  expect(await app.read("prisma/schema.prisma")).toContain("model AuthSession {")
  expect(app.output.out).toContain("npx prisma migrate dev --name latchkit, npx prisma generate")
})

test("an app on Cloudflare D1 gets the next migration, and an adapter for each binding", async () => {
  await using app = await temporaryApp(["@sveltejs/kit"], D1_APP)
  expect(await init(app)).toBe(0)
  const text = await app.read("src/auth.ts")
  expect(text).toContain("({ platform }: RequestEvent) => defineConfig({")
  expect(text).toContain("adapter: adapterOn(platform?.env.DB),")
  expect(text).toContain("Resend({ from:") // a Worker has no SMTP
  expect(await app.read("sql/0003_auth.sql")).toContain('create table "auth_users"')
  expect(app.output.out).toContain("Create the tables: npx wrangler d1 migrations apply DB --local")
  expect(await init(app)).toBe(0)
  expect(app.output.out).toContain("= Your app has all of Latchkit's tables and columns")
})

test("an app of Next on D1 needs OpenNext, whose context has the binding", async () => {
  await using app = await temporaryApp(["next", "@opennextjs/cloudflare"], D1_APP)
  expect(await init(app)).toBe(0)
  const text = await app.read("auth.ts")
  expect(text).toContain("() => defineConfig({")
  expect(text).toContain("adapter: adapterOn(getCloudflareContext().env.DB),")
  await using other = await temporaryApp(["next"], D1_APP)
  expect(await init(other)).toBe(0)
  expect(await other.read("auth.ts")).toContain("sqliteDialect(")
})

test("a Worker with Hono gets its routes there", async () => {
  await using app = await temporaryApp(["hono", "wrangler"], D1_APP)
  expect(await init(app)).toBe(0)
  expect(await app.read("src/auth.ts")).toContain("export function authFor(env: Env)")
  expect(await app.read("src/index.ts")).toContain('app.all("/auth/*", ({ req, env }) =>')
})

test("--dry-run names the command for the tables, and changes nothing", async () => {
  await using app = await temporaryApp(["next"], DRIZZLE_USERS_APP)
  expect(await initCommand(["--dry-run"], app.environment)).toBe(0)
  const command = "npx latchkit schema drizzle --users db/tables/people.ts#user --out db/tables/auth.ts"
  expect(app.output.out).toContain(`+ Latchkit's tables: ${command}`)
  await expect(app.read("db/tables/auth.ts")).rejects.toThrow("ENOENT")
})

test("a module that can't get the tables is named, with the command to run", async () => {
  const taken = { "db/schema.ts": `${DRIZZLE_APP["db/schema.ts"]}\nexport const sessions = new Map()\n` }
  await using app = await temporaryApp(["next"], { ...DRIZZLE_APP, ...taken })
  expect(await init(app)).toBe(0)
  expect(app.output.err).toContain("✗ The module has something else named sessions")
  expect(app.output.out).toContain("Correct the mistake above, and write Latchkit's tables: npx latchkit schema drizzle --out db/schema.ts") // prettier-ignore
})

test.each<[string, string, Record<string, string>, RegExp]>([
  ["drizzle", "next", {}, /but the app lacks `drizzle\.config\.ts` with `schema`/],
  [
    "prisma",
    "next",
    { "prisma/schema.prisma": PRISMA_APP["prisma/schema.prisma"] },
    /module such as `export const prisma/,
  ],
  ["d1", "sveltekit", {}, /but the app lacks `d1_databases`/],
  [
    "d1",
    "express",
    D1_APP,
    /init writes D1 for next, sveltekit, workers, and the framework is express.*#cloudflare-d1/,
  ],
])(
  "--database %s in an app of %s that can't have it says what is missing",
  async (database, framework, files, message) => {
    await using app = await temporaryApp([], files)
    await expect(init(app, "--framework", framework, "--database", database)).rejects.toThrow(message)
  },
)

test.each([
  ["a pattern", "./src/db/*.ts", "src/db/auth.ts"],
  ["any depth", "./src/**/*.schema.ts", "src/auth.schema.ts"],
  ["extensions", "./src/db/*.{ts,js}", "src/db/auth.ts"],
])("tables go where drizzle-kit's schema finds them, with %s", async (_, schema, file) => {
  const kit = DRIZZLE_APP["drizzle.config.ts"].replace("./db/schema.ts", schema)
  await using app = await temporaryApp(["next"], { ...DRIZZLE_APP, "drizzle.config.ts": kit })
  expect(await init(app)).toBe(0)
  expect(await app.read(file)).toContain("auth_sessions")
})
