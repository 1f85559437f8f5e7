// Measures the built package, its peers and the floor in turns, and prints each table when it is measured. Names of sections
// as arguments run only these. With --write, their tables replace those of README.md.
import { readFileSync, writeFileSync } from "node:fs"
import { cpus } from "node:os"
import { clientTables } from "./client/table.ts"
import { coldStarts } from "./cold-start.ts"
import { databaseCases } from "./databases.ts"
import { houseTable } from "./house.ts"
import { installSizes, typeChecks } from "./development.ts"
import { expressRates } from "./express.ts"
import { frameworkRates, type FrameworkRates } from "./frameworks.ts"
import { integrationCases } from "./integrations.ts"
import { serverCases } from "./server.ts"
import { measure, type Row } from "./measure.ts"
import { overheads, type Overhead } from "./overhead.ts"
import { queuedSignIns } from "./passwords.ts"
import { storeCounts } from "./network.ts"
import { renderTimes } from "./renders.ts"
import { telemetryPairs } from "./telemetry.ts"
import { workersTable } from "./workers.ts"

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

type ExpressRates = Awaited<ReturnType<typeof expressRates>>

function expressLine(name: string, unit: keyof ExpressRates["ours"], { ours, hand, peer, bare }: ExpressRates): string {
  const times = (other: typeof ours) =>
    unit === "rate" ? ratio(ours.rate, other.rate) : ratio(other.micros, ours.micros)
  return `| ${name} | ${count(ours[unit])} | ${count(hand[unit])} | ${times(hand)} | ${count(peer[unit])} | ${times(peer)} | ${count(bare[unit])} |`
}

function frameworkLine({ name, ours, hand, ratio: toHand }: FrameworkRates): string {
  const cells = [count(ours.rate), count(hand.rate), times(toHand), count(ours.micros), count(hand.micros)]
  return `| ${name} | ${cells.join(" | ")} | ${ratio(hand.micros, ours.micros)} |`
}

