import * as v from "valibot"
import { formatName } from "../core/crypto/passwords/format-name.ts"
import type { PasswordHasher } from "../core/crypto/passwords/hasher.ts"
import { parseJson } from "../core/proofs/change-record.ts"
import type { StoredRecords } from "./database.ts"
import { good, problem, type Finding } from "../core/config/finding.ts"

/** The part of a row that counts here. The hash is `null` if the user has no password. */
const rowData = v.object({ hash: v.nullable(v.string()) })
/** The most formats that the output names. */
const MAX_NAMED = 10

/**
 * Checks whether the stored password hashes can be read. Names formats with their counts, and never a hash.
 *
 * @param hasher the one of the configuration, which knows the formats that it accepts
 */
export async function passwordFindings(
  records: StoredRecords,
  hasher: Pick<PasswordHasher, "isReadable">,
): Promise<Finding[]> {
  const unreadable = new Map<string, number>()
  let total = 0
  for await (const { data } of records.ofKind("password")) {
    const hash = parseJson(rowData, data)?.hash
    if (hash === null) continue // the user has no password
    total++
    if (hash !== undefined && hasher.isReadable(hash)) continue
    const name = hash === undefined ? "damaged row" : (formatName(hash) ?? "unknown format")
    unreadable.set(name, (unreadable.get(name) ?? 0) + 1)
  }
  if (unreadable.size === 0) return [good(`All passwords in the database can be checked (${total}).`)]
  const sorted = [...unreadable].toSorted(([first, one], [second, other]) => other - one || (first < second ? -1 : 1))
  const named = sorted.slice(0, MAX_NAMED).map(([name, count]) => `${name} (${count})`)
  const more = sorted.length > MAX_NAMED ? ", …" : ""
  const count = sorted.reduce((sum, [, one]) => sum + one, 0)
  const advice =
    "List their format in `accepts` of `Password()`, or their users must reset the password. Only Node 24.7 and later has argon2id"
  return [problem(`Passwords: ${count} of ${total} can't be checked: ${named.join(", ")}${more}. ${advice}.`)]
}
