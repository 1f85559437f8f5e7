import { readFile } from "node:fs/promises"
import { describe, expect, test } from "vitest"
import { temporaryApp, type TemporaryApp } from "../app.fixture.ts"
import { schemaCommand } from "./index.ts"

const HEAD = 'generator client {\n  provider = "prisma-client"\n}\n\ndatasource db {\n  provider = "sqlite"\n}\n'
/** Would fail if the command loaded it. */
const NEVER_LOADED = 'throw new Error("loaded")\n'
const KEPT = "= Your schema has all of Latchkit's models and fields\n"
const recorded = () => readFile("e2e/apps/prisma/sqlite/schema.prisma", "utf8")

/** Runs the command, and returns what it has printed since the last run. */
async function prisma(app: TemporaryApp, ...words: string[]) {
  Object.assign(app.output, { out: "", err: "" })
  const code = await schemaCommand(["prisma", ...words], app.environment)
  return { code, ...app.output }
}

describe("schema prisma", () => {
  test("adds the models that the adapter's contract runs on, and nothing when it runs again", async () => {
    const whole = await recorded()
    await using app = await temporaryApp([], { "prisma/schema.prisma": whole.slice(0, whole.indexOf("\n// latchkit")) })
    const { code, out } = await prisma(app)
    expect([code, await app.read("prisma/schema.prisma")]).toEqual([0, whole])
    expect(out).toMatch(/^\+ prisma\/schema\.prisma: User, AuthAccount, AuthSession, .*, AuthAccountRecord\n/)
    expect(out).toContain("npx prisma migrate dev --name latchkit")
    expect(await prisma(app)).toEqual({ code: 0, out: KEPT, err: "" })
    expect(await app.read("prisma/schema.prisma")).toBe(whole)
  })

  test("after an upgrade, adds exactly the missing models and fields, and edits stay", async () => {
    const whole = (await recorded()).replace(
      "createdAt    DateTime?",
      'createdAt    DateTime? @map("created") // model X {',
    )
    const older = whole
      .replace(/ {2}userAgent .*\n/, "")
      .replace(/ {2}lastUsedAt .*\n/, "")
      .replace(/\nmodel AuthCounter[^]*?\n\}\n/, "")
    await using app = await temporaryApp([], { "schema.prisma": older })
    expect((await prisma(app)).out).toContain(
      "+ schema.prisma: AuthCounter, AuthSession.userAgent, AuthAuthenticator.lastUsedAt\n",
    )
    const completed = await app.read("schema.prisma")
    expect(completed.split("\n").toSorted()).toEqual(whole.split("\n").toSorted())
    expect(completed.endsWith('@@map("auth_counters")\n}\n\n// latchkit:end\n')).toBe(true)
  })

  const documented = "stories/docs/examples/database/prisma/schema.prisma"

  test("adds marked lines to the app's own users, as in the documentation, whose types owners get", async () => {
    const whole = await readFile(documented, "utf8")
    const before = whole.slice(0, whole.indexOf("\n// latchkit:begin")).replace(/(\n {2}\w+ .*\/\/ latchkit)+\n/, "")
    expect(before).not.toContain("// latchkit")
    await using app = await temporaryApp([], {
      "db.prisma": before,
      "prisma.config.ts": `${NEVER_LOADED}export default defineConfig({ schema: "db.prisma" })`,
    })
    const { out } = await prisma(app)
    expect(out).toContain('user: { model: "user", columns: { emailVerified: "verifiedAt" }, fields: ["fullName"] }\n')
    expect(await app.read("db.prisma")).toBe(whole)
    expect(out).toContain(
      'PrismaAdapter(prisma, { user: { model: "user", columns: { emailVerified: "verifiedAt" } } })',
    )
    await app.write("db.prisma", whole.replace(/ {2}authSessions .*\n/, ""))
    expect((await prisma(app)).out).toContain("+ db.prisma: User.authSessions\n")
    expect((await app.read("db.prisma")).replaceAll(/ +/g, " ").split("\n").toSorted()).toEqual(
      whole.replaceAll(/ +/g, " ").split("\n").toSorted(),
    )
  })

  test("completes a model of another name, with another prefix, and knows both in the next run", async () => {
    const numbered = await readFile("e2e/apps/prisma/numbered/schema.prisma", "utf8")
    const own = numbered
      .slice(0, numbered.indexOf("\n// latchkit:begin"))
      .replace(/\n( {2}\w+ +\S+ \/\/ latchkit\n)+/, "")
    await using app = await temporaryApp([], { "prisma/schema.prisma": own })
    const { out } = await prisma(app, "--users", "account_holder", "--prefix", "acme_")
    expect(out).toContain(
      '{ user: { model: "account_holder", columns: { id: "holder_id", emailVerified: "verified" } }, account: "acmeAccount", ',
    )
    const moments = (text: string) => text.replaceAll("DateTime", "BigInt").replaceAll(/ +/g, " ")
    expect(moments(await app.read("prisma/schema.prisma"))).toBe(moments(numbered))
    expect((await prisma(app, "--prefix", "acme_")).out).toBe(KEPT)
  })

  test("completes models of Auth.js, whose names the adapter is told, unless a prefix says otherwise", async () => {
    const authjs = await readFile("e2e/apps/authjs/prisma/schema.prisma", "utf8")
    const own = authjs.replace(/^model Authenticator[^]*/m, "").replace("model User {", "model User {\n  role String?")
    await using app = await temporaryApp([], { "schema.prisma": own })
    const { out } = await prisma(app)
    expect(out).toContain(
      "+ schema.prisma: AuthAuthenticator, AuthCounter, AuthAccountRecord, Account.extra, Session.createdAt, Session.userAgent, User.sessionEpoch, ",
    )
    expect(out).toContain(
      'PrismaAdapter(prisma, { account: "account", session: "session", verificationToken: "verificationToken" })',
    )
    expect(out).toContain('such as role, name them in PrismaAdapter: user: { model: "user", fields: ["role"] }\n')
    expect(out).toContain("in lower case. If User has rows, change them once\n")
    expect((await prisma(app)).out).toBe(KEPT)
    await app.write("schema.prisma", authjs)
    expect((await prisma(app, "--prefix", "latchkit_")).out).toContain(
      "+ schema.prisma: LatchkitAccount, LatchkitSession, ",
    )
  })

  test("puts new models into the schema of the app's users, if the database has several", async () => {
    const head = HEAD.replace("sqlite", "postgresql").replace(
      /(provider = "postgresql")/,
      '$1\n  schemas = ["app", "auth"]',
    )
    const users = 'model User {\n  id String @id\n  email String?\n  emailVerified DateTime?\n\n  @@schema("auth")\n}\n'
    await using app = await temporaryApp([], { "prisma/schema.prisma": head + users })
    await prisma(app)
    const text = await app.read("prisma/schema.prisma")
    expect(text.match(/@@map\("auth_\w+"\)\n {2}@@schema\("auth"\)\n\}/g)?.length).toBe(6)
    expect((await prisma(app)).out).toBe(KEPT)
  })

  test("names the fields of the app's users that a new user has no value for", async () => {
    const fields = [
      ...["id Int @id @default(autoincrement())", "email String @unique", "age Int", 'plan String @default("free")'],
      ...["name String", "team Team?", "posts Post[]", "updatedAt DateTime @updatedAt", "company Company"],
    ]
    const models = `${HEAD}model User {\n${fields.join("\n")}\n}\n\nmodel Company {\n  id Int @id\n}\n`
    await using app = await temporaryApp([], { "schema.prisma": models })
    expect((await prisma(app)).out).toContain("A new user has no age, which User requires. Make")
  })

  test("writes a file of its own into a schema that is a folder, and changes no other but the users", async () => {
    const user =
      "model User {\n  id            Int       @id @default(autoincrement())\n  email         String?\n  emailVerified DateTime?\n}\n"
    const post = "model Post {\n  id Int @id\n}\n"
    await using app = await temporaryApp([], {
      "prisma/main.prisma": HEAD,
      "prisma/models/user.prisma": user,
      "prisma/models/post.prisma": post,
      "prisma.config.ts": 'export default { schema: path.join("prisma") }',
    })
    expect((await prisma(app)).out).toMatch(/^\+ prisma\/models\/user\.prisma, prisma\/latchkit\.prisma: AuthAccount, /)
    expect([await app.read("prisma/main.prisma"), await app.read("prisma/models/post.prisma")]).toEqual([HEAD, post])
    const lines = [
      "sessionEpoch       DateTime?",
      "authAccounts       AuthAccount[]",
      "authSessions       AuthSession[]",
      "authAuthenticators AuthAuthenticator[]",
    ]
    expect(await app.read("prisma/models/user.prisma")).toBe(
      user.replace("}\n", `\n${lines.map((line) => `  ${line} // latchkit\n`).join("")}}\n`),
    )
    const own = await app.read("prisma/latchkit.prisma")
    expect(own).toMatch(/^\/\/ Latchkit's models\. [^\n]*\n\nmodel AuthAccount \{/)
    expect(own).toContain("  userId            Int\n")
    expect((await prisma(app)).out).toBe(KEPT)
  })

  test.each<[string, readonly string[], string, string]>([
    [
      "no schema",
      ["--out", "none.prisma"],
      "",
      "No schema of Prisma was found: there is no none.prisma. Pass its path to --out",
    ],
    [
      "another database",
      [],
      HEAD.replace("sqlite", "mysql"),
      "The provider is mysql, and PrismaAdapter supports postgresql and sqlite",
    ],
    [
      "a missing model of users",
      ["--users", "Person"],
      `${HEAD}model Human {\n  id Int @id\n}\n`,
      "There is no model Person. The models are Human",
    ],
    [
      "users without a key",
      [],
      `${HEAD}model User {\n  a Int\n  b Int\n\n  @@id([a, b])\n}\n`,
      "The model User has no field with @id",
    ],
    [
      "a key of an unknown type",
      [],
      `${HEAD}model User {\n  id Bytes @id\n}\n`,
      "The key of User is id Bytes @id. Its type must be String, Int or BigInt",
    ],
    [
      "a model that the app has",
      [],
      `${HEAD}model AuthSession {\n  id Int @id\n}\n`,
      "prisma/schema.prisma has another model AuthSession, without sessionToken, userId. Rename it, or pass another prefix",
    ],
    ["an option of other tools", ["--dialect", "sqlite"], HEAD, "--dialect isn't for prisma"],
    ["a folder of SQL files", ["--from", "migrations"], HEAD, "--from is for sql"],
  ])("reports %s, and changes nothing", async (_, words, schema, message) => {
    await using app = await temporaryApp([], { "prisma/schema.prisma": schema })
    const { code, err } = await prisma(app, ...words)
    expect([code, err]).toEqual([1, expect.stringContaining(message)])
    expect(await app.read("prisma/schema.prisma")).toBe(schema)
  })
})
