// Runs tests of the page about testing in Jest, as it says. Jest isn't a dependency, so only the long run installs it.
import { execFile } from "node:child_process"
import { cpSync } from "node:fs"
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { expect, test } from "vitest"
import { installPackages as installApp } from "./apps/packages.ts"
import { installPackages, packLatchkit } from "./first-hour/packages.ts"

const EXAMPLES = join(import.meta.dirname, "../stories/docs/examples/testing")
const CONFIG = join(import.meta.dirname, "apps/jest/jest.config.js")
const TESTS = ["session.test.ts", "component.test.tsx"]
const PACKAGES = [
  "jest",
  "ts-jest",
  "typescript",
  "react",
  "react-dom",
  "@types/react",
  "@types/react-dom",
  "@types/node",
]
const OPTIONS = {
  module: "nodenext",
  target: "es2023",
  jsx: "react-jsx",
  strict: true,
  isolatedModules: true,
  skipLibCheck: true,
  noEmit: true,
  allowImportingTsExtensions: true,
}

test("Jest runs tests of an app's server and of its components", async () => {
  installApp("jest")
  const app = await mkdtemp(join(tmpdir(), "latchkit-jest-"))
  cpSync(CONFIG, join(app, "jest.config.js"))
  cpSync(join(EXAMPLES, "app.ts"), join(app, "app.ts"))
  for (const file of TESTS) {
    const text = await readFile(join(EXAMPLES, file), "utf8")
    await writeFile(join(app, file), text.replace('"vitest"', '"@jest/globals"'))
  }
  await writeFile(join(app, "package.json"), JSON.stringify({ type: "module" }))
  await writeFile(join(app, "tsconfig.json"), JSON.stringify({ compilerOptions: OPTIONS }))
  installPackages(app, ["latchkit", ...PACKAGES], { latchkit: await packLatchkit(), apps: ["jest"] })
  const env = { ...process.env, NODE_OPTIONS: "--experimental-vm-modules", NODE_ENV: "test" as const }
  const { stderr } = await promisify(execFile)(join(app, "node_modules/.bin/jest"), ["--ci"], { cwd: app, env })
  expect(stderr).toMatch(/^Tests: +3 passed, 3 total$/m)
  await rm(app, { recursive: true })
}, 300_000)
