import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { MUTATIONS } from "./rows/index.ts"

interface Result {
  file: string
  so: string
  /** The file and the name of the test. */
  test: string | null
}

const ROOT = join(import.meta.dirname, "../..")

test("each mutation changes one place of the product, and names tests that exist", () => {
  expect(MUTATIONS.length).toBeGreaterThanOrEqual(200)
  for (const { file, from, to, tests } of MUTATIONS) {
    expect(readFileSync(join(ROOT, file), "utf8").split(from), `${file}: ${from}`).toHaveLength(2)
    expect(to, file).not.toBe(from)
    expect(
      tests.filter((name) => !existsSync(join(ROOT, name))),
      file,
    ).toEqual([])
  }
})

test("a test of `npm test` notices each mutation, as far as the last run of the script knows", () => {
  const results = JSON.parse(readFileSync(join(import.meta.dirname, "results.json"), "utf8")) as Result[] // `run.mjs` wrote it
  const noticed = results.filter((result) => result.test !== null).map(({ file, so }) => `${file}: ${so}`)
  const files = results.flatMap(({ test: name }) => /^[^:]+/.exec(name ?? "") ?? [])
  const isPresent = (file: string) => existsSync(join(ROOT, file)) || existsSync(join(ROOT, "e2e", file)) // Playwright's names begin below `e2e`
  expect([...new Set(files)].filter((file) => !isPresent(file))).toEqual([])
  expect(noticed.toSorted()).toEqual(MUTATIONS.map(({ file, so }) => `${file}: ${so}`).toSorted())
})
