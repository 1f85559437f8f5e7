import { existsSync } from "node:fs"
import { format } from "prettier"
import { expect, test } from "vitest"
import * as catalogue from "./catalogue/index.ts"
import { toTableEntry } from "./fixtures/table.ts"
import type { Row } from "./rows.ts"

const entries = Object.entries(catalogue).map(([name, { row }]) => toTableEntry(name, row as Row)) // each has its own options

test("the documentation's table says what the rows say (update it with `vitest -u`)", async () => {
  const table = await format(JSON.stringify(entries), { parser: "json", printWidth: 120 })
  await expect(table).toMatchFileSnapshot("../../stories/docs/providers/providers.json")
})

test("every provider has a file named after its id", () => {
  const missing = entries.filter(({ id }) => !existsSync(new URL(`./catalogue/${id}.ts`, import.meta.url)))
  expect(missing).toEqual([])
})

test("environment variables have names that a shell can set", () => {
  for (const { environment } of entries) for (const name of environment) expect(name).toMatch(/^AUTH_[A-Z0-9_]+$/)
  expect(new Set(entries.flatMap(({ environment }) => environment[0] ?? [])).size).toBe(entries.length)
})

test("at least sixty providers answer in a shape taken from documentation", () => {
  expect(entries.filter(({ tested }) => tested === "documented").length).toBeGreaterThanOrEqual(60)
})
