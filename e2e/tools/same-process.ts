// The product's test files share a process. A file that leaves the process changed fails, instead of the next file.
import { afterAll, expect } from "vitest"

const environment = { ...process.env }
const { fetch, Date } = globalThis

afterAll(() => {
  const names = Object.keys({ ...environment, ...process.env })
  expect(names.filter((name) => process.env[name] !== environment[name])).toEqual([])
  expect(globalThis).toMatchObject({ fetch, Date })
})
