import { join } from "node:path"
import { markedLine, type CommandEnvironment } from "../terminal.ts"
import type { Choices } from "./choices.ts"
import { writeFiles } from "./writing.ts"

const STATEMENTS = "migrations/latchkit.sql"
const FILE = "app.db"

/** Prints what {@link createTables} would write. */
export function listTables({ database }: Choices, { terminal }: CommandEnvironment): void {
  if (database === "none") return
  terminal.out(markedLine("added", `${STATEMENTS}, with the statements that create Latchkit's tables`))
  if (database === "sqlite") terminal.out(markedLine("added", `${FILE}, with Latchkit's tables`))
}

/** Writes the statements of the tables, and runs them on SQLite. Returns `undefined` if Kysely isn't installed yet. */
export async function createTables(
  { database }: Choices,
  environment: CommandEnvironment,
): Promise<boolean | undefined> {
  const { terminal, cwd } = environment
  if (database === "none") return true
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
