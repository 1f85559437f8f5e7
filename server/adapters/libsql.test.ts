import { Kysely } from "kysely"
import { expect, test } from "vitest"
import { libsqlDialect, type LibsqlClient } from "./libsql.ts"
import { SqlAdapter } from "./sql.ts"

/** A client over HTTP, whose batches fail with this text. */
const failing = (message: string): LibsqlClient => ({
  execute: async () => ({ rows: [], rowsAffected: 0 }),
  batch: () => Promise.reject(Object.assign(new Error(message), { code: "SQLITE_ERROR" })),
})

test.each([undefined, null, {}, Promise.resolve()])("names what it got instead of a client: %s", (client) => {
  expect(() => libsqlDialect(client as unknown as LibsqlClient)).toThrow("Pass `createClient(…)` of `@libsql/client`")
})

test("says what to use instead of Kysely's transactions", async () => {
  const db = new Kysely<object>({ dialect: libsqlDialect(failing("")) })
  await expect(db.transaction().execute(async () => 1)).rejects.toThrow("`adapter.transaction` of `SqlAdapter`")
})

// After a conflict, the second run finds the row, or the value of another column is taken
test.each([
  ["SQLITE_ERROR: SQLite error: bad JSON path: 'latchkit: changed'", 12],
  ["SQLITE_ERROR: SQLite error: UNIQUE constraint failed: auth_users.email", 2],
  ["SQLITE_ERROR: SQLite error: no such table: auth_users", 1],
  ['SQLITE_ERROR: near "UNIQUE constraint failed": syntax error', 1],
])("runs a transaction again if another request was faster: %s", async (message, expected) => {
  const counted = { runs: 0 }
  const adapter = SqlAdapter(new Kysely<object>({ dialect: libsqlDialect(failing(message)) }))
  const failed = adapter.transaction(async (within) => {
    counted.runs++
    await within.createUser?.({ id: "ada", email: "ada@app.test", emailVerified: null })
  })
  await expect(failed).rejects.toThrow()
  expect(counted.runs).toBe(expected)
})
