import { execFile } from "node:child_process"
import { globSync } from "node:fs"
import { mkdir, readFile, writeFile } from "node:fs/promises"
import { createRequire } from "node:module"
import { join } from "node:path"
import { promisify } from "node:util"
import { expect, test } from "vitest"
import { isLong } from "../server/test-kit/long.ts"
import { installPackages } from "./apps/packages.ts"

const ROOT = join(import.meta.dirname, "..")
const AT = join(ROOT, ".cache/older-typescript")
const APP = join(ROOT, "e2e/apps/typescript-5")
/** TypeScript 5.6, which another package brings. */
const TSC = createRequire(createRequire(import.meta.url).resolve("@arethetypeswrong/core")).resolve(
  "typescript/bin/tsc",
)
/** TypeScript 5.4, the oldest version that apps may have. Kysely needs it too. */
const OLDEST = join(APP, "node_modules/typescript/bin/tsc")

const OPTIONS = { strict: true, noEmit: true, allowImportingTsExtensions: true, jsx: "react-jsx", types: ["node"] }
const MODULES = {
  module: "esnext",
  moduleResolution: "bundler",
  target: "esnext",
  lib: ["dom", "dom.iterable", "esnext"],
}

/** Returns the errors of these files. */
async function compile(tsc: string, files: readonly string[], { skipLibCheck }: { skipLibCheck: boolean }) {
  await mkdir(AT, { recursive: true })
  const project = join(AT, `${skipLibCheck ? "examples" : "declarations"}.json`)
  await writeFile(project, JSON.stringify({ compilerOptions: { ...OPTIONS, ...MODULES, skipLibCheck }, files }))
  const compiled = promisify(execFile)(process.execPath, [tsc, "-p", project], { cwd: ROOT })
  const { stdout } = (await compiled.catch((error: unknown) => error)) as { stdout: string } // it exits with 1 for errors
  return stdout.split("\n").filter((line) => line !== "")
}

test("the page about testing has no type error in TypeScript 5", async () => {
  const files = globSync("stories/docs/examples/testing/*.test.ts", { cwd: ROOT }).map((file) => join(ROOT, file))
  expect(files.length).toBeGreaterThan(3)
  expect(await compile(TSC, files, { skipLibCheck: true })).toEqual([])
}, 300_000) // beside other work

test(`the package's declarations have no error in TypeScript ${isLong ? "5.4" : "5.6"}`, async () => {
  if (isLong) installPackages("typescript-5")
  const errors = await compile(isLong ? OLDEST : TSC, [join(APP, "app.ts")], { skipLibCheck: false })
  expect(errors.filter((line) => line.includes("error TS") && !line.includes("node_modules/"))).toEqual([])
}, 300_000) // beside other work

test("each text names the oldest TypeScript that the codemod accepts", async () => {
  const read = (file: string) => readFile(join(ROOT, file), "utf8")
  const [, version = ""] =
    /TYPESCRIPT = ">=([\d.]+)"/.exec(await read("server/cli/migrate-authjs/requirements.ts")) ?? []
  expect(version).not.toBe("")
  expect(await read("README.md")).toContain(`TypeScript ${version} or later`)
  expect(await read("CHANGELOG.md")).toContain(`TypeScript ${version}`)
  expect(await read("stories/docs/configuration.mdx")).toContain(`TypeScript ${version} or later`)
  expect(await read("stories/docs/authjs.mdx")).toContain(`TypeScript needs ${version},`)
})
