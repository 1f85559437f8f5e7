import type { Kysely, TableMetadata } from "kysely"
import { canonicalEmail } from "../providers/email-address.ts"
import { asError } from "../errors.ts"
import { ADDRESS, dialectName, plainName, VERIFIED, withDatabase } from "./database.ts"
import { problem, warning, type Finding } from "../core/config/finding.ts"

/** Rows that one query reads. */
const PAGE = 1000

/**
 * Counts users whose address isn't in the form in which Latchkit looks it up. Also finds the table of an Auth.js
 * adapter, and the app's own, by their columns. Names no address.
 */
export async function emailFindings(url: string): Promise<Finding[]> {
  const dialect = dialectName(url)
  const quote = (name: string) => (dialect === "mysql" ? `\`${name}\`` : `"${name}"`)
  try {
    return await withDatabase<Record<string, Record<string, unknown>>, Finding[]>(url, async (db) => {
      const findings: Finding[] = []
      for (const table of await db.introspection.getTables()) {
        const column = addressColumn(table)
        if (column === undefined) continue
        const { schema, name } = table
        const count = await countOtherForms(schema === undefined ? db : db.withSchema(schema), name, column)
        const place = [...(dialect !== "postgres" || schema === "public" ? [] : [schema ?? ""]), name]
          .map(quote)
          .join(".")
        const statement = `update ${place} set ${quote(column)} = lower(${quote(column)});`
        if (count > 0) findings.push(otherForms(table, { count, statement }))
      }
      return findings
    })
  } catch (thrown) {
    return [warning(`The users' addresses can't be read. ${asError(thrown).message}`)]
  }
}

/** Returns the column of the addresses if the table may have users: it also says which address is verified. */
function addressColumn({ columns, isView }: TableMetadata): string | undefined {
  const names = columns.map(({ name }) => name)
  if (isView || !names.some((name) => VERIFIED.test(plainName(name)))) return undefined
  return names.find((name) => ADDRESS.test(plainName(name)))
}

/** Returns whether the table has the columns of Latchkit and Auth.js. Another one may be a newsletter's. */
const isUserTable = ({ columns }: TableMetadata) =>
  [/^id$/, /^email$/, /^email_?verified$/i].every((wanted) => columns.some(({ name }) => wanted.test(name)))

async function countOtherForms(
  db: Kysely<Record<string, Record<string, unknown>>>,
  table: string,
  column: string,
): Promise<number> {
  let count = 0
  for (let offset = 0; ; offset += PAGE) {
    const rows = await db.selectFrom(table).select(column).orderBy(column).limit(PAGE).offset(offset).execute()
    for (const { [column]: email } of rows) {
      // MySQL returns the bytes of a binary column
      const text = email instanceof Uint8Array ? new TextDecoder().decode(email) : email
      if (typeof text === "string" && canonicalEmail(text) !== text) count++
    }
    if (rows.length < PAGE) return count
  }
}

function otherForms(table: TableMetadata, { count, statement }: { count: number; statement: string }): Finding {
  const summary = `Addresses: ${count} in the table ${table.name} ${count === 1 ? "has" : "have"} capitals or another form`
  const advice =
    "Latchkit looks an address up in lower case, so it may create a second user. `npx latchkit migrate` corrects the " +
    `tables of SqlAdapter. In another table, run this once: ${statement} If two users share an address, merge them first`
  return (isUserTable(table) ? problem : warning)(`${summary}. ${advice}.`)
}
