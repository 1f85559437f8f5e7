import type { Kysely, TableMetadata } from "kysely"
import { canonicalEmail } from "../providers/email-address.ts"
import { asError } from "../errors.ts"
import { withDatabase } from "./database.ts"
import { problem, warning, type Finding } from "../core/config/finding.ts"

/** Rows that one query reads. */
const PAGE = 1000

/**
 * Counts users whose address isn't in the form in which Latchkit looks it up. Also finds the table of an Auth.js
 * adapter, by its columns. Names no address.
 */
export async function emailFindings(url: string): Promise<Finding[]> {
  try {
    return await withDatabase<Record<string, Record<string, unknown>>, Finding[]>(url, async (db) => {
      const findings: Finding[] = []
      for (const table of (await db.introspection.getTables()).filter(isUserTable)) {
        const count = await countOtherForms(table.schema === undefined ? db : db.withSchema(table.schema), table.name)
        if (count > 0) findings.push(otherForms(table.name, count))
      }
      return findings
    })
  } catch (thrown) {
    return [warning(`The users' addresses can't be read. ${asError(thrown).message}`)]
  }
}

function isUserTable({ columns, isView }: TableMetadata): boolean {
  const names = columns.map(({ name }) => name)
  const isVerified = names.some((name) => /^email_?verified$/i.test(name))
  return !isView && isVerified && names.includes("id") && names.includes("email")
}

async function countOtherForms(db: Kysely<Record<string, Record<string, unknown>>>, table: string): Promise<number> {
  let count = 0
  for (let offset = 0; ; offset += PAGE) {
    const rows = await db.selectFrom(table).select("email").orderBy("id").limit(PAGE).offset(offset).execute()
    for (const { email } of rows) {
      // MySQL returns the bytes of a binary column
      const text = email instanceof Uint8Array ? new TextDecoder().decode(email) : email
      if (typeof text === "string" && canonicalEmail(text) !== text) count++
    }
    if (rows.length < PAGE) return count
  }
}

function otherForms(table: string, count: number): Finding {
  const summary = `Addresses: ${count} in the table ${table} ${count === 1 ? "has" : "have"} capitals or another form`
  const advice =
    "Latchkit looks an address up in lower case, so it may create a second user. `npx latchkit migrate` corrects the " +
    "tables of SqlAdapter. In another table, store them in lower case. If two users share an address, merge them first"
  return problem(`${summary}. ${advice}.`)
}
