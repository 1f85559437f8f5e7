import { expect, test, vi } from "vitest"
import { LruMap, memoize } from "./memory.ts"

test("removes the entry that was used least recently", () => {
  const map = new LruMap<string, number>(2)
  map.set("a", 1).set("b", 2)
  expect(map.get("a")).toBe(1)
  map.set("c", 3)
  expect([...map]).toEqual([
    ["a", 1],
    ["c", 3],
  ])
})

test("removes nothing when it replaces a value", () => {
  const map = new LruMap<string, number>(2)
  map.set("a", 1).set("b", 2).set("a", 3)
  expect([...map.values()].sort()).toEqual([2, 3])
})

test("makes a value once per owner", () => {
  const make = vi.fn(({ name }: { name: string }) => `made for ${name}`)
  const made = memoize(make)
  const [ada, bob] = [{ name: "Ada" }, { name: "Bob" }]
  expect([made(ada), made(ada), made(bob)]).toEqual(["made for Ada", "made for Ada", "made for Bob"])
  expect(make).toHaveBeenCalledTimes(2)
})
