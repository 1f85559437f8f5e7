// Measures the built package, its peer and the floor in turns, and writes the table of README.md.
import { readFileSync, writeFileSync } from "node:fs"
import { cpus } from "node:os"
import { coldStarts } from "./cold-start.ts"
import { databaseCases } from "./databases.ts"
import { expressRates } from "./express.ts"
import { frameworkRates, type FrameworkRates } from "./frameworks.ts"
import { integrationCases } from "./integrations.ts"
import { serverCases } from "./server.ts"
import { measure, type Row } from "./measure.ts"
import { storeCounts } from "./network.ts"

function table(rows: readonly Row[]): string {
  const line = ({ name, ours, peer, floor, toPeer, toFloor }: Row) =>
    `| ${name} | ${count(ours)} | ${count(peer)} | ${times(toPeer)} | ${count(floor)} | ${times(toFloor)} |`
  return [
    "| Operation | Latchkit | @auth/core | ratio | floor | ratio |",
    "|---|--:|--:|--:|--:|--:|",
    ...rows.map(line),
  ].join("\n")
}

function databaseTable(rows: readonly Row[]): string {
  const line = ({ name, ours, peer, floor, toPeer, toFloor }: Row) =>
    `| ${name} | ${count(ours)} | ${count(peer ?? floor)} | ${times(toPeer ?? toFloor)} |`
  return ["| Operation | Latchkit | beside it | ratio |", "|---|--:|--:|--:|", ...rows.map(line)].join("\n")
}

function expressLine(name: string, unit: keyof (typeof express)["ours"]): string {
  const { ours, hand, peer, bare } = express
  const times = (other: typeof ours) =>
    unit === "rate" ? ratio(ours.rate, other.rate) : ratio(other.micros, ours.micros)
  return `| ${name} | ${count(ours[unit])} | ${count(hand[unit])} | ${times(hand)} | ${count(peer[unit])} | ${times(peer)} | ${count(bare[unit])} |`
}

function frameworkLine({ name, ours, hand, ratio: toHand }: FrameworkRates): string {
  const cells = [count(ours.rate), count(hand.rate), times(toHand), count(ours.micros), count(hand.micros)]
  return `| ${name} | ${cells.join(" | ")} | ${ratio(hand.micros, ours.micros)} |`
}

function versionOf(name: string): string {
  const { version } = JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8")) as { version: string } // every manifest has a version
  return version
}

function count(value: number | undefined): string {
  return value === undefined ? "" : Math.round(value).toLocaleString("en")
}

function times(ratio: number | undefined): string {
  return ratio?.toFixed(ratio < 2 ? 2 : 1) ?? ""
}

const ratio = (one: number, other: number): string => times(one / other)

const rows = await measure(await serverCases())
const databases = await databaseCases()
const stored = await measure(databases.cases)
await databases.stop()
const integrations = await measure(await integrationCases())
const express = await expressRates()
const frameworks = await frameworkRates()
const cold = await coldStarts()
const store = await storeCounts()
const peer = versionOf("@auth/core")
const betterAuth = versionOf("better-auth")
const text = `# Benchmarks

\`npm run bench\` compares this package with \`@auth/core\` ${peer} and the floor: the operation's cryptography and
response, without anything else. All run in turns in one process. The machine's speed varies, so compare the ratios.

Node ${process.versions.node}, ${cpus().length} cores. Operations per second, one at a time: the median of fifteen rounds. A ratio is the median of the rounds' ratios.

Latchkit decrypts a session token on its first use, and caches a thousand tokens. The peer and the floor decrypt it each time.
With another user each time, so does Latchkit.

${table(rows)}

The same \`GET session\` with the database strategy, compared with \`@auth/core\` on the same adapter,
\`better-auth\` ${betterAuth} on \`node:sqlite\`, and the one query that it needs, prepared on the same connection.

${databaseTable(stored)}

\`GET session\` through an integration, compared with the bare handler, both without the framework. In a framework's server the
ratio is closer to 1, because the framework's own time adds to both.

${databaseTable(integrations)}

Over HTTP: \`GET session\` for a signed-in user through Express. Each contestant runs in its own process, and \`wrk\` loads it over 32
connections. "By hand" mounts the handler in Express with the least code. "hello" is a route of Express alone.
Compare the CPU time, because it depends least on the machine's load.

| | \`latchkit/express\` | the handler by hand | ratio | \`@auth/express\` | ratio | hello |
|---|--:|--:|--:|--:|--:|--:|
${expressLine("requests per second", "rate")}
${expressLine("microseconds of CPU time", "micros")}

The same in the production server of each framework. The app of \`e2e/apps\` has one more route, which mounts the handler by hand
(\`mounts/\`). Both are loaded in turns, in one process.

| | through the integration, a second | by hand | ratio | microseconds of CPU time | by hand | ratio |
|---|--:|--:|--:|--:|--:|--:|
${frameworks.map(frameworkLine).join("\n")}

Cold start: a fresh process that imports the package and responds to its first \`GET session\` for a signed-in user.
Milliseconds of the whole process without an empty Node's time: the median of nine.

| Latchkit | @auth/core | ratio |
|--:|--:|--:|
| ${cold.ours.toFixed(0)} | ${cold.peer.toFixed(0)} | ${(cold.ours / cold.peer).toFixed(2)} |

The session store in Chromium: the number of session requests of one user's five tabs together, and the number of renders
of the busiest component during those polls.

| to open the tabs | in 30 s, with a poll every 5 s | a focus | a sign-out | renders |
|--:|--:|--:|--:|--:|
| ${store.opening} | ${store.polls} | ${store.focus} | ${store.signOut} | ${store.renders} |
`
console.log(text)
if (process.argv.includes("--write")) writeFileSync(new URL("README.md", import.meta.url), text)
