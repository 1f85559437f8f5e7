import { matchesGlob } from "node:path"
import { expect, test } from "vitest"
import { repositoryFiles } from "./repository-files.ts"
import { SUITES } from "./suites.mjs"

const TEST = /\.(?:test|spec)\.(?:tsx?|mjs)$|^e2e\/[\w-]+\/[\w-]+\.suite\.ts$/
const tests = repositoryFiles().filter((file) => TEST.test(file))
const rowOf = (file) => SUITES.findIndex(({ files }) => matchesGlob(file, files))

test("every test file is in a run", () => {
  expect(tests.length).toBeGreaterThan(400)
  expect(tests.filter((file) => rowOf(file) < 0)).toEqual([])
})

test("every row of the table has a test file", () => {
  const used = new Set(tests.map(rowOf))
  expect(SUITES.filter((_, at) => !used.has(at))).toEqual([])
})
