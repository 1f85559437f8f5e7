import { expect, test } from "vitest"
import { temporaryApp, type TemporaryApp } from "../app.fixture.ts"
import { initCommand } from "./index.ts"
import { schemaCommand } from "../schema/index.ts"
import {
  D1_APP,
  DRIZZLE_APP,
  DRIZZLE_CUSTOMERS_APP,
  DRIZZLE_D1_APP,
  DRIZZLE_USERS_APP,
  PRISMA_APP,
  PRISMA_CUSTOMERS_APP,
} from "./own-database.fixture.ts"

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
  expect(app.output.out).toContain(
    "Add a column to usersTable in db/schema.ts, for the date of a verified address: emailVerified: bigint(",
  )
})

const CUSTOMERS = "db/schema.ts#customers"
const MAPPED = '{ table: tables.customers, columns: { email: "mailAddress", emailVerified: "confirmedAt" } }'
const foreignKeys = (text: string) => [...text.matchAll(/foreignColumns: \[(.*)\]/g)].map(([, target]) => target)

test("an app whose users have other names keeps them, and learns how to choose another table", async () => {
  await using app = await temporaryApp(["next"], DRIZZLE_CUSTOMERS_APP)
  expect(await init(app)).toBe(0)
  expect(await app.read("auth.ts")).toContain(`DrizzleAdapter(db, { ...tables, users: ${MAPPED} })`)
  const schema = await app.read("db/schema.ts")
  expect([schema.includes("auth_users"), foreignKeys(schema)]).toEqual([false, Array(3).fill("customers.id")])
  const { out } = app.output
  expect(out).toContain(
    `= Users stay in ${CUSTOMERS}. For another one, pass --users <module>#<table>, or --users new\n`,
  )
  expect(out).toContain(
    "for customers in db/schema.ts. Check it: is `mailAddress` the address, and `confirmedAt` the date of its verification?",
  )
  expect(out).toContain("A new user has no plan, which customers in db/schema.ts requires. Give it a default")
  expect(out).toContain("npx drizzle-kit migrate. If you use `push`: npx drizzle-kit push\n")
  const rows = "If customers has rows, change them once, such as:"
  expect(out).toContain(`${rows} update "customers" set "mailAddress" = lower("mailAddress");\n`)
  const option = MAPPED.replace("tables.", "").replace(" }", ' }, fields: ["plan"]')
  expect(out).toContain(`such as plan, name them in DrizzleAdapter: users: ${option}\n`)
})

