import { readFile } from "node:fs/promises"
import { importUser } from "./import-user.ts"

/** Moves the users of the CSV file that Clerk's dashboard exports. */
export async function moveFromClerk(file: string) {
  const [names = [], ...rows] = parseCsv(await readFile(file, "utf8"))
  for (const row of rows) {
    const user = Object.fromEntries(names.map((name, index) => [name, row[index] ?? ""]))
    const { primary_email_address: email, verified_email_addresses: verified = "" } = user
    const name = [user["first_name"], user["last_name"]].filter(Boolean).join(" ")
    const hash = user["password_hasher"] === "bcrypt" ? user["password_digest"] : null
    if (email)
      await importUser({
        email,
        name,
        isVerified: verified.split(/[\s,|]+/).includes(email),
        hash,
      })
  }
}

/** Parses CSV (RFC 4180). A value in quotes may have commas, line breaks and doubled quotes. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = [[]]
  for (const [, quoted, plain = "", end = ""] of text
    .trim()
    .matchAll(/(?:"((?:[^"]|"")*)"|([^,\r\n]*))(,|\r?\n|$)/g)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain)
    if (end === "") return rows
    if (end !== ",") rows.push([])
  }
  return rows
}
