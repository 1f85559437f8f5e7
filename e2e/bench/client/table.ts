import { clientLoad, type BundlerName, type ClientLoad, type Scripts, type SlowLoad } from "./load.ts"
import type { App } from "./bundles.ts"

/** The rows of the size table. Each is compared with the same app without a session. */
const ROWS: [name: string, app: App, without: App][] = [
  ["`useSession`", "latchkit", "react"],
  ["`useSession`, beside TanStack Query", "latchkit-query", "query"],
  ["`useSession` and `SignIn`", "card", "react"],
  ["next-auth", "next-auth", "react"],
  ["better-auth", "better-auth", "react"],
]

const kilobytes = (bytes: number): string => (bytes / 1000).toFixed(2)
const seconds = (milliseconds: number | undefined): string =>
  milliseconds === undefined ? "" : (milliseconds / 1000).toFixed(1)
const ratio = (one: number | undefined, other: number | undefined): string =>
  one === undefined || other === undefined ? "" : (one / other).toFixed(2)

function sizeLine(name: string, { first, known, all, files }: Scripts, without: Scripts): string {
  const sizes = [first - without.first, known - without.known, all - without.all].map(kilobytes).join(" / ")
  return `${sizes} in ${files - without.files + 1}`
}

function sizeTable(scripts: ClientLoad["scripts"]): string {
  const bundlers = Object.keys(scripts) as BundlerName[] // the keys are these names
  const line = ([name, app, without]: (typeof ROWS)[number]) =>
    `| ${name} | ${bundlers.map((bundler) => sizeLine(name, scripts[bundler][app], scripts[bundler][without])).join(" | ")} |`
  return [`| | ${bundlers.join(" | ")} |`, `|---|${"--:|".repeat(bundlers.length)}`, ...ROWS.map(line)].join("\n")
}

function slowTable(rows: readonly SlowLoad[]): string {
  const peer = rows.find(({ name }) => name === "next-auth")
  const line = ({ name, known, posted }: SlowLoad) =>
    `| ${name} | ${seconds(known)} | ${ratio(known, peer?.known)} | ${seconds(posted)} | ${ratio(posted, peer?.posted)} |`
  return [
    "| | session known | of next-auth's | `signIn` posts | of next-auth's |",
    "|---|--:|--:|--:|--:|",
    ...rows.map(line),
  ].join("\n")
}

/** Measures the client's scripts and their loading, and returns it as Markdown. */
export async function clientTables(): Promise<string> {
  const { scripts, slow } = await clientLoad()
  return `The scripts that a page loads for its session, in kB after gzip beyond the same React app. The first number is before the first
paint, and the second until the session is known. The third includes the scripts that the page loads by itself afterwards. The last is the
number of files. The app loads one part of its own on demand.

${sizeTable(scripts)}

The same page on Chromium's "Slow 3G" with an empty cache and no session from the server. The session is known so many seconds after
the navigation. The form leaves so many seconds after the call of \`signIn("credentials")\`. Each number is the median of three.

${slowTable(slow)}`
}
