// Checks of a migration, before and after its steps
import { sql } from "kysely"
import { asError } from "../../errors.ts"
import { TABLE_NAMES, TABLES } from "../core/tables.ts"
import type { Database } from "./database.ts"
import { FIRST_CONTRACTION } from "./migrations.ts"
import type { TablesKysely } from "./tables.ts"
import { VERSION } from "./versions.ts"

/** Returns the numbers of the steps that ran. @throws {Error} if their table can't be read, as in a new database */
export async function appliedSteps({ run, names }: Database): Promise<readonly number[]> {
  try {
    const rows = await run((db) => db.selectFrom(names.migrations).select("id").execute())
    return rows.map(({ id }) => Number(id))
  } catch (cause) {
    const { message } = asError(cause)
    throw new Error(`Tables: ${names.migrations} can't be read: ${message}. Run \`latchkit migrate\` first`, { cause })
  }
}

/** @throws {Error} if a newer version has removed what this one needs */
export function requireNoNewerContraction(applied: readonly number[], known: readonly { readonly id: number }[]): void {
  const newer = applied.find((id) => id >= FIRST_CONTRACTION && !known.some((step) => step.id === id))
  if (newer === undefined) return
  throw new Error(
    `Tables: a newer version has run \`latchkit migrate --contract\`. Its step ${newer} removed what ${VERSION} needs. ` +
      "Nothing was changed. Deploy that version or a newer one",
  )
}

/** @throws {Error} if a table of another program has the name of one of Latchkit's. Creates nothing then */
export async function requireOwnTables(database: Database): Promise<void> {
  const { names } = database
  // Another failure than a missing table also stops the first statement
  const exists = async (name: string) => (await readFailure(database, name, [])) === undefined
  const takenNames: string[] = []
  for (const name of Object.values(names)) if (name !== names.migrations && (await exists(name))) takenNames.push(name)
  if (takenNames.length === 0 || (await exists(names.migrations))) return // a parallel migration creates that table first
  throw new Error(
    `Tables: ${takenNames.join(", ")} exist, but ${names.migrations} doesn't. Nothing was changed. ` +
      "Pass another prefix to `SqlAdapter` and `--prefix`",
  )
}

/** @throws {Error} if a table lacks a column, though the step that adds it ran */
export async function requireColumns(database: Database): Promise<void> {
  for (const name of TABLE_NAMES) {
    const table = database.names[name]
    const failure = await readFailure(database, table, TABLES[name].columns)
    if (failure === undefined) continue
    const missing: string[] = []
    for (const column of TABLES[name].columns) if (await readFailure(database, table, [column])) missing.push(column)
    throw new Error(
      `Tables: ${table} has no column ${missing.join(", ")}, though all steps ran. Another program has removed or ` +
        "renamed it. Add it again: `latchkit migrate --print` shows its type",
      { cause: failure },
    )
  }
}

/** Returns why a table's columns can't be read, or `undefined` if they can. */
function readFailure({ run }: Database, table: string, columns: readonly string[]): Promise<Error | undefined> {
  // With the table's name, because SQLite may read an unknown name in quotes as a text
  const selected = columns.map((column) => sql.ref(`${table}.${column}`).as(column))
  const read = (db: TablesKysely) =>
    db
      .selectFrom(table)
      .select([sql`1`.as("found"), ...selected])
      .where(sql<boolean>`1 = 0`)
      .execute()
  return run(read).then(() => undefined, asError)
}
