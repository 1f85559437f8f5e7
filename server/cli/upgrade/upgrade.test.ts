import { readFileSync } from "node:fs"
import { expect, test } from "vitest"
import { VERSION } from "../../adapters/sql/versions.ts"
import { temporaryApp } from "../app.fixture.ts"
import { upgradeCommand } from "./index.ts"
import { VERSIONS, type VersionChanges } from "./versions.ts"

const NEXT: readonly VersionChanges[] = [
  ...VERSIONS,
  { version: "0.2.0", tables: ["adds `auth_keys`"], cookies: [], behavior: [], sideBySide: true, contracts: false },
  { version: "0.10.0", tables: [], cookies: [], behavior: ["asks again"], sideBySide: true, contracts: true },
]

async function check(words: readonly string[], versions?: readonly VersionChanges[], installed?: string) {
  await using app = await temporaryApp()
  if (installed) await app.write("node_modules/latchkit/package.json", JSON.stringify({ version: installed }))
  return { code: await upgradeCommand(words, app.environment, versions), ...app.output }
}

test("the newest row is this version, which package.json has too", () => {
  expect(VERSIONS.at(-1)?.version).toBe(VERSION)
  expect(JSON.parse(readFileSync("package.json", "utf8"))).toMatchObject({ version: VERSION })
})

test("says what the versions after the installed one change, and until when a rollback is safe", async () => {
  const { code, out } = await check(["--check"], NEXT, "0.2.0-next.1")
  expect(out).toBe(`From 0.2.0-next.1 to 0.10.0

! Tables: adds \`auth_keys\`
✓ Cookies: no change.
! Behavior: asks again
✓ Both versions can run side by side.
! You can roll back until you run \`latchkit migrate --contract\`.

Next:
  1. Install it: npm install latchkit@0.10.0
  2. Update the tables: npx latchkit migrate
  3. Deploy.
`)
  expect(code).toBe(0)
  expect((await check(["--check"], NEXT, "0.2.0")).out).toContain("Tables: no change.")
})

test("fails if both versions can't run side by side", async () => {
  const apart = NEXT.map((row) => ({ ...row, sideBySide: "sessions have another format." }))
  const { code, out } = await check(["--check", "--from", "0.2.0"], apart)
  expect(out).toContain("✗ They can't run side by side. 0.10.0: sessions have another format.")
  expect(code).toBe(1)
})

test("says that there is nothing to upgrade", async () => {
  expect(await check(["--check"], undefined, VERSION)).toMatchObject({ code: 0, out: expect.stringContaining("nothing to upgrade") }) // prettier-ignore
})

test.each([
  ["without --check", [], "needs --check"],
  ["without an installed version", ["--check"], "node_modules has no latchkit"],
  ["with an unknown flag", ["--nope"], "--nope"],
])("reports a call %s, and fails", async (_, words, message) => {
  const { code, err } = await check(words)
  expect(code).toBe(1)
  expect(err).toContain(message)
})
