import { Kysely } from "kysely"
import { canonicalEmail } from "../adapters/canonical-email.ts"
import { asError } from "../errors.ts"
import { loadDialect } from "./database.ts"
import type { Finding } from "../core/config/finding.ts"

/** Rows that one query reads. */
const PAGE = 1000

/**
 * Counts users whose address isn't in the form in which Latchkit looks it up. Also finds the table of an Auth.js
 * adapter, by its columns. Names no address.
 */
export async function emailFindings(url: string): Promise<Finding[]> {
  const db = new Kysely<Record<string, Record<string, unknown>>>({ dialect: await loadDialect(url) })
  try {
    const findings: Finding[] = []
    for (const { name, schema, columns, isView } of await db.introspection.getTables()) {
      const names = columns.map((column) => column.name)
      if (
        isView ||
        !names.includes("id") ||
        !names.includes("email") ||
        !names.some((one) => /^email_?verified$/i.test(one))
      )
        continue
      const count = await countOtherForms(schema === undefined ? db : db.withSchema(schema), name)
      if (count > 0) findings.push(otherForms(name, count))
    }
    return findings
  } catch (thrown) {
    return [{ kind: "warning", text: `The users' addresses can't be read. ${asError(thrown).message}` }]
  } finally {
    await db.destroy()
  }
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
  return { kind: "problem", text: `${summary}. ${advice}.` }
}
