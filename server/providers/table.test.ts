import { existsSync } from "node:fs"
import { format } from "oxfmt"
import { expect, test } from "vitest"
import * as catalogue from "./catalogue/index.ts"
import { toTableEntry } from "./fixtures/table.ts"
import type { Row } from "./rows.ts"

const entries = Object.entries(catalogue).map(([name, { row }]) => toTableEntry(name, row as Row)) // each has its own options

test("keeps the documentation's table equal to the rows (update it with `vitest --update`)", async () => {
  const { code } = await format("providers.json", JSON.stringify(entries), { printWidth: 120 })
  await expect(code).toMatchFileSnapshot("../../stories/docs/providers/providers.json")
})

test("has a file named after the id of every provider", () => {
  const missing = entries.filter(({ id }) => !existsSync(new URL(`./catalogue/${id}.ts`, import.meta.url)))
  expect(missing).toEqual([])
})

test("names environment variables so that a shell can set them", () => {
  for (const { environment } of entries) for (const name of environment) expect(name).toMatch(/^AUTH_[A-Z0-9_]+$/)
  expect(new Set(entries.flatMap(({ environment }) => environment[0] ?? [])).size).toBe(entries.length)
})

test("tests at least sixty providers with documented response shapes", () => {
  expect(entries.filter(({ tested }) => tested === "documented").length).toBeGreaterThanOrEqual(60)
})
