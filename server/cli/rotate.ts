import { parseArgs } from "node:util"
import { Kysely } from "kysely"
import { DEFAULT_PREFIX, SqlAdapter } from "../adapters/sql.ts"
import { secretsFrom } from "../core/config/env.ts"
import { createKeyring } from "../core/crypto/keyring.ts"
import { rewrapFactor, type RewrapResult } from "../core/proofs/factors.ts"
import { loadDialect, recordsOfKind, type RecordRow } from "./database.ts"
import { loadEnvFiles } from "./env-files.ts"
import type { Finding } from "../core/config/finding.ts"
import { detectProject } from "./project.ts"
import { markedLine, nextSteps, type CommandEnvironment } from "./terminal.ts"

/** The usage of `latchkit rotate`. */
export const ROTATE_USAGE = `latchkit rotate [--url <database>] [--prefix <text>] [--dry-run]

Seals the second factors of all users with the newest AUTH_SECRET. After that, you can remove the older secrets, and no
user loses an authenticator app. Sessions that an older secret sealed end when you remove it. You can run it again.

  --url      file:app.db, postgres://…, mysql://… or mariadb://…. Default: DATABASE_URL.
  --prefix   prefix of the tables' names. Default: ${DEFAULT_PREFIX}.
  --dry-run  counts the factors, and changes nothing.
`

/** The most users that the output names. */
const MAX_NAMED = 20

/** Runs `latchkit rotate` with its arguments. Returns the exit code: 1 if a factor can't be read. */
export async function rotateCommand(
  words: readonly string[],
  { terminal, env: processEnv, cwd }: CommandEnvironment,
): Promise<number> {
  const { values } = parseArgs({
    args: [...words],
    options: {
      url: { type: "string" },
      prefix: { type: "string" },
      "dry-run": { type: "boolean" },
      help: { type: "boolean", short: "h" },
    },
  })
  if (values.help) return (terminal.out(ROTATE_USAGE), 0)
  const { env } = await loadEnvFiles(cwd, (await detectProject(cwd)).framework, processEnv)
  const secrets = secretsFrom(env)
  const url = values.url ?? env["DATABASE_URL"]
  if (secrets.length === 0)
    throw new Error(
      "Missing secret: AUTH_SECRET is not set, and no .env file has it. Run the command in your app's folder",
    )
  if (!url) throw new Error(`No database. Pass --url, or set DATABASE_URL\n\n${ROTATE_USAGE}`)
  const isDryRun = values["dry-run"] ?? false
  const counts = await rotateFactors({ url, prefix: values.prefix, secrets, isDryRun })
  terminal.out(report(counts, isDryRun))
  return counts.unreadable > 0 ? 1 : 0
}

/** Checks whether these secrets can read the second factors of all users. Changes nothing. */
export async function factorFindings(options: Omit<RotateOptions, "isDryRun">): Promise<Finding[]> {
  const { rewrapped, unchanged, unreadable, users } = await rotateFactors({ ...options, isDryRun: true })
  const total = rewrapped + unchanged + unreadable
  if (unreadable === 0) return [{ kind: "good", text: `All second factors in the database can be read (${total}).` }]
  return [{ kind: "problem", text: `Second factors: ${unreadableText(unreadable, users)}` }]
}

interface RotateOptions {
  url: string
  prefix: string | undefined
  /** The newest first. */
  secrets: readonly string[]
  isDryRun: boolean
}

type Counts = Record<RewrapResult, number> & { users: Set<string> }

async function rotateFactors({ url, prefix = DEFAULT_PREFIX, secrets, isDryRun }: RotateOptions): Promise<Counts> {
  const db = new Kysely<Record<string, RecordRow>>({ dialect: await loadDialect(url) })
  try {
    const adapter = SqlAdapter(db, { prefix })
    const store = isDryRun ? { ...adapter, updateAccountRecord: () => true } : adapter
    const settings = { keyring: createKeyring(secrets), now: () => Date.now() }
    const counts: Counts = { rewrapped: 0, unchanged: 0, unreadable: 0, users: new Set() }
    for await (const factor of recordsOfKind(db, { table: `${prefix}account_records`, kind: "factor" })) {
      const result = await rewrapFactor({ store, settings }, factor)
      counts[result] += 1
      if (result === "unreadable") counts.users.add(factor.userId)
    }
    return counts
  } finally {
    await db.destroy()
  }
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
