import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { PAGE, threatNumbers } from "../../e2e/tools/threats.ts"

const page = readFileSync(join(import.meta.dirname, "specifications.mdx"), "utf8")
const rows = page
  .split("\n")
  .filter((line) => line.startsWith("| ") && !/^\| (?:Specification|Section|-)/.test(line))
  .map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )

test("each row says whether it is implemented", () => {
  expect(rows.length).toBeGreaterThan(50)
  const undecided = rows.filter(
    (cells) => !cells.some((cell) => /^(?:Implemented|Partial|Not implemented|Left out)/.test(cell)),
  )
  expect(undecided).toEqual([])
})

test("each number is a row of the threats, which names its tests", () => {
  const threats = threatNumbers(readFileSync(PAGE, "utf8"))
  const numbers = rows.flatMap((cells) => (cells.at(-1) ?? "").split(", ").filter(Boolean).map(Number))
  expect(numbers.length).toBeGreaterThan(80)
  expect(numbers.filter((number) => !threats.includes(number))).toEqual([])
})
