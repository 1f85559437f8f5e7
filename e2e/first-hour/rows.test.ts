import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"

const root = join(import.meta.dirname, "../..")
const table = readFileSync(join(import.meta.dirname, "README.md"), "utf8")
const rows = [...table.matchAll(/^\| (\d+) \| [^|]+ \| `([^`]+)` \| `(.+)` \|$/gm)].map(
  ([, row = "", file = "", title = ""]) => ({ row, file, title: title.replaceAll(/\\([|`])/g, "$1") }),
)

test("each of the sixteen rows names a test", () => {
  const numbers = new Set(rows.map(({ row }) => Number(row)))
  expect([...numbers]).toEqual(Array.from({ length: 16 }, (_, at) => at + 1))
  expect(rows).toHaveLength(table.match(/^\| \d/gm)?.length ?? 0)
})

test.each(rows)("row $row: $file has it", ({ file, title }) => {
  expect(existsSync(join(root, file)), file).toBe(true)
  const text = readFileSync(join(root, file), "utf8").replaceAll("\\`", "`")
  expect(text).toContain(title)
})
