import { Kysely } from "kysely"
import { expect, test } from "vitest"
import { d1Dialect, type D1Binding, type D1Statement } from "./d1.ts"
import { SqlAdapter } from "./sql.ts"

/** A binding that has no rows, and writes down the statements of each batch. */
function emptyDatabase(batch: D1Binding["batch"]): D1Binding {
  const statement: D1Statement = { bind: () => statement, all: async () => ({ results: [], meta: { changes: 0 } }) }
  return { prepare: () => statement, batch }
}

test.each([undefined, null, {}, Promise.resolve()])("names the binding that is missing: %s", (binding) => {
  expect(() => d1Dialect(binding as unknown as D1Binding)).toThrow("Pass `env.DB` in the request")
})

test("says what to use instead of Kysely's transactions", async () => {
  const db = new Kysely<object>({ dialect: d1Dialect(emptyDatabase(async () => [])) })
  await expect(db.transaction().execute(async () => 1)).rejects.toThrow("`adapter.transaction` of `SqlAdapter`")
})

test("a transaction that always loses ends with a conflict, and one that fails otherwise runs once", async () => {
  const errors = ["D1_ERROR: bad JSON path: 'latchkit: changed': SQLITE_ERROR", "D1_ERROR: Network connection lost."]
  const runs: number[] = []
  for (const message of errors) {
    const db = new Kysely<object>({ dialect: d1Dialect(emptyDatabase(() => Promise.reject(new Error(message)))) })
    const counted = { runs: 0 }
    const failed = SqlAdapter(db).transaction(async (within) => {
      counted.runs++
      await within.createUser?.({ id: "ada", email: "ada@app.test", emailVerified: null })
    })
    await expect(failed).rejects.toThrow(message.includes("JSON") ? "changed the same rows" : message)
    runs.push(counted.runs)
  }
  expect(runs).toEqual([12, 1])
})

test("a failed statement whose values look like an error is no conflict", async () => {
  const message = 'Failed query: insert … params: "UNIQUE constraint failed"'
  const error = new Error(message, { cause: new Error("D1_ERROR: Network connection lost.") })
  const db = new Kysely<object>({ dialect: d1Dialect(emptyDatabase(() => Promise.reject(error))) })
  const failed = SqlAdapter(db).transaction(async (within) => {
    await within.createUser?.({ id: "ada", email: "ada@app.test", emailVerified: null })
  })
  await expect(failed).rejects.toThrow(message)
})
