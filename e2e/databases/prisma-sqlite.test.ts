import * as vitest from "vitest"
import { PrismaAdapter } from "../../server/adapters/prisma.ts"
import { runAdapterContract } from "../../server/testing/adapter-contract.ts"
import { isLong } from "../../server/test-kit/long.ts"
import { raceSuite } from "./race-suite.ts"
import { openPrismaSqlite } from "../apps/prisma/sqlite.ts"

const { describe, expect, test } = vitest
const inAnHour = () => new Date(Date.now() + 3_600_000)

const { prisma } = await openPrismaSqlite("sqlite")
const adapter = PrismaAdapter(prisma)
const engine = Reflect.get(prisma, "_engineConfig") as { inlineSchema: string }
const schemaText = engine.inlineSchema
/** Prisma's client with other parts. */
const changed = (parts: object) =>
  new Proxy(prisma, { get: (target, name) => Reflect.get({ ...parts }, name) ?? Reflect.get(target, name) })

describe("PrismaAdapter on SQLite", () => {
  runAdapterContract(adapter, { disconnect: () => prisma.$disconnect() }, vitest)
  if (isLong) raceSuite(() => adapter)

  // The driver has one connection. A query beside an open transaction would be part of it
  test("a value that is claimed while another transaction fails stays claimed (threat 146)", async () => {
    const { promise: claimed, resolve: claim } = Promise.withResolvers<boolean>()
    const failed = adapter.transaction(async (within) => {
      await within.increment?.("beside", inAnHour())
      claim(adapter.claimOnce("one-time", inAnHour()))
      await new Promise((resolve) => setTimeout(resolve, 50))
      throw new Error("stop")
    })
    await expect(failed).rejects.toThrow("stop")
    expect([await claimed, await adapter.claimOnce("one-time", inAnHour())]).toEqual([true, false])
    expect(await adapter.increment("beside", inAnHour())).toBe(1)
  })

  test("claims a value for one of 50 parallel requests, and counts each of 50", async () => {
    const fifty = <T>(run: () => T) => Promise.all(Array.from({ length: 50 }, run))
    const claims = await fifty(() => adapter.claimOnce("fifty", inAnHour()))
    expect(claims.filter(Boolean).length).toBe(1)
    const counts = await fifty(() => adapter.increment("fifty", inAnHour()))
    expect(new Set(counts)).toEqual(new Set(Array.from({ length: 50 }, (_, index) => index + 1)))
  })

  test("a user without a name fits a field that is required", async () => {
    const inlineSchema = schemaText.replace(/^( +(?:name|image) +String)\?/gm, "$1")
    const required = PrismaAdapter(changed({ _engineConfig: { ...engine, inlineSchema } }))
    const { id } = await required.createUser({ id: "", email: "nameless@app.test", emailVerified: null })
    expect(await required.getUser(id)).toMatchObject({ name: null, image: null })
    expect(await prisma.user.findMany({ where: { id } })).toMatchObject([{ name: "", image: "" }])
    expect(await required.updateUser({ id, name: "Ada" })).toMatchObject({ name: "Ada", image: null })
  })

  test("reads from the primary database, whatever `@prisma/extension-read-replicas` does", async () => {
    const behind = { query: { $allModels: { findMany: async () => [] } }, client: { $primary: () => prisma } }
    const extended = prisma.$extends(behind as object) as unknown as typeof prisma // it keeps the models
    const { id } = await PrismaAdapter(extended).createUser({ id: "", email: "primary@app.test", emailVerified: null })
    expect(await PrismaAdapter(extended).getUser(id)).toMatchObject({ email: "primary@app.test" })
  })

  test("a user whom an extension hides stays hidden, also if it was added after the replicas", async () => {
    const primary = { client: { $primary: () => prisma } }
    const hiding = async ({ args, query }: Run) =>
      query({ ...args, where: { AND: [Reflect.get(args, "where"), { NOT: { email: "hidden@app.test" } }] } })
    const replicated = prisma.$extends(primary as object) as unknown as typeof prisma // it keeps the models
    const extended = replicated.$extends({ query: { user: { findMany: hiding } } } as object)
    const { id } = await adapter.createUser({ id: "", email: "hidden@app.test", emailVerified: null })
    await adapter.createSession({ sessionToken: "hidden", userId: id, expires: inAnHour() })
    const hidingAdapter = PrismaAdapter(extended as unknown as typeof prisma) // the same
    expect([await hidingAdapter.getUser(id), await hidingAdapter.getSessionAndUser("hidden")]).toEqual([null, null])
  })

  test("an app's own extension sees the lookup of a session", async () => {
    const models: string[] = []
    const see = ({ model, args, query }: Run) => (models.push(model), query(args))
    const extension: object = { query: { $allModels: { $allOperations: see } } }
    const extended = PrismaAdapter(prisma.$extends(extension) as unknown as typeof prisma) // it keeps the models
    const { id } = await adapter.createUser({ id: "", email: "seen@app.test", emailVerified: null })
    await adapter.createSession({ sessionToken: "seen", userId: id, expires: inAnHour() })
    expect(await extended.getSessionAndUser("seen")).toMatchObject({ user: { email: "seen@app.test" } })
    expect(models).toEqual(["AuthSession", "User"])
  })
})

