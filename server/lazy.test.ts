import { expect, test } from "vitest"
import { lazy } from "./lazy.ts"

const module = (calls: unknown[]) => ({
  readName: (id: number): string | Promise<string> => {
    calls.push(id)
    return `user ${id}`
  },
})

test("a lazy function loads its module once, and then returns what the function returns", async () => {
  const [loads, calls] = [[] as string[], [] as unknown[]]
  const load = async () => {
    loads.push("load")
    return module(calls)
  }
  const readName = lazy(load, "readName")
  expect(loads).toEqual([])
  await expect(readName(1)).resolves.toBe("user 1")
  expect(readName(2)).toBe("user 2")
  expect([loads, calls]).toEqual([["load"], [1, 2]])
})

test("a module that couldn't be loaded is loaded again by the next call", async () => {
  const results = [Promise.reject(new Error("no such file")), Promise.resolve(module([]))]
  const readName = lazy(() => results.shift() ?? expect.fail("a third load"), "readName")
  await expect(readName(1)).rejects.toThrow("no such file")
  await expect(readName(1)).resolves.toBe("user 1")
})
