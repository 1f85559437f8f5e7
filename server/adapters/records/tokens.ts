import type { TokenOperations } from "../contract.ts"
import { hasKeys, isKey, requireExpiry, requireKeys } from "../values.ts"
import { hashId, type Records } from "./client.ts"
import { dateOrNull } from "./users.ts"

const KEYS = ["identifier", "token"] as const
const TABLE = "svc_verificationTokens"

export function tokens(
  records: Records,
): Pick<TokenOperations, "createVerificationToken" | "useVerificationToken" | "deleteVerificationTokens"> {
  return {
    async createVerificationToken(row) {
      requireKeys(row, KEYS)
      requireExpiry(row)
      const { identifier, token, expires } = row
      const record = { id: await hashId("t", identifier, token), identifier, token, expires: expires.toISOString() }
      await records.run([{ insert: { table: TABLE, record, createOnly: true } }])
      return row
    },
    async useVerificationToken(key) {
      if (!hasKeys(key, KEYS)) return null
      const { identifier, token } = key
      const row = await records.first(TABLE, { identifier, token })
      const expires = dateOrNull(row?.["expires"])
      // Deleting the row uses it up: only one caller gets it back
      if (!row || !expires || !(await records.remove(TABLE, row.id))) return null
      return { identifier, token, expires }
    },
    async deleteVerificationTokens(identifier, keep = 0) {
      if (!isKey("identifier", identifier)) return
      const expiryTime = (row: Record<string, unknown>) => dateOrNull(row["expires"])?.getTime() ?? 0
      const newestFirst = (await records.all(TABLE, { identifier })).toSorted((a, b) => expiryTime(b) - expiryTime(a))
      for (const { id } of newestFirst.slice(keep)) await records.remove(TABLE, id)
    },
  }
}
