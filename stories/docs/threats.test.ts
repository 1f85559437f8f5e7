import { readFileSync } from "node:fs"
import { describe, expect, test } from "vitest"
import { fillTests, PAGE, threatNumbers, threatTests, titlesIn } from "../../e2e/tools/threats.ts"

const page = readFileSync(PAGE, "utf8")
const tests = threatTests()

describe("the page of threats", () => {
  test("has a test for every row", () => {
    const tested = new Set(tests.flatMap(({ threats }) => threats))
    expect(threatNumbers(page).filter((number) => !tested.has(number))).toEqual([])
  })

  test("has one row for every number in a test's title", () => {
    const rows = threatNumbers(page)
    expect(rows.length).toBe([...page.matchAll(/ id="threat-/g)].length)
    expect(rows).toEqual([...new Set(rows)])
    expect(tests.filter(({ threats }) => threats.length === 0 || !threats.every((n) => rows.includes(n)))).toEqual([])
  })

  test("names tests that exist (run this file with --update after you rename a test)", async () => {
    await expect(fillTests(page, tests)).toMatchFileSnapshot(PAGE)
  })
})

test("a title names one threat, several or a range", () => {
  const source = ['"one (threat 3)"', '"a \\"b\\" (threats 3, 4)"', "`with ${what} (threats 5 to 8)`", '"none"'].join(
    "\n",
  )
  expect(titlesIn("a.test.ts", source)).toEqual([
    { file: "a.test.ts", title: "one", threats: [3] },
    { file: "a.test.ts", title: 'a "b"', threats: [3, 4] },
    { file: "a.test.ts", title: "with …", threats: [5, 8] },
  ])
})

test("a filled row keeps its text, and fills the same way again", () => {
  const row = '| <span id="threat-3"></span>3 | Rejects it. | Why |  |'
  const filled = fillTests(row, [{ file: "a.test.ts", title: "rejects a|b", threats: [3] }])
  expect(filled).toBe('| <span id="threat-3"></span>3 | Rejects it. | Why | `rejects a\\|b` in `a.test.ts` |')
  expect(fillTests(filled, [])).toBe(row)
})
