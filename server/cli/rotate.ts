import { DEFAULT_PREFIX } from "../adapters/sql.ts"
import { secretsFrom } from "../core/config/env.ts"
import { createKeyring } from "../core/crypto/keyring.ts"
import { rewrapFactor, type RewrapResult } from "../core/proofs/factors.ts"
import { createCommand } from "./command.ts"
import { openRecords, withDatabase, type AnyDatabase, type StoredRecords } from "./database.ts"
import { loadEnvFiles } from "./env-files.ts"
import { good, problem, type Finding } from "../core/config/finding.ts"
import { detectProject } from "./project.ts"
import { markedLine, nextSteps, type CommandEnvironment } from "./terminal.ts"

export const USAGE = `latchkit rotate [--url <database>] [--prefix <text>] [--dry-run]

Seals the second factors of all users with the newest AUTH_SECRET. After that, you can remove the older secrets, and no
user loses an authenticator app. Sessions that an older secret sealed end when you remove it. You can run it again.

  --url      file:app.db, postgres://…, mysql://… or mariadb://…. Default: DATABASE_URL.
  --prefix   prefix of the tables' names. Default: ${DEFAULT_PREFIX}.
  --dry-run  counts the factors, and changes nothing.
`

/** The most users that the output names. */
const MAX_NAMED = 20

/** Runs `latchkit rotate`. The exit code is 1 if a factor can't be read. */
export const rotateCommand = createCommand({
  usage: USAGE,
  args: { options: { url: { type: "string" }, prefix: { type: "string" }, "dry-run": { type: "boolean" } } },
  run: ({ values }, environment) => rotate({ ...values, isDryRun: values["dry-run"] ?? false }, environment),
})

async function rotate(
  flags: { url?: string; prefix?: string; isDryRun: boolean },
  { terminal, env: processEnv, cwd }: CommandEnvironment,
): Promise<number> {
  const { env } = await loadEnvFiles(cwd, (await detectProject(cwd)).framework, processEnv)
  const secrets = secretsFrom(env)
  const url = flags.url ?? env["DATABASE_URL"]
  if (secrets.length === 0)
    throw new Error(
      "Missing secret: AUTH_SECRET is not set, and no .env file has it. Run the command in your app's folder",
    )
  if (!url) throw new Error(`No database. Pass --url, or set DATABASE_URL\n\n${USAGE}`)
  const { prefix, isDryRun } = flags
  const counts = await withDatabase(url, async (db: AnyDatabase) =>
    rotateFactors(await openRecords(db, prefix), { secrets, isDryRun }),
  )
  terminal.out(report(counts, isDryRun))
  return counts.unreadable > 0 ? 1 : 0
}

/** Checks whether these secrets can read the second factors of all users. Changes nothing. */
export async function factorFindings(records: StoredRecords, secrets: readonly string[]): Promise<Finding[]> {
  const { rewrapped, unchanged, unreadable, users } = await rotateFactors(records, { secrets, isDryRun: true })
  const total = rewrapped + unchanged + unreadable
  if (unreadable === 0) return [good(`All second factors in the database can be read (${total}).`)]
  return [problem(`Second factors: ${unreadableText(unreadable, users)}`)]
}

interface RotateOptions {
  /** The newest first. */
  secrets: readonly string[]
  isDryRun: boolean
}

type Counts = Record<RewrapResult, number> & { users: Set<string> }

async function rotateFactors(records: StoredRecords, { secrets, isDryRun }: RotateOptions): Promise<Counts> {
  const store = isDryRun ? { ...records, updateAccountRecord: () => true } : records
  const settings = { keyring: createKeyring(secrets), now: () => Date.now() }
  const counts: Counts = { rewrapped: 0, unchanged: 0, unreadable: 0, users: new Set() }
  for await (const { id, userId } of records.ofKind("factor")) {
    if (userId === null) continue // a factor always has an owner
    const result = await rewrapFactor({ store, settings }, { id, userId })
    counts[result] += 1
    if (result === "unreadable") counts.users.add(userId)
  }
  return counts
}

function report({ rewrapped, unchanged, unreadable, users }: Counts, isDryRun: boolean): string {
  const verb = isDryRun ? "to seal" : "sealed"
  const summary = markedLine(
    "good",
    `Second factors: ${rewrapped} ${verb} with the newest secret, ${unchanged} unchanged.`,
  )
  if (unreadable > 0)
    return `${summary}${markedLine("problem", unreadableText(unreadable, users))}${nextSteps(["Correct the line with ✗.", "Seal the rest: npx latchkit rotate"])}`
  return summary + nextSteps([isDryRun ? "Seal them: npx latchkit rotate" : "Remove the older secrets."])
}

function unreadableText(unreadable: number, users: ReadonlySet<string>): string {
  const named = [...users].toSorted().slice(0, MAX_NAMED).join(", ")
  const advice = "add the secret that sealed them as AUTH_SECRET, or help their users to enroll again"
  return `${unreadable} can't be read with any of these secrets: ${advice}. Users: ${named}${users.size > MAX_NAMED ? ", …" : ""}`
}
