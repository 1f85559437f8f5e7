import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { MUTATIONS } from "./rows/index.ts"

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
