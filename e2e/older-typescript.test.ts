import { execFile } from "node:child_process"
import { globSync } from "node:fs"
import { mkdir, writeFile } from "node:fs/promises"
import { createRequire } from "node:module"
import { join } from "node:path"
import { promisify } from "node:util"
import { expect, test } from "vitest"

const ROOT = join(import.meta.dirname, "..")
const AT = join(ROOT, ".cache/older-typescript")
/** TypeScript 5.6, which another package brings. Apps need 5.9 or later. */
const TSC = createRequire(createRequire(import.meta.url).resolve("@arethetypeswrong/core")).resolve("typescript/bin/tsc") // prettier-ignore

test("the page about testing has no type error in TypeScript 5", async () => {
  const files = globSync("stories/docs/examples/testing/*.test.ts", { cwd: ROOT }).map((file) => join(ROOT, file))
  expect(files.length).toBeGreaterThan(3)
  const options = { strict: true, noEmit: true, skipLibCheck: true, allowImportingTsExtensions: true, jsx: "react-jsx" }
  const modules = { module: "esnext", moduleResolution: "bundler", target: "esnext", types: ["node"] }
  await mkdir(AT, { recursive: true })
  await writeFile(join(AT, "tsconfig.json"), JSON.stringify({ compilerOptions: { ...options, ...modules }, files }))
  const compile = promisify(execFile)(process.execPath, [TSC, "-p", AT])
  const { stdout } = (await compile.catch((error: unknown) => error)) as { stdout: string } // it exits with 1 for errors
  expect(stdout).toBe("")
}, 120_000)
