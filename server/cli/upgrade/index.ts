import { readFile } from "node:fs/promises"
import { createRequire } from "node:module"
import { join } from "node:path"
import { VERSION } from "../../adapters/sql/versions.ts"
import { createCommand } from "../command.ts"
import { markedLine, nextSteps } from "../terminal.ts"
import { VERSIONS, type VersionChanges } from "./versions.ts"

export const USAGE = `latchkit upgrade --check [--from <version>]

Says what an upgrade to this version changes: tables, cookies and behavior. It also says whether both versions can run
side by side, and until when you can roll back. It changes nothing. Run it as npx latchkit@latest upgrade --check.

  --check  is required. npm installs the new version.
  --from   the version that you have. Default: the version that your app imports.
`

/** Runs `latchkit upgrade`. The exit code is 1 if both versions can't run side by side. */
export const upgradeCommand = createCommand({
  usage: USAGE,
  args: { options: { check: { type: "boolean" }, from: { type: "string" } } },
  reportsAs: "upgrade",
  async run({ values }, { terminal, cwd }, versions: readonly VersionChanges[] = VERSIONS) {
    if (!values.check) throw new Error(`\`latchkit upgrade\` needs --check: npm installs a version\n\n${USAGE}`)
    const from = values.from ?? (await installedVersion(cwd))
    if (!/^\d+\.\d+\.\d+(-.+)?$/.test(from))
      throw new Error(`--from is ${JSON.stringify(from)}. Pass a version such as 0.1.0`)
    const to = versions.at(-1)?.version ?? VERSION
    if (compare(from, to) >= 0) {
      terminal.out(markedLine("good", `${from} is installed, and this is ${to}: there is nothing to upgrade.`))
      return 0
    }
    const newer = versions.filter(({ version }) => compare(version, from) > 0)
    const apart = reasonsApart(from, newer)
    terminal.out(report({ from, to, newer, apart }))
    return apart.length === 0 ? 0 : 1
  },
})

/** Finds it as the app does, also in a folder above. @throws {Error} if the app has no Latchkit */
async function installedVersion(cwd: string): Promise<string> {
  const resolved = (): string | undefined => {
    try {
      return createRequire(join(cwd, "package.json")).resolve("latchkit/package.json")
    } catch {
      return undefined
    }
  }
  const path = resolved()
  if (path === undefined) throw new Error("Installed version: your app has no latchkit. Pass --from 0.1.0")
  return (JSON.parse(await readFile(path, "utf8")) as { version: string }).version // every package has one
}

/** Returns why both versions can't run side by side. A version runs beside the minor version before it only. */
function reasonsApart(from: string, newer: readonly VersionChanges[]): readonly string[] {
  const minor = (version: string) => version.split(".", 2).join(".")
  const between = newer.filter(
    ({ version }, index) =>
      minor(version) !== minor(from) && newer.slice(index + 1).some((later) => minor(later.version) !== minor(version)),
  )
  const stops = between.filter(({ version }, index) => minor(between[index + 1]?.version ?? "") !== minor(version))
  return [
    ...newer.flatMap(({ version, sideBySide }) => (sideBySide === true ? [] : [`${version}: ${sideBySide}`])),
    ...stops.map(({ version }) => `${version} comes between. Deploy it first.`),
  ]
}

/** Compares versions. A prerelease such as 0.2.0-next.1 comes before 0.2.0. */
function compare(one: string, other: string): number {
  const [first = "", firstTag] = one.split(/-(.*)/)
  const [second = "", secondTag] = other.split(/-(.*)/)
  const order = first.localeCompare(second, undefined, { numeric: true })
  if (order !== 0 || firstTag === secondTag) return order
  if (firstTag === undefined || secondTag === undefined) return firstTag === undefined ? 1 : -1
  return firstTag.localeCompare(secondTag, undefined, { numeric: true })
}

interface Upgrade {
  readonly from: string
  readonly to: string
  readonly newer: readonly VersionChanges[]
  readonly apart: readonly string[]
}

function report({ from, to, newer, apart }: Upgrade): string {
  const lines = (title: string, found: readonly string[]) =>
    found.length === 0
      ? markedLine("good", `${title}: no change.`)
      : found.map((text) => markedLine("warning", `${title}: ${text}`)).join("")
  const all = (kind: "tables" | "cookies" | "behavior") => newer.flatMap((one) => one[kind])
  return [
    `From ${from} to ${to}\n\n`,
    lines("Tables", all("tables")),
    lines("Cookies", all("cookies")),
    lines("Behavior", all("behavior")),
    apart.length === 0
      ? markedLine("good", "Both versions can run side by side.")
      : apart.map((text) => markedLine("problem", `They can't run side by side. ${text}`)).join(""),
    apart.length > 0
      ? markedLine("problem", `Don't roll back to ${from} after you deploy ${to}.`)
      : newer.some(({ contracts }) => contracts)
        ? markedLine("warning", "You can roll back until you run `latchkit migrate --contract`.")
        : markedLine("good", "You can roll back at any time."),
    nextSteps([`Install it: npm install latchkit@${to}`, "Update the tables: npx latchkit migrate", "Deploy."]),
  ].join("")
}
