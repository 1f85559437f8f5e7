import { afterEach, expect, test, vi } from "vitest"
import { MemoryAdapter } from "../../adapters/memory.ts"
import type { Adapter } from "../../adapters/contract.ts"
import { createSettings } from "../../service/features.ts"
import { passwordConfig } from "../../test-kit/password-service.ts"
import { withAddressLock } from "./atomically.ts"

const settingsOn = (adapter: Adapter) => createSettings(passwordConfig({ adapter, clock: Date.now }), { env: {} })
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Counts the changes that run, and records their order. */
function changes() {
  const seen: { order: number[]; running: number; most: number } = { order: [], running: 0, most: 0 }
  const change = (number: number) => async () => {
    seen.most = Math.max(seen.most, ++seen.running)
    seen.order.push(number)
    await pause(2)
    seen.running--
    return number
  }
  return { seen, change }
}

/** Waits until this many changes wait with a timer. They get there in real time, because they compute a hash first. */
const waiting = (count: number) => vi.waitFor(() => expect(vi.getTimerCount()).toBe(count), { interval: 1 })

afterEach(() => vi.useRealTimers())

test("changes of one process run one at a time, in the order in which they came", async () => {
  const adapter = MemoryAdapter()
  const claims = vi.spyOn(adapter, "claimOnce")
  const settings = settingsOn(adapter)
  const { seen, change } = changes()
  const numbers = Array.from({ length: 50 }, (_, number) => number)
  const results = await Promise.all(numbers.map((number) => withAddressLock(settings, "ada", change(number))))
  expect([results, seen.order, seen.most]).toEqual([numbers, numbers, 1])
  expect(claims.mock.calls.length).toBeLessThanOrEqual(2 * 50 + 2) // no waiting change asks the database
})

test("changes of several processes never run at once, and each process gets its turn", async () => {
  const adapter = MemoryAdapter()
  const processes = [settingsOn({ ...adapter }), settingsOn({ ...adapter }), settingsOn({ ...adapter })]
  const { seen, change } = changes()
  await Promise.all(
    processes.flatMap((settings, number) =>
      Array.from({ length: 8 }, () => withAddressLock(settings, "ada", change(number))),
    ),
  )
  expect([seen.order.length, seen.most]).toEqual([24, 1])
  expect(new Set(seen.order).size).toBe(3)
})

test("another user's change doesn't wait", async () => {
  const settings = settingsOn(MemoryAdapter())
  const { promise, resolve } = Promise.withResolvers<string>()
  const slow = withAddressLock(settings, "ada", () => promise)
  expect(await withAddressLock(settings, "bob", async () => "at once")).toBe("at once")
  resolve("later")
  expect(await slow).toBe("later")
})

test("a change that fails lets the next one run", async () => {
  const settings = settingsOn(MemoryAdapter())
  const failed = withAddressLock(settings, "ada", () => Promise.reject(new Error("no")))
  const next = withAddressLock(settings, "ada", async () => "next")
  await expect(failed).rejects.toThrow("no")
  expect(await next).toBe("next")
})

test("a change waits for 30 seconds at most, and the one after it still gets its turn", async () => {
  vi.useFakeTimers()
  const settings = settingsOn(MemoryAdapter())
  const { promise, resolve } = Promise.withResolvers<string>()
  const started = Promise.withResolvers<void>()
  const slow = withAddressLock(settings, "ada", () => (started.resolve(), promise))
  await started.promise
  const late = withAddressLock(settings, "ada", async () => "never").catch((thrown: Error) => thrown.message)
  await waiting(1)
  await vi.advanceTimersByTimeAsync(20_000)
  const patient = withAddressLock(settings, "ada", async () => "patient")
  await waiting(2)
  await vi.advanceTimersByTimeAsync(10_001)
  expect(await late).toContain("within 30 seconds")
  resolve("slow")
  await vi.advanceTimersByTimeAsync(1000)
  expect([await slow, await patient]).toEqual(["slow", "patient"])
})

test("a wait ends after 30 seconds although the clock of the machine jumps back", async () => {
  vi.useFakeTimers()
  const isHeldElsewhere = { ...MemoryAdapter(), claimOnce: async () => false }
  const change = withAddressLock(settingsOn(isHeldElsewhere), "ada", async () => "never")
  const late = change.catch(({ message }: Error) => message)
  await waiting(1)
  await vi.advanceTimersByTimeAsync(1000)
  vi.setSystemTime(Date.now() - 3_600_000)
  await vi.advanceTimersByTimeAsync(30_000)
  expect(await Promise.race([late, Promise.resolve("still waiting")])).toContain("within 30 seconds")
})
