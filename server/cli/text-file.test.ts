import { execFileSync } from "node:child_process"
import { chmod, lstat, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { initCommand } from "./init/index.ts"
import { secretCommand } from "./secret.ts"

const folder = { path: "" }
const at = (file: string) => join(folder.path, file)
const permissions = async (file: string) => ((await lstat(at(file))).mode & 0o777).toString(8)

beforeEach(async () => void (folder.path = await mkdtemp(join(tmpdir(), "latchkit-"))))
afterEach(() => rm(folder.path, { recursive: true }))

const COMMANDS = {
  "secret --write": secretCommand,
  init: initCommand,
} as const

async function runCommand(name: keyof typeof COMMANDS) {
  const lines: string[] = []
  const note = (text: string) => void lines.push(text)
  if (name === "init") await writeFile(at("package.json"), JSON.stringify({ dependencies: { express: "5" } }))
  const words = name === "init" ? ["--no-install", "--yes"] : ["--write"]
  const environment = { terminal: { out: note, err: note }, env: {}, cwd: folder.path }
  const failure = await COMMANDS[name](words, environment).then(
    () => "",
    (error: Error) => error.message,
  )
  return { output: lines.join(""), failure }
}

describe.each(["secret --write", "init"] as const)("latchkit %s", (name) => {
  test("creates `.env` for its owner only, without a warning", async () => {
    const { output, failure } = await runCommand(name)
    expect([failure, await permissions(".env")]).toEqual(["", "600"])
    expect(output).not.toContain("!")
  })

  test.skipIf(process.platform === "win32")("tightens a readable `.env`, and says so (threat 686)", async () => {
    await writeFile(at(".env"), "A=1\n")
    await chmod(at(".env"), 0o644)
    const { output, failure } = await runCommand(name)
    expect([failure, await permissions(".env")]).toEqual(["", "600"])
    expect(output).toContain("! .env could be read by other users (mode 644). Its mode is 600 now")
    expect(await readFile(at(".env"), "utf8")).toMatch(/^A=1\nAUTH_SECRET=/)
  })

  test("keeps a `.env` that PowerShell wrote as it is, because writing it again would lose its text", async () => {
    const before = Buffer.from("\uFEFFDATABASE_URL=postgres://ada:secret@db\r\n", "utf16le")
    await writeFile(at(".env"), before)
    const { failure } = await runCommand(name)
    expect(failure).toContain(".env isn't UTF-8, so it wasn't changed")
    expect(await readFile(at(".env"))).toEqual(before)
  })

  test.each([
    ["to a file", "other"],
    ["to a missing file", "missing"],
  ])("writes no secret through a link %s (threat 686)", async (_, target) => {
    await writeFile(at("other"), "A=1\n")
    await symlink(at(target), at(".env"))
    const { failure } = await runCommand(name)
    expect(failure).toContain(".env is a symbolic link")
    expect(await readFile(at("other"), "utf8")).toBe("A=1\n")
    await expect(lstat(at("missing"))).rejects.toThrow("ENOENT")
  })

  test("writes no secret to what isn't a file", async () => {
    await mkdir(at(".env"))
    expect((await runCommand(name)).failure).toContain(".env isn't a file")
  })

  test("names an `.env` that Git tracks (threat 686)", async () => {
    const git = (...words: string[]) => execFileSync("git", words, { cwd: folder.path, stdio: "ignore" })
    await writeFile(at(".env"), "A=1\n", { mode: 0o600 })
    git("init")
    expect((await runCommand(name)).output).not.toContain("Git tracks")
    await rm(at(".env"))
    await writeFile(at(".env"), "A=1\n", { mode: 0o600 })
    git("add", "--force", ".env")
    expect((await runCommand(name)).output).toContain("! Git tracks .env")
  })
})
