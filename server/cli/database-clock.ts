import { sql } from "kysely"
import { asError } from "../errors.ts"
import { clockFindings } from "./clock.ts"
import { dialectName, withDatabase } from "./database.ts"
import { warning, type Finding } from "../core/config/finding.ts"

const NOW = {
  postgres: sql<{ now: number }>`select extract(epoch from clock_timestamp()) * 1000 as "now"`,
  mysql: sql<{ now: number }>`select unix_timestamp(sysdate(3)) * 1000 as "now"`,
} as const

/** Compares this machine's clock with a database server's. SQLite has none of its own. */
export async function databaseClockFindings(url: string): Promise<Finding[]> {
  const dialect = dialectName(url)
  if (dialect === "sqlite") return []
  try {
    return await withDatabase(url, async (db) => {
      const began = Date.now()
      const { rows } = await NOW[dialect].execute(db)
      return clockFindings("the database", { began, theirs: Number(rows[0]?.now) })
    })
  } catch (thrown) {
    return [warning(`The database's clock can't be read. ${asError(thrown).message}`)]
  }
}
