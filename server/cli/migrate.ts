import { parseArgs } from "node:util"
import { Kysely } from "kysely"
import { DEFAULT_PREFIX, migrationSql, SqlAdapter } from "../adapters/sql.ts"
import type { Env } from "../config/env.ts"
import { asError } from "../errors.ts"
import { dialectName, loadDialect } from "./database.ts"
import type { Terminal } from "./terminal.ts"

/** The usage of `latchkit migrate`. */
export const MIGRATE_USAGE = `latchkit migrate [--url <database>] [--prefix <text>] [--print]

Creates or updates the tables of SqlAdapter. It keeps existing data, and you can run it again.

  --url      file:app.db, postgres://…, mysql://… or mariadb://…  (default: DATABASE_URL)
  --prefix   prefix of the tables' names                          (default: ${DEFAULT_PREFIX})
  --print    prints the statements instead of running them
`

interface Options {
  url: string
  prefix: string
  print: boolean
}

/** Runs `latchkit migrate` with its arguments. Returns the exit code. */
export async function migrateCommand(
  words: readonly string[],
  { out, err }: Terminal,
  env: Env = process.env,
): Promise<number> {
  try {
    const options = parseOptions(words, env)
    if (!options) {
      out(MIGRATE_USAGE)
      return 0
    }
    out(options.print ? migrationSql(dialectName(options.url), options.prefix) : await runMigration(options))
    return 0
  } catch (error) {
    err(`${asError(error).message}\n`)
    return 1
  }
}

function parseOptions(words: readonly string[], env: Env): Options | null {
  const { values } = parseArgs({
    args: [...words],
    options: {
      url: { type: "string" },
      prefix: { type: "string" },
      print: { type: "boolean" },
      help: { type: "boolean", short: "h" },
    },
  })
  if (values.help) return null
  const url = values.url ?? env["DATABASE_URL"]
  if (!url) throw new Error(`No database. Pass --url, or set DATABASE_URL\n\n${MIGRATE_USAGE}`)
  return { url, prefix: values.prefix ?? DEFAULT_PREFIX, print: values.print ?? false }
}

async function runMigration({ url, prefix }: Options): Promise<string> {
  const db = new Kysely<object>({ dialect: await loadDialect(url) })
  try {
    const steps = await SqlAdapter(db, { prefix }).migrate()
    return steps.length === 0
      ? "The tables are up to date.\n"
      : `Ran step${steps.length > 1 ? "s" : ""} ${steps.join(", ")}. The tables are up to date.\n`
  } finally {
    await db.destroy()
  }
}
