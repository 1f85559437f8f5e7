import { DatabaseSync } from "node:sqlite"
import { Kysely } from "kysely"
import { describe, expect, test } from "vitest"
import { createAuth } from "../service/auth.ts"
import { defineConfig } from "../index.ts"
import { mintSession } from "../testing/mint-session.ts"
import type { AdapterUser } from "./contract.ts"
import { SqlAdapter, sqliteDialect } from "./sql.ts"

const ADA = { id: "ada", email: "ada@app.test", emailVerified: null, role: "admin" }

/** Opens a database whose users' table has a column of the app. */
async function open(userFields?: readonly string[], type = "text") {
  const file = new DatabaseSync(":memory:")
  const adapter = SqlAdapter(new Kysely<object>({ dialect: sqliteDialect(file) }), { userFields })
  await adapter.migrate()
  file.exec(`alter table auth_users add column role ${type}`)
  return adapter
}

describe("the option userFields", () => {
  test("stores a column of the app, reads it into the user and changes it", async () => {
    const adapter = await open(["role"])
    expect(await adapter.createUser(ADA)).toMatchObject({ role: "admin" })
    expect(await adapter.getUserByEmail(ADA.email)).toMatchObject({ role: "admin" })
    const changes = { id: "ada", role: "member" } // an app declares the field in `AdapterUser`
    await adapter.updateUser(changes)
    expect(await adapter.getUser("ada")).toMatchObject({ role: "member" })
  })

  test("ignores columns that Latchkit reads anyway, so that a date stays one", async () => {
    const adapter = await open(["role", "emailVerified"])
    const { id } = await adapter.createUser({ ...ADA, emailVerified: new Date(5) })
    expect(await adapter.getUser(id)).toMatchObject({ role: "admin", emailVerified: new Date(5) })
    expect(adapter.userFields).toEqual(["role"])
  })

  test("stores a field that a test passes to `mintSession`, and the session has it", async () => {
    const config = defineConfig({
      providers: [],
      secret: "s".repeat(32),
      adapter: await open(["role"]),
      callbacks: { session: ({ session, user }) => ({ ...session, role: Reflect.get(user, "role") as unknown }) },
    })
    const url = "https://app.test"
    const ada = { name: "Ada", email: ADA.email, role: "admin" } // an app declares the field in `AdapterUser`
    const { headers, user } = await mintSession(config, ada, { url })
    expect(user).toMatchObject(ada)
    expect(await createAuth(config, { env: { AUTH_URL: url } }).getSession({ headers })).toMatchObject({
      role: "admin",
    })
  })

  test("leaves a field without a value to the column's default", async () => {
    const adapter = await open(["role"], "text not null default 'member'")
    const { role: _, ...ada } = ADA
    expect(await adapter.createUser(ada)).toMatchObject({ id: "ada", role: "member" })
    const grace = { id: "grace", email: "grace@app.test", emailVerified: null, role: undefined }
    expect(await adapter.createUser(grace)).toMatchObject({ role: "member" })
    expect(await adapter.getUser("grace")).toMatchObject({ role: "member" })
  })

  test.each([
    ["the column's default", "created_at text not null default 'then'", undefined],
    ["the app's own `createUser`", "created_at text", "then"], // SQLite adds no column whose default is the time
  ])("keeps the time of creation that %s writes", async (_, column, written) => {
    const file = new DatabaseSync(":memory:")
    const options = { userFields: ["created_at"] }
    const base = SqlAdapter(new Kysely<object>({ dialect: sqliteDialect(file) }), options)
    await base.migrate()
    file.exec(`alter table auth_users add column ${column}`)
    const adapter = {
      ...base,
      createUser: (user: AdapterUser) => base.createUser({ ...user, ...(written && { created_at: written }) }),
    }
    const config = defineConfig({ providers: [], secret: "s".repeat(32), adapter })
    const { user } = await mintSession(config, { email: ADA.email }, { url: "https://app.test" })
    expect(user).toMatchObject({ created_at: "then" })
    const stored = await adapter.getUserByEmail(ADA.email)
    if (stored) await adapter.updateUser({ ...stored, name: "Ada" })
    expect(await adapter.getUserByEmail(ADA.email)).toMatchObject({ name: "Ada", created_at: "then" })
  })

  test("rejects a name that isn't a plain identifier", async () => {
    await expect(open(["role; drop table auth_users"])).rejects.toThrow("isn't a valid name")
  })
})

test("without the option, a user has no field that isn't stored", async () => {
  const adapter = await open()
  expect(await adapter.createUser(ADA)).not.toHaveProperty("role")
  expect(await adapter.getUser("ada")).not.toHaveProperty("role")
})
