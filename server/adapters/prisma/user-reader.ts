import { decodeRow } from "../core/mapping.ts"
import { TABLES, type TableName } from "../core/tables.ts"
import { withUserBySelect, type OwnedTable, type Verbs } from "../core/verbs.ts"
import type { Client } from "./client.ts"
import type { MappedModels } from "./models.ts"
import type { DatabaseNames } from "./names.ts"

/**
 * Returns the verb that reads a row with its user. It is one query, where Prisma's `include` is two. Without the
 * database's names, there is one query for each table.
 */
export function userReader(mapped: MappedModels, loadNames: () => Promise<DatabaseNames | undefined>) {
  const statements = new Map<string, string>()
  return (client: Client, select: Verbs["select"]): Verbs["withUser"] => {
    const readSeparately = withUserBySelect(select)
    return async (table, key, withPassword = false) => {
      const names = await loadNames()
      if (!names) return readSeparately(table, key, withPassword)
      const text = statements.get(`${table} ${withPassword}`) ?? joinUsers(table, names, withPassword)
      statements.set(`${table} ${withPassword}`, text)
      const [row] = await client.$queryRawUnsafe(text, ...TABLES[table].key.map((name) => key[name]))
      const decode = (from: TableName, mark: string) =>
        decodeRow(mapped.columns[from], (_, { column }, index) => {
          const value: unknown = Reflect.get(row ?? {}, `${mark}${index}`)
          return column.name === "DateTime" && typeof value === "string" ? toDate(value) : value
        })
      if (!row) return null
      const record = withPassword ? decode("accountRecords", "p") : undefined
      const password = record?.["id"] === null ? null : record
      return { row: decode(table, "r"), user: decode("users", "u"), password }
    }
  }
}

/** Returns the query. Its aliases number the columns. */
function joinUsers(table: OwnedTable, names: DatabaseNames, withPassword: boolean): string {
  const [own, users, records] = [names.columns(table), names.columns("users"), names.columns("accountRecords")]
  const where = TABLES[table].key.map((column, index) => `r.${own[column]} = ${names.parameter(index + 1)}`)
  // A record's id is a text, whatever the type of the users' keys is
  const isOwn = `p.${records["kind"]} = 'password' and p.${records["id"]} = cast(u.${users["id"]} as text)`
  const join = withPassword ? `left join ${names.table("accountRecords")} p on ${isOwn} ` : ""
  const password = withPassword ? `, ${names.aliased("accountRecords", "p")}` : ""
  return (
    `select ${names.aliased(table, "r")}, ${names.aliased("users", "u")}${password} from ${names.table(table)} r ` +
    `join ${names.table("users")} u on u.${users["id"]} = r.${own["userId"]} ${join}where ${where.join(" and ")}`
  )
}

/** Returns the moment of a text: milliseconds, or a date and a time, in UTC unless it names another zone. */
function toDate(text: string): Date {
  if (!Number.isNaN(Number(text))) return new Date(Number(text))
  return new Date(/(Z|[+-]\d\d:?\d\d)$/i.test(text) ? text : `${text}Z`)
}
