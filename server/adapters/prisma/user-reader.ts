import { decodeRow } from "../core/mapping.ts"
import { TABLES } from "../core/tables.ts"
import { userByTwoReads, type OwnedTable, type Verbs } from "../core/verbs.ts"
import type { Client } from "./client.ts"
import type { MappedModels } from "./models.ts"
import type { DatabaseNames } from "./names.ts"

/**
 * Returns the verb that reads a row with its user. It is one query, where Prisma's `include` is two. Without the
 * database's names, it is two queries.
 */
export function userReader(mapped: MappedModels, loadNames: () => Promise<DatabaseNames | undefined>) {
  const statements = new Map<OwnedTable, string>()
  return (client: Client, select: Verbs["select"]): Verbs["withUser"] => {
    const readTwice = userByTwoReads(select)
    return async (table, key) => {
      const names = await loadNames()
      if (!names) return readTwice(table, key)
      const text = statements.get(table) ?? joinUsers(table, names)
      statements.set(table, text)
      const [row] = await client.$queryRawUnsafe(text, ...TABLES[table].key.map((name) => key[name]))
      const decode = (from: typeof table | "users", mark: string) =>
        decodeRow(mapped.columns[from], (_, __, index) => Reflect.get(row ?? {}, `${mark}${index}`))
      return row ? { row: decode(table, "r"), user: decode("users", "u") } : null
    }
  }
}

/** Returns the query. Its aliases number the columns. */
function joinUsers(table: OwnedTable, names: DatabaseNames): string {
  const [own, users] = [names.columns(table), names.columns("users")]
  const list = (mark: string, columns: typeof own) =>
    Object.values(columns).map((name, index) => `${mark}.${name} as ${mark}${index}`)
  const where = TABLES[table].key.map((column, index) => `r.${own[column]} = ${names.parameter(index + 1)}`)
  return (
    `select ${[...list("r", own), ...list("u", users)].join(", ")} from ${names.table(table)} r ` +
    `join ${names.table("users")} u on u.${users["id"]} = r.${own["userId"]} where ${where.join(" and ")}`
  )
}
