import { expect, test } from "vitest"

test("the documentation's adapter on libSQL stores a user", async () => {
  process.env["TURSO_DATABASE_URL"] = ":memory:"
  const { adapter } = await import("./database/libsql.ts").finally(() => delete process.env["TURSO_DATABASE_URL"])
  expect(await adapter.migrate()).toEqual([1, 2, 3, 4])
  const ada = await adapter.createUser({ id: "", email: "ada@app.test", emailVerified: null })
  expect(await adapter.getUserByEmail("ada@app.test")).toEqual(ada)
})
