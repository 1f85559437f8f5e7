import type { Adapter, AdapterAuthenticator } from "../contract.ts"
import { AdapterConflict, isKey, requireKeys } from "../values.ts"
import { columnList, isExactly, placeholders, text, textOrNull } from "./columns.ts"
import type { Row, Statements } from "./statements.ts"

type Authenticators =
  | "createAuthenticator"
  | "getAuthenticator"
  | "listAuthenticatorsByUserId"
  | "updateAuthenticatorCounter"
  | "deleteAuthenticator"

const COLUMNS = [
  "credentialID",
  "userId",
  "providerAccountId",
  "credentialPublicKey",
  "counter",
  "credentialDeviceType",
  "credentialBackedUp",
  "transports",
] as const
const SELECTION = `select ${columnList(COLUMNS)} from :authenticators where`

/** The operations on passkeys. */
export function authenticators(sql: Statements): Required<Pick<Adapter, Authenticators>> {
  return {
    async createAuthenticator(authenticator) {
      requireKeys(authenticator, ["credentialID", "userId", "providerAccountId"])
      const values = COLUMNS.map((name) => {
        const value = authenticator[name] ?? null
        return typeof value === "boolean" ? Number(value) : value
      })
      await sql.change(`insert into :authenticators (${columnList(COLUMNS)}) values (${placeholders(COLUMNS)})`, values)
      return authenticator
    },
    getAuthenticator: (id) => find(sql, id),
    async listAuthenticatorsByUserId(userId) {
      if (!isKey("userId", userId)) return []
      const rows = await sql.rows(`${SELECTION} "userId" = ? order by "credentialID"`, [userId])
      return rows.filter((row) => isExactly(row, { userId })).map(authenticatorFrom)
    },
    async updateAuthenticatorCounter(id, counter) {
      requireKeys({ credentialID: id }, ["credentialID"])
      // WebAuthn Level 3, section 6.1.1: only a rising count is a use, or none where both are 0; of two parallel uses one
      // comes too late
      const condition = `"credentialID" = ? and ("counter" < ? or "counter" + ? = 0)`
      const values = [counter, id, counter, counter]
      const counted = await sql.change(`update :authenticators set "counter" = ? where ${condition}`, values)
      const updated = counted > 0 ? await find(sql, id) : null
      if (!updated) throw new AdapterConflict("There is no credential to count on")
      return updated
    },
    async deleteAuthenticator(id) {
      const found = await find(sql, id)
      if (found) await sql.change(`delete from :authenticators where "credentialID" = ?`, [id])
      return found
    },
  }
}

async function find(sql: Statements, credentialID: string): Promise<AdapterAuthenticator | null> {
  if (!isKey("credentialID", credentialID)) return null
  const [row] = await sql.rows(`${SELECTION} "credentialID" = ?`, [credentialID])
  return row && isExactly(row, { credentialID }) ? authenticatorFrom(row) : null
}

function authenticatorFrom(row: Row): AdapterAuthenticator {
  return {
    credentialID: text(row["credentialID"]),
    userId: text(row["userId"]),
    providerAccountId: text(row["providerAccountId"]),
    credentialPublicKey: text(row["credentialPublicKey"]),
    counter: Number(row["counter"]),
    credentialDeviceType: text(row["credentialDeviceType"]),
    credentialBackedUp: Number(row["credentialBackedUp"]) === 1,
    transports: textOrNull(row["transports"]),
  }
}
