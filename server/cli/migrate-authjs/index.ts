import { execFile } from "node:child_process"
import { mkdir, readFile } from "node:fs/promises"
import { homedir } from "node:os"
import { join, resolve } from "node:path"
import { promisify } from "node:util"
import { createRequire } from "node:module"
import { createCommand } from "../command.ts"
import { markedLine, nextSteps, type Terminal } from "../terminal.ts"
import type { Version } from "./modules.ts"
import { migrateProject } from "./project.ts"
import { adapterSteps, installedRanges, outdatedPackages } from "./requirements.ts"
import type { Parse } from "./tree.ts"
import type { Change } from "./types.ts"

export const USAGE = `latchkit migrate authjs [<folder>] [--dry-run] [--version 4|5]

Moves an app from Auth.js (v5) or next-auth 4. It rewrites imports and type augmentations, and adds the preset that keeps
users signed in. It prints what you have to change by hand. It never commits: look at the changes with \`git diff\`.

  --dry-run  prints what would change, and changes nothing.
  --version  the major version of next-auth. Default: the version in package.json.
`

/** Runs `latchkit migrate authjs`. The exit code is 1 if something is left to do by hand. */
export const migrateAuthjsCommand = createCommand({
  usage: USAGE,
  args: { allowPositionals: true, options: { "dry-run": { type: "boolean" }, version: { type: "string" } } },
  async run({ values, positionals: [path = "."] }, { terminal, cwd }, load: LoadParser = loadParser) {
    const folder = resolve(cwd, path)
    const packageJson = await readFile(join(folder, "package.json"), "utf8").catch(() => "{}")
    const version = versionFrom(values.version) ?? installedVersion(packageJson)
    if (version === undefined) {
      const problem =
        "package.json contains neither next-auth nor an @auth package. Pass the app's version: --version 4 or 5"
      terminal.err(markedLine("problem", problem))
      return 2
    }
    const dryRun = values["dry-run"] ?? false
    const changes = [
      { file: "package.json", changed: false, notes: outdatedPackages(packageJson, folder) },
      ...(await migrateProject({ folder, version, dryRun, parse: await load(terminal) })),
    ]
    terminal.out(formatReport(changes, { version, dryRun, adapters: adapterSteps(packageJson) }))
    return changes.some(({ notes }) => notes.length > 0) ? 1 : 0
  },
})

type LoadParser = (terminal: Terminal) => Promise<Parse>

function versionFrom(text: string | undefined): Version | undefined {
  if (text === undefined) return undefined
  if (text === "4" || text === "5") return text === "4" ? 4 : 5
  throw new Error(`--version is ${JSON.stringify(text)}. Use 4 or 5`)
}

function installedVersion(packageJson: string): Version | undefined {
  const all = installedRanges(packageJson)
  const range = all["next-auth"]
  if (range !== undefined) return /^[^\d]*4\b/.test(range) ? 4 : 5
  return Object.keys(all).some((name) => name.startsWith("@auth/")) ? 5 : undefined
}

const PARSER_PACKAGE = "@babel/parser@7.29.14"

/** Returns `parse` of `@babel/parser`. Downloads the package once, if the app doesn't have it. */
async function loadParser({ out }: Terminal): Promise<Parse> {
  const loadFrom = (folder: string) =>
    (
      createRequire(join(folder, "package.json"))("@babel/parser") as {
        parse: Parse
      }
    ).parse // the package's export
  try {
    return loadFrom(import.meta.dirname)
  } catch {
    const folder = join(homedir(), ".cache", "latchkit", "codemod") // other users can't write to this folder
    await mkdir(folder, { recursive: true })
    try {
      return loadFrom(folder)
    } catch {
      out(`Downloading ${PARSER_PACKAGE}, once…\n`)
      const npm = process.platform === "win32" ? "npm.cmd" : "npm"
      await promisify(execFile)(npm, [
        "install",
        "--no-save",
        "--no-audit",
        "--no-fund",
        "--prefix",
        folder,
        PARSER_PACKAGE,
      ])
      return loadFrom(folder)
    }
  }
}

interface Report {
  version: Version
  dryRun: boolean
  /** The steps that replace adapters of Auth.js. */
  adapters: readonly string[]
}

function formatReport(changes: readonly Change[], { version, dryRun, adapters }: Report): string {
  const changed = changes.filter((change) => change.changed)
  const noteLines = changes.flatMap(({ file, notes }) => notes.map(({ line, text }) => `${file}:${line}  ${text}`))
  const remove = version === 4 ? "next-auth" : "next-auth and @auth/core"
  return [
    ...changed.map(({ file }) => markedLine("added", file)),
    ...noteLines.map((note) => markedLine("warning", note)),
    `\n${dryRun ? "Would change" : "Changed"} ${changed.length} file${changed.length === 1 ? "" : "s"}.\n`,
    nextSteps([
      ...(dryRun ? ["Make the changes: npx latchkit migrate authjs"] : []),
      ...(noteLines.length > 0 ? ["Change by hand what the lines with ! say."] : []),
      `Install Latchkit, build and test. Keep ${remove} installed until the app works. Adapters of @auth and @next-auth stay.`,
      ...adapters,
    ]),
  ].join("")
}
