import { existsSync } from "node:fs"
import { format } from "oxfmt"
import { expect, test } from "vitest"
import { toTableEntry } from "./fixtures/table.ts"
import type { Row } from "./rows.ts"

/** Providers that have shut down, and a second name of one. An app may still import them, but nothing lists them. */
const UNLISTED = new Set([
  "azure-devops.ts",
  "identity-server4.ts",
  "medium.ts",
  "ory-hydra.ts",
  "osso.ts",
  "passage.ts",
])

const modules = import.meta.glob<Record<string, { row: Row }>>("./catalogue/*.ts", { eager: true })
const listed = Object.entries(modules)
  .map(([path, module]) => ({ file: path.replace("./catalogue/", ""), module }))
  .filter(({ file }) => file !== "index.ts" && !UNLISTED.has(file))
  .sort((one, other) => (one.file < other.file ? -1 : 1))
  .map(({ file, module }) => ({ file, name: defaultName(module), row: module["default"]?.row }))
const entries = listed.flatMap(({ name, row }) => (row ? [toTableEntry(name, row)] : []))

/** Returns the other name of a module's default export, which is there for apps of Auth.js. */
function defaultName(module: Record<string, unknown>): string {
  return Object.keys(module).find((name) => name !== "default" && module[name] === module["default"]) ?? ""
}

test("lists the module of each provider (update the list with `vitest --update`)", async () => {
  const lines = listed.map(({ file, name }) => `export { ${name} } from "./${file}"\n`)
  await expect(lines.join("")).toMatchFileSnapshot("./catalogue/index.ts")
})

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
