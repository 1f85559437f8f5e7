import { join } from "node:path"
import { writeTables } from "../schema/index.ts"
import { failureText, markedLine, type CommandEnvironment } from "../terminal.ts"
import { sqlDialect, type Choices } from "./choices.ts"
import type { OwnDatabase } from "./own-database.ts"
import { writeFiles } from "./writing.ts"

const STATEMENTS = "migrations/latchkit.sql"
const FILE = "app.db"

/** Prints what {@link createTables} would write. */
export function listTables(choices: Choices, { terminal }: CommandEnvironment): void {
  const database = sqlDialect(choices)
  if (database === undefined) return
  terminal.out(markedLine("added", `${STATEMENTS}, with the statements that create Latchkit's tables`))
  if (database === "sqlite") terminal.out(markedLine("added", `${FILE}, with Latchkit's tables`))
}

/** Returns the arguments of `latchkit schema` for the app's own database. */
function schemaWords(own: OwnDatabase): string {
  const { tool, out, users } = schemaOptions(own)
  const flags = [...(users === undefined ? [] : ["--users", users]), ...(out === undefined ? [] : ["--out", out])]
  return [tool, ...flags].join(" ")
}

interface SchemaOptions {
  tool: "drizzle" | "prisma" | "sql"
  out?: string
  users?: string
  dialect?: "sqlite"
}

function schemaOptions(own: OwnDatabase): SchemaOptions {
  if (own.tool === "prisma") return { tool: "prisma", ...(own.users && { users: own.users.model }) }
  if (own.tool === "d1") return { tool: "sql", out: own.statements, dialect: "sqlite" }
  const { schema, users } = own
  return { tool: "drizzle", out: schema, ...(users && { users: `${users.file}#${users.table}` }) }
}

/** Adds Latchkit's tables to the app's own database, for the tool that migrates it. Returns the next steps. */
export async function addTables(
  own: OwnDatabase,
  environment: CommandEnvironment,
  { dryRun }: { dryRun: boolean },
): Promise<readonly string[]> {
  const { tool, ...given } = schemaOptions(own)
  const none = { out: undefined, from: undefined, users: undefined, dialect: undefined, prefix: "auth_", dryRun }
  try {
    const steps = await writeTables(tool, { ...none, ...given }, environment)
    return own.tool === "d1" ? [`Create the tables: npx wrangler d1 migrations apply ${own.binding} --local`] : steps
  } catch (error) {
    environment.terminal.err(failureText(error, "schema"))
    return [`Correct the mistake above, and write Latchkit's tables: npx latchkit schema ${schemaWords(own)}`]
  }
}

/** Writes the statements of the tables, and runs them on SQLite. Returns `undefined` if Kysely isn't installed yet. */
export async function createTables(choices: Choices, environment: CommandEnvironment): Promise<boolean | undefined> {
  const { terminal, cwd } = environment
  const database = sqlDialect(choices)
  if (database === undefined) return true
  try {
    const { migrationSql, DEFAULT_PREFIX } = await import("../../adapters/sql.ts")
    const text = `-- The tables of Latchkit. \`npx latchkit migrate\` creates them, and updates them later.\n\n${migrationSql(database, DEFAULT_PREFIX)}`
    await writeFiles([{ path: STATEMENTS, text }], {
      environment: { ...environment, ask: undefined },
      dryRun: false,
      overwrite: false,
    })
    if (database !== "sqlite") return false
    const { migrateCommand } = await import("../migrate.ts")
    const report = { text: "" }
    const quiet = { ...environment, terminal: { ...terminal, out: (text: string) => void (report.text += text) } }
    const code = await migrateCommand(["--url", `file:${join(cwd, FILE)}`], quiet)
    const isNew = report.text.includes("Ran step")
    if (code === 0)
      terminal.out(
        isNew
          ? markedLine("added", `${FILE}, with Latchkit's tables`)
          : markedLine("kept", `${FILE} has Latchkit's tables already`),
      )
    return code === 0
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ERR_MODULE_NOT_FOUND") return undefined
    throw error
  }
}
