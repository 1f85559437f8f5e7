import { execFile } from "node:child_process"
import { readdir, readFile, symlink, writeFile } from "node:fs/promises"
import { join, resolve } from "node:path"
import { promisify } from "node:util"
import { expect, test } from "vitest"
import { temporaryApp } from "../../server/cli/app.fixture.ts"
import { schemaCommand } from "../../server/cli/schema/index.ts"

const KIT = resolve("node_modules/drizzle-kit/bin.cjs")

const ADDED = {
  sqlite: "ALTER TABLE `auth_users` ADD `sessionEpoch` integer;",
  postgresql: 'ALTER TABLE "auth_users" ADD COLUMN "sessionEpoch" bigint;',
  mysql: "ALTER TABLE `auth_users` ADD `sessionEpoch` bigint;",
} as const

test.each(Object.entries(ADDED))(
  "drizzle-kit for %s finds no difference from the printed tables, and after an upgrade exactly the new column",
  { timeout: 120_000 },
  async (dialect, added) => {
    const config = `export default { dialect: "${dialect}", schema: "./auth.ts", out: "./drizzle" }`
    await using app = await temporaryApp([], { "drizzle.config.ts": config })
    await symlink(resolve("node_modules"), join(app.folder, "node_modules"))
    const module = join(app.folder, "auth.ts")
    const writeSchema = async () =>
      expect(await schemaCommand(["drizzle", "--out", "auth.ts"], app.environment)).toBe(0)
    // By its text: drizzle-kit may exit with 0 after a failure
    const generate = async () => {
      const { stdout } = await promisify(execFile)(process.execPath, [KIT, "generate"], { cwd: app.folder })
      return stdout
    }
    const files = async () => (await readdir(join(app.folder, "drizzle"))).filter((name) => name.endsWith(".sql"))

    await writeSchema()
    const whole = await readFile(module, "utf8")
    await writeFile(module, whole.replace(/ +sessionEpoch: .*\n/, ""))
    expect(await generate()).toContain("Your SQL migration file")
    expect(await generate()).toContain("No schema changes, nothing to migrate")
    expect(await files()).toHaveLength(1)

    await writeSchema()
    expect(await readFile(module, "utf8")).toBe(whole)
    expect(await generate()).toContain("Your SQL migration file")
    const [, second = ""] = (await files()).toSorted()
    expect(await readFile(join(app.folder, "drizzle", second), "utf8")).toBe(added)
    expect(await generate()).toContain("No schema changes, nothing to migrate")
  },
)
