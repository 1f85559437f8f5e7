import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import { AdapterConflict } from "../values.ts"
import { MemoryTables } from "../memory/tables.ts"
import { optimisticTransactions } from "./optimistic.ts"
import { IMPOSSIBLE, withFittingKey, type UserKey } from "./keys.ts"
import { createStore } from "./store.ts"
import { equals, type Driver } from "./verbs.ts"

// No delay before the next attempt
beforeEach(() => void vi.spyOn(Math, "random").mockReturnValue(0))
afterEach(() => void vi.restoreAllMocks())

const BUSY = Object.assign(new Error("database is locked"), { errcode: 5 })

test.each([
  ["12 times, if the database says at once that it is busy", 1, 12],
  ["once, if its client has waited for it", 6000, 1],
])("runs a statement %s", async (_, milliseconds, runs) => {
  const clock = { now: 0 }
  vi.spyOn(performance, "now").mockImplementation(() => clock.now)
  const select = vi.fn(async () => {
    clock.now += milliseconds
    throw BUSY
  })
  const store = createStore({ select } as Partial<Driver> as Driver, {})
  await expect(store.select({ table: "users", where: [] })).rejects.toBe(BUSY)
  expect(select).toHaveBeenCalledTimes(runs)
})

describe("an optimistic transaction that other requests overtake", () => {
  const key = { kind: "factor", id: "1" }
  const where = equals(key)

  // Each attempt reads the version, and takes longer than a busy database would be waited for
  async function overtaken(times: number) {
    const tables = new MemoryTables()
    tables.insert("accountRecords", { ...key, userId: "ada", data: "{}", version: 1, expires: null })
    const overtake = () => tables.update("accountRecords", { version: version() + 1 }, where)
    const version = () => Number(tables.get("accountRecords", key)?.["version"])
    const transaction = optimisticTransactions({
      snapshot: async (selection) => ({ selection, rows: tables.find(selection), fingerprint: "" }),
      commit: async (snapshots, writes) => tables.commit(snapshots, writes),
    })
    const clock = { now: 0 }
    vi.spyOn(performance, "now").mockImplementation(() => clock.now)
    const attempts: number[] = []
    const store = createStore({ transaction } as Partial<Driver> as Driver, {})
    const work = store.atomic(async (within) => {
      const [row] = await within.select({ table: "accountRecords", where })
      clock.now += 6000
      attempts.push(Number(row?.["version"]))
      if (attempts.length <= times) overtake()
      await within.update("accountRecords", { data: "changed" }, where)
    })
    const error = await work.then(
      () => undefined,
      (thrown: unknown) => thrown,
    )
    return { error, attempts: attempts.length, row: tables.get("accountRecords", key) }
  }

  test("runs again, however slow the machine is", async () => {
    const { error, attempts, row } = await overtaken(8)
    expect([error, attempts]).toEqual([undefined, 9])
    expect(row).toMatchObject({ version: 9, data: "changed" })
  })

  test("ends after 12 attempts, and has written nothing", async () => {
    const { error, attempts, row } = await overtaken(100)
    expect(error).toBeInstanceOf(AdapterConflict)
    expect(attempts).toBe(12)
    expect(row).toMatchObject({ version: 13, data: "{}" })
  })
})

test("ten thousand users of one moment get ten thousand keys in a column of integers", () => {
  const key: UserKey = { type: "integer", encode: () => IMPOSSIBLE }
  const keys = Array.from({ length: 10_000 }, () => withFittingKey({ id: crypto.randomUUID() }, key, "sqlite").id)
  expect(new Set(keys).size).toBe(10_000)
})
