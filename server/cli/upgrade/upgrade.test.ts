import { readFileSync } from "node:fs"
import { join } from "node:path"
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

test("fails if a minor version comes between, because only neighbors run side by side", async () => {
  const { code, out } = await check(
    ["--check", "--from", "0.1.0"],
    [
      ...NEXT.slice(0, 2),
      ...["0.2.1", "0.3.0"].map((version) => ({ ...VERSIONS[0], version }) as VersionChanges), // the first version's row
    ],
  )
  expect(out).toContain("✗ They can't run side by side. 0.2.1 comes between. Deploy it first.\n")
  expect(out).not.toContain("0.2.0 comes")
  expect(out).toContain("✗ Don't roll back to 0.1.0 after you deploy 0.3.0.")
  expect(code).toBe(1)
})

test("finds the installed version in a folder above, as in a workspace", async () => {
  await using app = await temporaryApp()
  await app.write("node_modules/latchkit/package.json", JSON.stringify({ version: "0.2.0" }))
  const environment = { ...app.environment, cwd: join(app.folder, "apps/web") }
  expect(await upgradeCommand(["--check"], environment, NEXT)).toBe(0)
  expect(app.output.out).toContain("From 0.2.0 to 0.10.0")
})

test("says that there is nothing to upgrade", async () => {
  expect(await check(["--check"], undefined, VERSION)).toMatchObject({
    code: 0,
    out: expect.stringContaining("nothing to upgrade"),
  })
})

test.each([
  ["without --check", [], "needs --check"],
  ["without an installed version", ["--check"], "your app has no latchkit"],
  ["with another text than a version", ["--check", "--from", "latest"], '--from is "latest"'],
  ["with an unknown flag", ["--nope"], "--nope"],
])("reports a call %s, and fails", async (_, words, message) => {
  const { code, err } = await check(words)
  expect(code).toBe(1)
  expect(err).toContain(message)
})
