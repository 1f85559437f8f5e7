// The product's test files share a process: one that leaves it changed fails itself, and not whichever comes next.
import { afterAll, expect } from "vitest"

const environment = { ...process.env }
const { fetch, Date } = globalThis

afterAll(() => {
  const names = Object.keys({ ...environment, ...process.env })
  expect(names.filter((name) => process.env[name] !== environment[name])).toEqual([])
  expect(globalThis).toMatchObject({ fetch, Date })
})
