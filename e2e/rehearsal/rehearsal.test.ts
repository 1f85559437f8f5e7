// Rehearses a release: publishes the packed package to a registry on this machine, and uses it as a new user does.
import { createHash } from "node:crypto"
import { copyFile, mkdir, readFile, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { afterAll, beforeAll, expect, test } from "vitest"
import { migrationSql } from "../../server/adapters/sql/migrations.ts"
import { freePort } from "../databases/processes.ts"
import { packedPackage } from "../tools/packed.ts"
import { startRegistry, type LocalRegistry } from "./registry.ts"
import { latchkitSbom, type Sbom } from "./sbom.ts"

/** Milliseconds. Only a command that hangs takes so long. */
const SLOW = 30 * 60_000
const { version, dependencies } = JSON.parse(await readFile("package.json", "utf8")) as {
  version: string
  dependencies: Record<string, string>
}
/** The files that the workflow publishes after a rehearsal. */
const RELEASE = join(import.meta.dirname, "../../.cache/release")
const INTENT = join(import.meta.dirname, "node_modules/@tanstack/intent/dist/cli.mjs")
/** Licenses that ask for nothing but their text. */
const LICENSES = ["0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "MIT"]

const packed = packedPackage()
let registry: LocalRegistry
/** An app that has installed `latchkit@next`. */
let installed: string

beforeAll(async () => {
  registry = await startRegistry()
  const publisher = await registry.newApp("publisher")
  const words = ["publish", packed, "--ignore-scripts", "--tag", "next", "--registry", registry.address]
  await registry.run(publisher, "npm", ...words)
  installed = await registry.newApp("installed")
  await registry.run(installed, "npm", "i", "latchkit@next")
  await rm(RELEASE, { recursive: true, force: true })
  await mkdir(RELEASE, { recursive: true })
}, SLOW)

afterAll(() => registry[Symbol.asyncDispose]())

/** Returns the names of Latchkit's tables in the app's database. */
function tablesIn(app: string): string[] {
  const database = new DatabaseSync(join(app, "app.db"))
  const rows = database.prepare("select name from sqlite_master where type = 'table'").all()
  database.close()
  return rows.map(({ name }) => String(name))
}

const TABLES = [...migrationSql("sqlite", "auth_").matchAll(/create table "(\w+)"/g)].map(([, name = ""]) => name)

test("npm has the version of package.json, byte for byte as it was packed", { timeout: SLOW }, async () => {
  const output = await registry.run(installed, "npm", "view", "latchkit@next", "--json")
  const integrity = `sha512-${createHash("sha512")
    .update(await readFile(packed))
    .digest("base64")}`
  expect(JSON.parse(output)).toMatchObject({ version, dist: { integrity } })
  await copyFile(packed, join(RELEASE, `latchkit-${version}.tgz`))
})

test("the SBOM has each installed and each bundled package, and their licenses need only their text", async () => {
  // From an app, because npm rejects peers of the repository's packages, which don't fit each other
  const made = await registry.run(installed, "npm", "sbom", "--sbom-format", "cyclonedx", "--omit", "dev")
  const licenses = await readFile(join(installed, "node_modules/latchkit/dist/THIRD-PARTY-LICENSES.txt"), "utf8")
  const sbom = latchkitSbom(JSON.parse(made.replaceAll(registry.address, registry.upstream)) as Sbom, licenses) // CycloneDX
  const text = JSON.stringify(sbom, null, 2)
  expect(text).not.toContain("127.0.0.1")
  expect(sbom.metadata.component).toMatchObject({ name: "latchkit", version })
  const names = sbom.components.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining([...Object.keys(dependencies), "@simplewebauthn/server", "psl"]))
  expect(new Set(names).size).toBe(names.length)
  const ids = sbom.components.map(({ name, licenses: its = [] }) => `${name}: ${its.map(({ license }) => license.id)}`)
  expect(ids.filter((line) => !LICENSES.some((id) => line.endsWith(`: ${id}`)))).toEqual([])
  await writeFile(join(RELEASE, "latchkit.cdx.json"), text)
})

test(
  "TanStack Intent finds the skill for agents in the installed package, and accepts it",
  { timeout: SLOW },
  async () => {
    const intent = (...words: string[]) => registry.run(installed, process.execPath, INTENT, ...words)
    const listed = JSON.parse(await intent("list", "--json")) as { skills: object[]; warnings: string[] }
    expect(listed.skills).toMatchObject([{ use: "latchkit#latchkit", packageVersion: version }])
    expect(listed.warnings).toEqual([])
    expect(await intent("validate", "node_modules/latchkit/skills")).toContain("Validated 1 skill files — all passed")
    const skill = await readFile("skills/latchkit/SKILL.md", "utf8")
    expect(await intent("load", "latchkit#latchkit")).toContain(skill)
  },
)

test("npx latchkit init makes an app in which a user signs up", { timeout: SLOW }, async () => {
  await registry.run(installed, "npx", "latchkit", "init", "--yes", "--framework", "express")
  expect(tablesIn(installed)).toEqual(expect.arrayContaining(TABLES))
  const origin = `http://localhost:${await freePort()}`
  const report = await registry.run(installed, "env", `ORIGIN=${origin}`, "node", "--test", "tests/sign-in.test.mjs")
  expect(report).toMatch(/pass 2\b/)
})

test("npx latchkit@next init creates the tables in an app that lacks Latchkit", { timeout: SLOW }, async () => {
  const app = await registry.newApp("without")
  const output = await registry.run(app, "npx", "--yes", "latchkit@next", "init", "--yes", "--framework", "express")
  expect(output).toContain("app.db, with Latchkit's tables") // the output of a failure says what is left to do
  expect(tablesIn(app)).toEqual(expect.arrayContaining(TABLES))
})