test("after `schema`, init still says to migrate what drizzle-kit hasn't read", async () => {
  await using app = await temporaryApp(["next"], DRIZZLE_CUSTOMERS_APP)
  await schemaCommand(["drizzle", "--users", CUSTOMERS, "--out", "db/auth.ts"], app.environment)
  app.output.out = ""
  expect(await init(app)).toBe(0)
  expect(app.output.out).toContain("= Your app has all of Latchkit's tables and columns")
  expect(app.output.out).toMatch(/drizzle-kit doesn't read db\/auth\.ts yet[^]*Create the migration, and run it/)
})

test("a Worker with Drizzle and D1 keeps its users, and needs no second query builder or migration tool", async () => {
  await using app = await temporaryApp(["hono", "wrangler", "drizzle-orm"], DRIZZLE_D1_APP)
  expect(await init(app)).toBe(0)
  const text = await app.read("src/auth.ts")
  expect(text).toContain("export const config = (DB: D1Binding) => defineConfig({")
  expect(text).toContain(
    'adapter: DrizzleAdapter(drizzle(DB), { ...tables, users: { table: tables.members, columns: { id: "memberId", email: "emailAddress", emailVerified: "verifiedAt" } } })',
  )
  expect(text).not.toMatch(/kysely|Nodemailer/i)
  const schema = await app.read("src/db/schema.ts")
  expect([foreignKeys(schema), schema.includes('sqliteTable(\n  "auth_sessions"')]).toEqual([
    Array(3).fill("members.memberId"),
    true,
  ])
  const { out } = app.output
  expect(out).toContain("npx drizzle-kit generate, npx wrangler d1 migrations apply DB --local")
  expect(out).toContain('such as: update "members" set "email_address" = lower("email_address");\n')
  expect(out).not.toMatch(/sql\/\d+_auth\.sql|kysely|drizzle-kit migrate/)
})

test.each([
  ["SvelteKit", "@sveltejs/kit", "src/auth.ts", "({ platform }: RequestEvent)", "platform?.env.DB"],
  ["Next with OpenNext", "next", "auth.ts", "()", "getCloudflareContext().env.DB"],
])("%s with Drizzle and D1 keeps its users, with an adapter for each binding", async (_, name, config, given, db) => {
  const packages = [name, "@opennextjs/cloudflare", "drizzle-orm"]
  await using app = await temporaryApp(packages, DRIZZLE_D1_APP)
  expect(await init(app)).toBe(0)
  const text = await app.read(config)
  expect(text).toContain(`export const config = ${given} => defineConfig({`)
  expect(text).toContain(`adapter: adapterOn(${db}),`)
  expect(text).toContain("DrizzleAdapter(drizzle(database), { ...tables, users: { table: tables.members, columns: {")
  expect(text).not.toMatch(/kysely|Nodemailer|loadEnvFile/i)
  expect(app.output.out).toContain("npx drizzle-kit generate, npx wrangler d1 migrations apply DB --local")
  expect(app.output.out).not.toMatch(/sql\/\d+_auth\.sql|kysely|nodemailer/)
  // A database that the app exports comes first
  await app.write("src/db/client.ts", 'import { drizzle } from "drizzle-orm/d1"\n\nexport const db = drizzle(env.DB)\n')
  expect(await init(app, "--overwrite")).toBe(0)
  expect(await app.read(config)).toContain("DrizzleAdapter(db, { ...tables,")
})

test("an app of Next whose pages are in src gets its files there, because a folder app would replace them", async () => {
  await using app = await temporaryApp(["next"], { ...DRIZZLE_APP, "src/app/layout.tsx": "", "src/app/page.tsx": "" })
  expect(await init(app)).toBe(0)
  expect(await app.read("src/auth.ts")).toContain('import { db } from "../db/index.ts"')
  expect(await app.read("src/app/api/auth/[...path]/route.ts")).toContain('from "../../../../auth"')
  expect(await app.read("src/app/protected/page.tsx")).toContain('from "../../auth"')
  await expect(app.read("auth.ts")).rejects.toThrow("ENOENT")
  await app.write("app/page.tsx", "") // Next ignores src/app now
  expect(await init(app)).toBe(0)
  expect(await app.read("app/protected/page.tsx")).toContain('from "../../auth"')
})

test("the developer chooses the table of the users, and no prompt has its default twice", async () => {
  const asked: string[] = []
  await using app = await temporaryApp(["next"], DRIZZLE_CUSTOMERS_APP)
  const ask = async (question: string) => (asked.push(question), question.startsWith("Users") ? "new" : "")
  expect(await initCommand(["--no-install"], { ...app.environment, ask })).toBe(0)
  expect(asked).toContain(`Users' table (db/schema.ts#subscribers, ${CUSTOMERS}, new) [${CUSTOMERS}]: `)
  expect(asked).toContain("Sign up with email and password? (Y/n): ")
  expect(await app.read("db/schema.ts")).toContain('"auth_users"')
  expect(await app.read("auth.ts")).toContain("DrizzleAdapter(db, tables)")
})

test("a table of users that foreign keys don't refer to is named, with what to change", async () => {
  await using app = await temporaryApp(["next"], DRIZZLE_CUSTOMERS_APP)
  await init(app, "--users", "new")
  const before = await app.read("db/schema.ts")
  expect(await schemaCommand(["drizzle", "--users", CUSTOMERS, "--out", "db/schema.ts"], app.environment)).toBe(1)
  expect(app.output.err).toBe(
    "✗ The foreign keys of accounts, sessions and authenticators refer to users, and not to customers. In each of these tables, " +
      "write `userId: text().notNull()` and `foreignColumns: [customers.id]`. Remove users if nothing else uses it, and run this again\n",
  )
  expect(await app.read("db/schema.ts")).toBe(before)
  expect(app.output.out).not.toContain("has all")
  // Corrected by hand, also without `--users` and with the old table
  await app.write("db/schema.ts", before.replaceAll("foreignColumns: [users.id]", "foreignColumns: [customers.id]"))
  expect(await schemaCommand(["drizzle", "--out", "db/schema.ts"], app.environment)).toBe(0)
  expect(app.output.out).toContain("= Your app has all")
})

test("init after schema takes the table and the module that schema wrote", async () => {
  await using app = await temporaryApp(["next"], DRIZZLE_CUSTOMERS_APP)
  await schemaCommand(["drizzle", "--users", CUSTOMERS, "--out", "db/auth-tables.ts"], app.environment)
  expect(app.output.out).toContain(
    'doesn\'t read db/auth-tables.ts yet. Add it to drizzle.config: schema: ["./db/schema.ts", "./db/auth-tables.ts"]\n',
  )
  expect(await init(app)).toBe(0)
  const text = await app.read("auth.ts")
  expect(text).toContain('import { customers } from "./db/schema.ts"')
  expect(text).toContain(`{ ...tables, users: ${MAPPED.replace("tables.", "")} }`)
  expect(app.output.out).toContain("= Your app has all")
  expect(await app.read("db/schema.ts")).toBe(DRIZZLE_CUSTOMERS_APP["db/schema.ts"])
})

test("an app with a Prisma model of another name keeps it", async () => {
  await using app = await temporaryApp(["express"], PRISMA_CUSTOMERS_APP)
  expect(await init(app)).toBe(0)
  expect(await app.read("auth.ts")).toContain(
    'PrismaAdapter(prisma, { user: { model: "customer", columns: { email: "mailAddress" } } })',
  )
  expect(await app.read("prisma/schema.prisma")).not.toContain("model User")
  expect(app.output.out).toContain("= Users stay in Customer. For another one, pass --users <Model>, or --users new\n")
})

test("a Prisma model of users that relations don't refer to is named", async () => {
  await using app = await temporaryApp(["express"], PRISMA_CUSTOMERS_APP)
  await init(app, "--users", "new")
  expect(await app.read("prisma/schema.prisma")).toContain("model User {")
  expect(await schemaCommand(["prisma", "--users", "Customer"], app.environment)).toBe(1)
  expect(app.output.err).toContain(
    "The foreign keys of AuthAccount, AuthSession and AuthAuthenticator refer to User, and not to Customer.",
  )
})

test.each([
  ["no Drizzle or Prisma", {}, CUSTOMERS, /--users is for a database of Drizzle or Prisma, and the database is sqlite/],
  ["no such table", DRIZZLE_APP, CUSTOMERS, /db\/schema\.ts has no table customers\. Its tables are posts/],
  ["a model User", PRISMA_APP, "new", /There is a model User already\. Pass --users User/],
  ["no such model", PRISMA_APP, "Person", /There is no model Person\. The models are User/],
])("--users in an app with %s fails, and writes nothing", async (_, files, users, message) => {
  await using app = await temporaryApp(["next"], files)
  await expect(init(app, "--users", users)).rejects.toThrow(message)
  await expect(app.read("auth.ts")).rejects.toThrow("ENOENT")
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
  await app.write("src/index.ts", "const app = new Hono()\n") // as `create-hono` writes it, where `env` has no type
  await init(app)
  expect(app.output.out).toContain('such as: new Hono<{ Bindings: Env }>() and app.all("/auth/*"')
})

test("--dry-run says what the tables get, and changes nothing", async () => {
  await using app = await temporaryApp(["next"], DRIZZLE_CUSTOMERS_APP)
  const users = ["--users", "db/schema.ts#subscribers"]
  expect(await initCommand(["--dry-run", ...users], app.environment)).toBe(0)
  expect(app.output.out).toContain("Users stay in db/schema.ts#subscribers\n")
  expect(app.output.out).toContain("+ db/schema.ts: auth_accounts, auth_sessions, ")
  expect(await app.read("db/schema.ts")).toBe(DRIZZLE_CUSTOMERS_APP["db/schema.ts"])
  await init(app, ...users)
  app.output.out = ""
  await initCommand(["--dry-run"], app.environment)
  expect(app.output.out).toContain("= Your app has all of Latchkit's tables and columns")
  expect(app.output.out).not.toContain("+ db/schema.ts")
})

test("a module that can't get the tables is named, with the command to run", async () => {
  const taken = { "db/schema.ts": `${DRIZZLE_APP["db/schema.ts"]}\nexport const sessions = new Map()\n` }
  await using app = await temporaryApp(["next"], { ...DRIZZLE_APP, ...taken })
  expect(await init(app)).toBe(0)
  expect(app.output.err).toContain("✗ The module has something else named sessions")
  expect(app.output.out).toContain(
    "Correct the mistake above, and write Latchkit's tables: npx latchkit schema drizzle --out db/schema.ts",
  )
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
