import { expect, test, vi } from "vitest"
import { createStore } from "./store.ts"
import type { Driver } from "./verbs.ts"

const BUSY = Object.assign(new Error("database is locked"), { errcode: 5 })

test.each([
  ["12 times, if the database says at once that it is busy", 1, 12],
  ["once, if its client has waited for it", 6000, 1],
])("runs a statement %s", async (_, milliseconds, runs) => {
  const clock = { now: 0 }
  const time = vi.spyOn(performance, "now").mockImplementation(() => clock.now)
  const select = vi.fn(async () => {
    clock.now += milliseconds
    throw BUSY
  })
  const store = createStore({ select } as Partial<Driver> as Driver, {})
  await expect(store.select({ table: "users", where: [] })).rejects.toBe(BUSY)
  time.mockRestore()
  expect(select).toHaveBeenCalledTimes(runs)
})
