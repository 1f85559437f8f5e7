import { expect, test } from "vitest"
import { MemoryAdapter } from "../../adapters/memory.ts"
import { changeRecord } from "./change-record.ts"

test("each of 200 parallel changes of a record is stored once", async () => {
  const store = MemoryAdapter()
  const key = { kind: "password", id: "ada" } as const
  await store.createAccountRecord({ ...key, userId: "ada", data: "0", expires: null })
  const add = () =>
    changeRecord(store, key, async (record) => ({
      update: { data: String(Number(record?.data) + 1) },
      result: undefined,
    }))
  await Promise.all(Array.from({ length: 200 }, add))
  expect((await store.getAccountRecord("password", "ada"))?.data).toBe("200")
})
