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

\`npm run bench\` measures this package beside \`@auth/core\` ${peer} and the floor (what the operation costs with everything
but the cryptography and the answer left out), in turns in one process. The machine's speed drifts: read the ratios.

Node ${process.versions.node}, ${cpus().length} cores. Operations a second, one at a time, median of fifteen rounds; a ratio is the median of the rounds' own.

A session's token is decrypted when it comes for the first time and remembered among a thousand others; the peer and the floor
decrypt it each time. Where ever another visitor asks, so does Latchkit.

${table(rows)}

Sessions that are rows: the same \`GET session\` with the database strategy, beside \`@auth/core\` on the same adapter,
\`better-auth\` ${betterAuth} on \`node:sqlite\` as well, and the one query it takes, prepared on the same connection.

${databaseTable(stored)}

\`GET session\` through an integration, beside the bare handler, with nothing of the framework: in a framework's server, whose own
time is added to both, the ratio is nearer to 1.

${databaseTable(integrations)}

Over HTTP: \`GET session\` for a signed-in visitor through Express, each contestant in a process of its own, asked by \`wrk\` over 32
connections. By hand is the least that can mount the handler in Express; a route that says hello is what Express itself takes.
Read the processor's time: what else the machine does changes it least.

| | \`latchkit/express\` | the handler by hand | ratio | \`@auth/express\` | ratio | hello |
|---|--:|--:|--:|--:|--:|--:|
${expressLine("requests a second", "rate")}
${expressLine("microseconds of the processor", "micros")}

The same in the production server of each framework: the app of \`e2e/apps\` with one more route, the least that mounts the
handler there by hand (\`mounts/\`), asked in turns in one process.

| | through the integration, a second | by hand | ratio | microseconds of the processor | by hand | ratio |
|---|--:|--:|--:|--:|--:|--:|
${frameworks.map(frameworkLine).join("\n")}

Cold start: a fresh process that imports the package and answers its first \`GET session\` for a signed-in visitor;
milliseconds of the whole process with an empty Node's taken off, median of nine.

| Latchkit | @auth/core | ratio |
|--:|--:|--:|
| ${cold.ours.toFixed(0)} | ${cold.peer.toFixed(0)} | ${(cold.ours / cold.peer).toFixed(2)} |

The session store in Chromium: how often five tabs of one visitor, all together, ask for the session, and how often their
busiest component renders in the time of those polls.

| to open the tabs | in 30 s, with a poll every 5 s | a focus | a sign-out | renders |
|--:|--:|--:|--:|--:|
| ${store.opening} | ${store.polls} | ${store.focus} | ${store.signOut} | ${store.renders} |
`
console.log(text)
if (process.argv.includes("--write")) writeFileSync(new URL("README.md", import.meta.url), text)