interface Run {
  model: string
  args: object
  query(args: object): Promise<unknown>
}

describe("PrismaAdapter rejects at the start", () => {
  const field = (modelName: string, typeName: string) => ({ modelName, typeName })

  test.each([
    ["nothing", undefined, "got undefined. Pass a `PrismaClient` of Prisma 7"],
    ["a Promise", Promise.resolve(prisma), "got a Promise"],
    [
      "D1",
      changed({ _engineConfig: { adapter: { adapterName: "@prisma/adapter-d1" } } }),
      "Prisma on D1 isn't atomic: a failed transaction leaves rows. Use `DrizzleAdapter`, or `SqlAdapter` with `d1Dialect`",
    ],
    ["MySQL", changed({ _activeProvider: "mysql" }), "supports PostgreSQL and SQLite, not mysql"],
    [
      "a missing model",
      changed({ authCounter: {} }),
      "the client has no model `authCounter`. `npx latchkit schema prisma` adds it",
    ],
    [
      "a missing field",
      changed({ user: { fields: { id: field("User", "String") } } }),
      "`user` has no field `email`; `user` has no field `emailVerified`",
    ],
    [
      "an owner of another type",
      changed({ user: { fields: { ...prisma.user.fields, id: field("User", "Int") } } }),
      "`authAccount.userId` is String, but the users' key is Int",
    ],
  ])("%s", (_, client, message) => {
    expect(() => PrismaAdapter(client as typeof prisma)).toThrow(message)
  })

  test.each([
    [{ user: { model: "user", fields: ["role"] } }, "`user` has no field `role`"],
    [{ account: "linkedAccount" }, "the client has no model `linkedAccount`"],
  ] as const)("%o", (options, message) => {
    expect(() => PrismaAdapter(prisma, options as object)).toThrow(message)
  })

  test.each([
    ["@db.Citext", "`user.email`: citext ignores capitals. Use String"],
    ["@db.Uuid", "the users' key is String @db.Uuid"],
    ["@db.Timestamptz(0)", "`user.sessionEpoch`: it keeps whole seconds. Use @db.Timestamptz(3)"],
    ["@db.Date", "`user.emailVerified`: @db.Date can't hold a moment"],
  ])("a column with %s", (native, message) => {
    const [, name = ""] = /\.(\w+)/.exec(message) ?? []
    const line = new RegExp(`^( +${native === "@db.Uuid" ? "id" : name} .*)$`, "m")
    const client = changed({ _engineConfig: { inlineSchema: schemaText.replace(line, `$1 ${native}`) } })
    expect(() => PrismaAdapter(client)).toThrow(message)
  })

  test.each([
    ["age Int", "`user.age` is required. Give it a default, or name it in `fields`"],
    ["age Int // @default(1)", "`user.age` is required"],
    ["age Int @default(autoincrement())", undefined],
    ["age Int?", undefined],
    ["posts Post[]", undefined],
    ["emailVerified DateTime", "`user.emailVerified`: a new user has no value. Let it be null"],
  ])("or accepts the field %s", (line, message) => {
    const [name = ""] = line.split(" ")
    const schema = schemaText
      .replace(new RegExp(`^ +${name} .*\n`, "m"), "")
      .replace("model User {", `model User {\n  ${line}`)
    const fields = { ...prisma.user.fields, ...(name === "age" && { age: { modelName: "User", typeName: "Int" } }) }
    const client = changed({ user: { fields }, _engineConfig: { inlineSchema: schema } })
    if (message === undefined) expect(() => PrismaAdapter(client)).not.toThrow()
    else expect(() => PrismaAdapter(client)).toThrow(message)
  })
})

if (isLong) {
  const numbered = await openPrismaSqlite("numbered")
  // The recorded client has no types of its models
  const options: object = {
    user: {
      model: "account_holder",
      columns: { id: "holder_id", emailVerified: "verified", name: "fullName", image: "avatarUrl" },
      fields: ["credits", "likesCats", "bornAt"],
    },
    account: "acmeAccount",
    session: "acmeSession",
    verificationToken: "acmeVerificationToken",
    authenticator: "acmeAuthenticator",
    counter: "acmeCounter",
    accountRecord: "acmeAccountRecord",
  }
  const onNumbered = PrismaAdapter(numbered.prisma, options)

  describe("PrismaAdapter on an app's models with integers as keys", () => {
    runAdapterContract(onNumbered, { disconnect: () => numbered.prisma.$disconnect() }, vitest)

    test("reads and writes the app's own fields", async () => {
      const bornAt = new Date("1815-12-10T00:00:00.000Z")
      const ada = { id: "", email: "own@app.test", emailVerified: null, likesCats: true, bornAt }
      const created = await onNumbered.createUser(ada)
      expect(created).toMatchObject({ id: expect.stringMatching(/^\d+$/), credits: 7, likesCats: true, bornAt })
      await onNumbered.createSession({ sessionToken: "own", userId: created.id, expires: inAnHour() })
      await onNumbered.updateUser({ id: created.id, credits: 9 } as object as typeof created) // an app declares it in `AdapterUser`
      const read = (await onNumbered.getSessionAndUser("own"))?.user
      expect(read).toMatchObject({ credits: 9, likesCats: true, bornAt })
    })
  })
}
