import type { AdapterAuthenticator, AuthenticatorOperations } from "../contract.ts"
import { AdapterConflict, AUTHENTICATOR_CHANGES, pickChanges, isKey, requireKeys } from "../values.ts"
import { assignments, columnList, matchesExactly, toDateOrNull, placeholders, toText, toTextOrNull } from "./columns.ts"
import type { Row, Statements } from "./statements.ts"

const COLUMNS = [
  "credentialID",
  "userId",
  "providerAccountId",
  "credentialPublicKey",
  "counter",
  "credentialDeviceType",
  "credentialBackedUp",
  "transports",
  "name",
  "createdAt",
  "lastUsedAt",
] as const
const SELECTION = `select ${columnList(COLUMNS)} from :authenticators where`

export function authenticators(sql: Statements): AuthenticatorOperations {
  return {
    async createAuthenticator(authenticator) {
      requireKeys(authenticator, ["credentialID", "userId", "providerAccountId"])
      const values = COLUMNS.map((name) => toColumnValue(authenticator[name]))
      await sql.change(`insert into :authenticators (${columnList(COLUMNS)}) values (${placeholders(COLUMNS)})`, values)
      return authenticator
    },
    getAuthenticator: (id) => findAuthenticator(sql, id),
    async listAuthenticatorsByUserId(userId) {
      if (!isKey("userId", userId)) return []
      const rows = await sql.rows(`${SELECTION} "userId" = ? order by "credentialID"`, [userId])
      return rows.filter((row) => matchesExactly(row, { userId })).map(toAuthenticator)
    },
    async updateAuthenticatorCounter(id, counter) {
      requireKeys({ credentialID: id }, ["credentialID"])
      // WebAuthn Level 3, section 6.1.1: the count must rise, unless both are 0. Of two parallel uses, the later one
      // fails
      const condition = `"credentialID" = ? and ("counter" < ? or "counter" + ? = 0)`
      const values = [counter, id, counter, counter]
      const counted = await sql.change(`update :authenticators set "counter" = ? where ${condition}`, values)
      const updated = counted > 0 ? await findAuthenticator(sql, id) : null
      if (!updated) throw new AdapterConflict("The credential doesn't exist, or its counter didn't rise")
      return updated
    },
    async updateAuthenticator({ credentialID, ...changes }) {
      if (!isKey("credentialID", credentialID)) return null
      const definedChanges = Object.entries(pickChanges(changes, AUTHENTICATOR_CHANGES))
      if (definedChanges.length > 0) {
        const set = assignments(definedChanges.map(([name]) => name))
        const values = [...definedChanges.map(([, value]) => toColumnValue(value)), credentialID]
        await sql.change(`update :authenticators set ${set} where "credentialID" = ?`, values)
      }
      return findAuthenticator(sql, credentialID)
    },
    async deleteAuthenticator(id) {
      const found = await findAuthenticator(sql, id)
      if (found) await sql.change(`delete from :authenticators where "credentialID" = ?`, [id])
      return found
    },
  }
}

function toColumnValue(value: unknown): unknown {
  if (typeof value === "boolean") return Number(value)
  return value instanceof Date ? value.getTime() : (value ?? null)
}

async function findAuthenticator(sql: Statements, credentialID: string): Promise<AdapterAuthenticator | null> {
  if (!isKey("credentialID", credentialID)) return null
  const [row] = await sql.rows(`${SELECTION} "credentialID" = ?`, [credentialID])
  return row && matchesExactly(row, { credentialID }) ? toAuthenticator(row) : null
}

function toAuthenticator(row: Row): AdapterAuthenticator {
  return {
    credentialID: toText(row["credentialID"]),
    userId: toText(row["userId"]),
    providerAccountId: toText(row["providerAccountId"]),
    credentialPublicKey: toText(row["credentialPublicKey"]),
    counter: Number(row["counter"]),
    credentialDeviceType: toText(row["credentialDeviceType"]),
    credentialBackedUp: Number(row["credentialBackedUp"]) === 1,
    transports: toTextOrNull(row["transports"]),
    name: toTextOrNull(row["name"]),
    createdAt: toDateOrNull(row["createdAt"]),
    lastUsedAt: toDateOrNull(row["lastUsedAt"]),
  }
}
