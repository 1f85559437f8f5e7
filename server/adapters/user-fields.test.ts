import { DatabaseSync } from "node:sqlite"
import { Kysely } from "kysely"
import { describe, expect, test } from "vitest"
import { SqlAdapter, sqliteDialect } from "./sql.ts"

const ADA = { id: "ada", email: "ada@app.test", emailVerified: null, role: "admin" }

/** Opens a database whose users' table has a column of the app. */
async function open(userFields?: readonly string[]) {
  const file = new DatabaseSync(":memory:")
  const adapter = SqlAdapter(new Kysely<object>({ dialect: sqliteDialect(file) }), { userFields })
  await adapter.migrate()
  file.exec("alter table auth_users add column role text")
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

  test("rejects a name that isn't a plain identifier", async () => {
    await expect(open(["role; drop table auth_users"])).rejects.toThrow("isn't a valid name")
  })
})

test("without the option, a user has no field that isn't stored", async () => {
  const adapter = await open()
  expect(await adapter.createUser(ADA)).not.toHaveProperty("role")
  expect(await adapter.getUser("ada")).not.toHaveProperty("role")
})
