import { expect, test, vi } from "vitest"
import { temporaryApp } from "./app.fixture.ts"
import { doctorCommand } from "./doctor.ts"
import { initCommand } from "./init/index.ts"
import { DRIZZLE_CUSTOMERS_APP, PRISMA_CUSTOMERS_APP } from "./init/own-database.fixture.ts"
import { ownerFindings } from "./owner-findings.ts"

const INIT = ["--no-install", "--yes", "--framework", "next"]
const WRONG = {
  drizzle:
    "The foreign keys of accounts, sessions and authenticators refer to customers, and not to subscribers, where",
  prisma:
    "The foreign keys of AuthAccount, AuthSession and AuthAuthenticator refer to User, and not to Customer, where",
} as const

test.each([
  ["(db, { ...tables, users: tables.subscribers })", [WRONG.drizzle]],
  ["(db, { ...tables, users: { table: subscribers, columns: { image: 'a, b' } } })", [WRONG.drizzle]],
  ["(db, { ...tables, users: tables.customers })", []],
  ["(db, { ...tables, users: { table: customers } })", []],
  ["(db, tables)", []],
  ["(db, tablesFor(db))", []],
])("compares the foreign keys with the users of DrizzleAdapter%s", async (given, expected) => {
  await using app = await temporaryApp(["next"], DRIZZLE_CUSTOMERS_APP)
  await initCommand(INIT, app.environment)
  await app.write("auth.ts", `// DrizzleAdapter(x, { users: posts })\nexport const adapter = DrizzleAdapter${given}\n`)
  const said = (await ownerFindings(app.folder, "auth.ts")).map(({ text }) => text)
  expect(said).toEqual(expected.map((text) => expect.stringContaining(text)))
})

test("a namespace of tables has `users`, unless it is imported under that name", async () => {
  await using app = await temporaryApp(["next"], DRIZZLE_CUSTOMERS_APP)
  await initCommand([...INIT, "--users", "new"], app.environment)
  const said = async () => (await ownerFindings(app.folder, "auth.ts")).length
  expect(await said()).toBe(0)
  await app.write("db/schema.ts", (await app.read("db/schema.ts")).replaceAll("[users.id]", "[customers.id]"))
  expect(await said()).toBe(1)
  await app.write(
    "auth.ts",
    `import { customers as users } from "./db/schema"\nDrizzleAdapter(db, { ...tables, users })`,
  )
  expect(await said()).toBe(0)
})

test.each([
  ['(prisma, { user: "customer" })', [WRONG.prisma]],
  ['(prisma, { user: { columns: {}, model: "user" } })', []],
  ["(prisma)", []],
  ["(prisma, options)", []],
])("compares the relations with the model of PrismaAdapter%s", async (given, expected) => {
  await using app = await temporaryApp(["next"], PRISMA_CUSTOMERS_APP)
  await initCommand([...INIT, "--users", "new"], app.environment)
  await app.write("auth.ts", `export const adapter = PrismaAdapter${given}\n`)
  const said = (await ownerFindings(app.folder, "auth.ts")).map(({ text }) => text)
  expect(said).toEqual(expected.map((text) => expect.stringContaining(text)))
})

test("doctor reports it, and says how to run it again as it was run", async () => {
  await using app = await temporaryApp([], DRIZZLE_CUSTOMERS_APP)
  await initCommand(INIT, app.environment)
  const auth = `const DrizzleAdapter = () => ({ getUser: () => null })
const [db, tables] = [{}, {}]
export const config = { providers: [], adapter: DrizzleAdapter(db, { ...tables, users: tables.subscribers }) }\n`
  await app.write("own.mjs", auth)
  // The command sets the variables of the app too, for the app's module
  vi.stubEnv("AUTH_URL", "https://acme.test").stubEnv("AUTH_SECRET", "dK3o9Qp1zX7uWc5eRt2yUi8oPa4sDf6g")
  const environment = { ...app.environment, env: { NODE_ENV: "production", AUTH_URL: "https://acme.test" } }
  expect(await doctorCommand(["own.mjs", "--prefix", "auth_", "--base-path", "/auth"], environment)).toBe(1)
  expect(app.output.out).toContain(`✗ ${WRONG.drizzle}`)
  expect(app.output.out).toContain(
    "2. Check again: NODE_ENV=production npx latchkit doctor own.mjs --base-path /auth --prefix auth_\n",
  )
  await doctorCommand(["own.mjs", "--url", "postgres://ada:secret@127.0.0.1:9/app"], environment)
  expect(app.output.out).toContain('npx latchkit doctor own.mjs --url "$DATABASE_URL"\n')
  expect(app.output.out).not.toContain("secret@")
  vi.unstubAllEnvs()
})