function readVersion(name: string): string {
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

async function server(): Promise<string> {
  return `\`npm run bench\` compares this package with \`@auth/core\` ${readVersion("@auth/core")} and the floor: the operation's cryptography and
response, without anything else. All run in turns in one process. The machine's speed varies, so compare the ratios.

Node ${process.versions.node}, ${cpus().length} cores. Operations per second, one at a time: the median of fifteen rounds. A ratio is the median of the rounds' ratios.

Latchkit caches a session token when it comes for the second time, a thousand at most. The peer and the floor decrypt it each time.
With another user each time, so does Latchkit.

${table(await measure(await serverCases()))}`
}

async function databases(): Promise<string> {
  const { cases, stop } = await databaseCases()
  const rows = await measure(cases)
  await stop()
  return `The same \`GET session\` with the database strategy, compared with \`@auth/core\` on the same adapter,
\`better-auth\` ${readVersion("better-auth")} on \`node:sqlite\`, and the one query that it needs, prepared on the same connection.
Through Prisma, and through Drizzle on MariaDB, most of the time is the tool's own, as the rows beside its own query show.

${databaseTable(rows)}`
}

async function passwords(): Promise<string> {
  const { rate, bare, toBare, delay, busy, quiet, toQuiet } = await queuedSignIns()
  return `100 sign-ins with a password in one process, 60 at a time, beside as many bare argon2id hashes of the same cost on all cores. Then the
same sign-ins again, while the process also responds to \`GET session\`, one request at a time. All run in turns. The best
of four rounds is shown, because other work on the machine only makes it worse.

| sign-ins per second | bare hashes | ratio | event loop delay, p99 | \`GET session\` meanwhile, a second | without sign-ins | ratio |
|--:|--:|--:|--:|--:|--:|--:|
| ${rate.toFixed(1)} | ${bare.toFixed(1)} | ${times(toBare)} | ${delay.toFixed(1)} ms | ${count(busy)} | ${count(quiet)} | ${times(toQuiet)} |`
}

async function integrations(): Promise<string> {
  return `\`GET session\` through an integration, compared with the bare handler, both without the framework. In a framework's server the
ratio is closer to 1, because the framework's own time adds to both.

${databaseTable(await measure(await integrationCases()))}`
}

async function telemetry(): Promise<string> {
  const percent = (share: number) => `${(share * 100).toFixed(1)} %`
  const range = ([low, high]: readonly [number, number]) => `${percent(low)} to ${percent(high)}`
  const line = ({ name, median, quartiles, interval, micros }: Overhead) =>
    `| ${name} | ${micros.toFixed(1)} | ${percent(median)} | ${range(interval)} | ${range(quartiles)} |`
  return `\`GET session\` with \`latchkit/opentelemetry\`, compared with the same handler without it, in processor time. 300 rounds run both in turns, in
one process. The second row compares two equal handlers: it must be near 0, or the machine is too busy to tell. The
overhead is below 3 % if the whole 95 % interval is.

| | µs without | overhead, median | 95 % interval | middle half of the rounds |
|---|--:|--:|--:|--:|
${(await overheads(await telemetryPairs())).map(line).join("\n")}`
}

async function express(): Promise<string> {
  const rates = await expressRates()
  return `Over HTTP: \`GET session\` for a signed-in user through Express. Each contestant runs in its own process, and
\`autocannon\` loads it over 32 connections. "By hand" mounts the handler in Express with the least code. "hello" is a route of Express alone.
Compare the CPU time, because it depends least on the machine's load.

| | \`latchkit/express\` | the handler by hand | ratio | \`@auth/express\` | ratio | hello |
|---|--:|--:|--:|--:|--:|--:|
${expressLine("requests per second", "rate", rates)}
${expressLine("microseconds of CPU time", "micros", rates)}`
}

async function frameworks(): Promise<string> {
  const rates = await frameworkRates()
  return `The same in the production server of each framework. The app of \`e2e/apps\` has one more route, which mounts the handler by hand
(\`mounts/\`). Both are loaded in turns, in one process.

| | through the integration, a second | by hand | ratio | microseconds of CPU time | by hand | ratio |
|---|--:|--:|--:|--:|--:|--:|
${rates.map(frameworkLine).join("\n")}`
}

async function coldStart(): Promise<string> {
  const { ours, peer, floor } = await coldStarts()
  return `Cold start: a fresh process that imports the package and GitHub's provider, and responds to its first \`GET session\` for a signed-in user.
Milliseconds of the whole process without an empty Node's time: the median of nine. The floor imports nothing but Node's own modules. It makes a
\`Request\`, the cryptography of one token, and a \`Response\`.

| Latchkit | @auth/core | ratio | floor | floor beside @auth/core |
|--:|--:|--:|--:|--:|
| ${ours.toFixed(0)} | ${peer.toFixed(0)} | ${(ours / peer).toFixed(2)} | ${floor.toFixed(0)} | ${(floor / peer).toFixed(2)} |`
}

async function store(): Promise<string> {
  const { opening, polls, focus, signOut, renders } = await storeCounts()
  return `The session store in Chromium. The columns count the session requests of one user's five tabs together. The last column counts the renders of the
busiest component during those polls.

| to open the tabs | in 30 s, with a poll every 5 s | a focus | a sign-out | renders |
|--:|--:|--:|--:|--:|
| ${opening} | ${polls} | ${focus} | ${signOut} | ${renders} |`
}

async function renders(): Promise<string> {
  const { useSession, bare } = await renderTimes()
  return `A render of \`useSession\` in Chromium, in microseconds beyond a component without hooks: the median of 60 rounds with 1,000 components.
A bare \`useSyncExternalStore\` renders in turns with it.

| \`useSession\` | \`useSyncExternalStore\` | ratio |
|--:|--:|--:|
| ${useSession.toFixed(1)} | ${bare.toFixed(1)} | ${ratio(useSession, bare)} |`
}

async function install(): Promise<string> {
  const names = ["latchkit", "better-auth", "@auth/core"]
  const sizes = await installSizes(names)
  const ours = sizes.get("latchkit")?.bytes ?? 0
  const lines = [...sizes].map(
    ([name, { packages, bytes }]) => `| ${name} | ${packages} | ${(bytes / 1e6).toFixed(1)} | ${ratio(ours, bytes)} |`,
  )
  return `A production install in an empty folder, without optional packages. The last column is Latchkit's size by the row's.

| | packages | MB | ratio |
|---|--:|--:|--:|
${lines.join("\n")}`
}

async function typeCheck(): Promise<string> {
  const { plain, ...checks } = Object.fromEntries(typeChecks(["plain", "latchkit", "better-auth", "next-auth"]))
  const lines = Object.entries(checks).map(([name, { types, instantiations, megabytes, seconds }]) => {
    const more = [
      types - (plain?.types ?? 0),
      instantiations - (plain?.instantiations ?? 0),
      megabytes - (plain?.megabytes ?? 0),
    ]
    return `| ${name} | ${more.map(count).join(" | ")} | ${(seconds - (plain?.seconds ?? 0)).toFixed(1)} |`
  })
  return `The type check of an app, beyond the same app without sign-in: \`tsc --extendedDiagnostics\` with \`strict\` and \`skipLibCheck\`,
the fastest of five runs in turns. Latchkit's app has passwords, passkeys, a second factor, two providers, a database and all cards. The
apps are in \`development/\`. Types and instantiations don't depend on the machine.

| | types | instantiations | MB | seconds |
|---|--:|--:|--:|--:|
${lines.join("\n")}`
}

const SECTIONS = {
  server,
  databases,
  passwords,
  integrations,
  telemetry,
  express,
  frameworks,
  coldStart,
  store,
  renders,
  client: clientTables,
  install,
  workers: workersTable,
  typeCheck,
  house: houseTable,
}
const README = new URL("README.md", import.meta.url)

/** Replaces a section's text in README.md. It follows a comment with the section's name. */
function writeSection(name: string, text: string): void {
  const parts = readFileSync(README, "utf8").split(/^<!-- (\w+) -->$/m)
  const at = parts.indexOf(name)
  if (at < 0) throw new Error(`README.md has no section ${name}`)
  const kept = parts.with(at + 1, `\n\n${text}\n\n`).map((part, index) => (index % 2 ? `<!-- ${part} -->` : part))
  writeFileSync(README, `${kept.join("").trimEnd()}\n`)
}

const named = process.argv.slice(2).filter((argument) => !argument.startsWith("--"))
for (const [name, measureSection] of Object.entries(SECTIONS)) {
  if (named.length > 0 && !named.includes(name)) continue
  try {
    const text = await measureSection()
    console.log(`${text}\n`)
    if (process.argv.includes("--write")) writeSection(name, text)
  } catch (error) {
    console.error(`The section ${name} could not be measured:`, error) // the others still can
    process.exitCode = 1
  }
}
