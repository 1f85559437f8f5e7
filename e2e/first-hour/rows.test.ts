import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { isFile, readFences, type ShownFile } from "../../stories/docs/site/inline-code.ts"
import { QUICKSTARTS } from "./frameworks.ts"

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

const exportsIn = ({ text }: ShownFile) =>
  [...text.matchAll(/^export (?:async )?(?:const|function|interface|type|class|default) ?(\w*)/gm)].map(
    ([line, name]) => name || line,
  )

const files = QUICKSTARTS.flatMap(({ page }) =>
  readFences(readFileSync(join(root, "stories/docs", page), "utf8"))
    .filter(isFile)
    .filter(({ note }) => note === undefined)
    .map((file, at, all) => ({ page, file, first: all.find(({ name }) => name === file.name) ?? file })),
)
const replaced = files.filter(({ file, first }) => file !== first)

test.each(replaced)("$page: $file.name still exports what other files import when the page shows it again", (row) => {
  expect(exportsIn(row.file)).toEqual(expect.arrayContaining(exportsIn(row.first)))
})
