// Measures the built package beside its peer and the floor, interleaved, and writes the table of README.md.
import { execFileSync } from "node:child_process"
import { writeFileSync } from "node:fs"
import { cpus } from "node:os"
import { coldStarts } from "./cold-start.ts"
import { databaseCases } from "./databases.ts"
import { serverCases } from "./server.ts"
import { measure, type Row } from "./measure.ts"

function table(rows: readonly Row[]): string {
  const line = ({ name, ours, peer, floor }: Row) =>
    `| ${name} | ${count(ours)} | ${count(peer)} | ${ratio(ours, peer)} | ${count(floor)} | ${ratio(ours, floor)} |`
  return [
    "| Operation | Latchkit | @auth/core | ratio | floor | ratio |",
    "|---|--:|--:|--:|--:|--:|",
    ...rows.map(line),
  ].join("\n")
}

function databaseTable(rows: readonly Row[]): string {
  const line = ({ name, ours, peer, floor }: Row) =>
    `| ${name} | ${count(ours)} | ${count(peer ?? floor)} | ${ratio(ours, peer ?? floor)} |`
  return ["| Operation | Latchkit | beside it | ratio |", "|---|--:|--:|--:|", ...rows.map(line)].join("\n")
}

function count(value: number | undefined): string {
  return value === undefined ? "" : Math.round(value).toLocaleString("en")
}

function ratio(one: number, other: number | undefined): string {
  return other === undefined ? "" : (one / other).toFixed(other / one > 2 ? 2 : 1)
}

const rows = await measure(await serverCases())
const databases = await databaseCases()
const stored = await measure(databases.cases)
await databases.stop()
const cold = await coldStarts()
const versions = execFileSync("npm", ["ls", "--depth=0", "--json", "@auth/core", "better-auth"], { encoding: "utf8" })
const { dependencies } = JSON.parse(versions) as { dependencies: Record<string, { version: string }> } // what npm prints
const [peer, betterAuth] = ["@auth/core", "better-auth"].map((name) => dependencies[name]?.version)
const text = `# Benchmarks

\`npm run bench\` measures this package beside \`@auth/core\` ${peer} and the floor (what the operation costs with everything
but the cryptography and the answer left out), in turns in one process. The machine's speed drifts: read the ratios.

Node ${process.versions.node}, ${cpus().length} cores. Operations a second, one at a time, median of seven rounds.

${table(rows)}

Sessions that are rows: the same \`GET session\` with the database strategy, beside \`@auth/core\` on the same adapter,
\`better-auth\` ${betterAuth} on \`node:sqlite\` as well, and the one query it takes, prepared on the same connection.

${databaseTable(stored)}

Cold start: a fresh process that imports the package and answers its first \`GET session\` for a signed-in visitor;
milliseconds of the whole process with an empty Node's taken off, median of nine.

| Latchkit | @auth/core | ratio |
|--:|--:|--:|
| ${cold.ours.toFixed(0)} | ${cold.peer.toFixed(0)} | ${(cold.ours / cold.peer).toFixed(2)} |
`
console.log(text)
if (process.argv.includes("--write")) writeFileSync(new URL("README.md", import.meta.url), text)
