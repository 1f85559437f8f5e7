import { execFileSync } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { beforeEach, expect, onTestFinished, test } from "vitest"
import { repositoryFiles } from "./repository-files.ts"

const TRACKED = [
  ".gitignore",
  "README.md",
  "e2e/apps/next/.npmrc",
  "server/service/auth.ts",
  "stories/.storybook/main.ts",
]
const IGNORED = [
  "dist/index.js",
  "e2e/apps/next/.next/page.js",
  "e2e/apps/next/next-env.d.ts",
  "server/node_modules/x.js",
  "server/x.tsbuildinfo",
]
const NEW = ["client/new.ts", "server/core/sessions/new.ts"]
const OWN = [".env", ".idea/workspace.xml", ".vscode/settings.json", "notes/today.md", "test.log"]
const OWN_IN_FOLDERS = ["e2e/apps/next/.env.local", "server/.idea/workspace.xml", "server/debug.log"]

const checkout = { folder: "" }
const git = (...args) => execFileSync("git", args, { cwd: checkout.folder, stdio: "ignore" })

function write(files) {
  for (const file of files) {
    mkdirSync(join(checkout.folder, dirname(file)), { recursive: true })
    writeFileSync(join(checkout.folder, file), "")
  }
}

beforeEach(() => {
  checkout.folder = mkdtempSync(join(tmpdir(), "latchkit-files-"))
  const { folder } = checkout
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  write([...TRACKED, ...IGNORED, ...NEW])
  const lines = ["node_modules/", "dist/", "*.tsbuildinfo", "e2e/apps/*/.*/", "next-env.d.ts", ""]
  writeFileSync(join(folder, ".gitignore"), lines.join("\n"))
})

test("lists tracked files and new sources, but no file of a developer's own", () => {
  git("init")
  git("add", ...TRACKED)
  write([...OWN, ...OWN_IN_FOLDERS])
  expect(repositoryFiles(checkout.folder).toSorted()).toEqual([...TRACKED, ...NEW].toSorted())
})

test("leaves out a tracked file that is deleted", () => {
  git("init")
  git("add", ...TRACKED)
  rmSync(join(checkout.folder, "server/service/auth.ts"))
  expect(repositoryFiles(checkout.folder)).not.toContain("server/service/auth.ts")
})

test("reads the source folders and the known files at the top without git", () => {
  write(OWN)
  const wanted = [...TRACKED, ...NEW].filter((file) => file !== ".gitignore")
  expect(repositoryFiles(checkout.folder).toSorted()).toEqual(wanted.toSorted())
})
