import type { AdapterAuthenticator, AuthenticatorOperations } from "../contract.ts"
import { AdapterConflict, AUTHENTICATOR_CHANGES, pickChanges, isKey, requireKeys } from "../values.ts"
import { toRecordRow, hashId, rowVersion, type RecordRow, type Records } from "./client.ts"
import { textOrNull } from "./users.ts"

const TABLE = "svc_authenticators"
const COLUMNS = ["*", "user.id", "xata.version"]

/** Creates the passkey operations, on a table in addition to the layout's. */
export function authenticators(records: Records): AuthenticatorOperations {
  const find = async (credentialID: string): Promise<RecordRow | null> =>
    isKey("credentialID", credentialID) ? records.first(TABLE, { credentialID }, COLUMNS) : null
  return {
    async createAuthenticator(authenticator) {
      requireKeys(authenticator, ["credentialID", "userId", "providerAccountId"])
      const { userId: user, ...fields } = authenticator
      if (!(await records.first("svc_users", { id: user })))
        throw new AdapterConflict("The passkey's user doesn't exist")
      const id = await hashId("p", authenticator.credentialID)
      const record = { ...toRow(fields), id, user }
      await records.run([{ insert: { table: TABLE, record, createOnly: true } }]).catch(async (error: unknown) => {
        throw (await find(authenticator.credentialID)) ? new AdapterConflict("The credential already exists") : error
      })
      return authenticator
    },
    getAuthenticator: async (id) => toAuthenticator(await find(id)),
    async listAuthenticatorsByUserId(userId) {
      if (!isKey("userId", userId)) return []
      const rows = await records.all(TABLE, { "user.id": userId }, COLUMNS)
      return rows.map(toAuthenticator).filter((row) => row !== null)
    },
    async updateAuthenticatorCounter(id, counter) {
      requireKeys({ credentialID: id }, ["credentialID"])
      const row = await updateCounter(records, { find: () => find(id), counter })
      if (!row) throw new AdapterConflict("The credential doesn't exist, or its counter didn't rise")
      return row
    },
    async updateAuthenticator({ credentialID, ...changes }) {
      const row = await find(credentialID)
      const definedChanges = toRow(pickChanges(changes, AUTHENTICATOR_CHANGES))
      // Returns nothing if the row was deleted meanwhile, and creates none
      if (row && Object.keys(definedChanges).length > 0) await records.update(TABLE, row.id, definedChanges)
      return toAuthenticator(row && (await find(credentialID)))
    },
    async deleteAuthenticator(id) {
      const row = await find(id)
      return row && (await records.remove(TABLE, row.id)) ? toAuthenticator(row) : null
    },
  }
}

// WebAuthn Level 3, section 6.1.1: the count must rise, unless both are 0. If another use changed the row meanwhile,
// it is read again
async function updateCounter(
  records: Records,
  { find, counter }: { find: () => Promise<RecordRow | null>; counter: number },
): Promise<AdapterAuthenticator | null> {
  const row = await find()
  const before = Number(row?.["counter"])
  if (!row || !(counter > before || counter + before === 0)) return null
  const step = { update: { table: TABLE, id: row.id, fields: { counter }, ifVersion: rowVersion(row) } } as const
  const error = await records.run([step]).then(
    () => undefined,
    (reason: unknown) => ({ reason }),
  )
  if (!error) return toAuthenticator({ ...row, counter })
  const now = await find()
  if (now && rowVersion(now) === rowVersion(row)) throw error.reason
  return updateCounter(records, { find, counter })
}

function toRow(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const definedFields = Object.entries(fields).filter(([, value]) => value !== undefined)
  return Object.fromEntries(
    definedFields.map(([name, value]) => [name, value instanceof Date ? value.toISOString() : value]),
  )
}

// Stored as text, because the client turns a null date into the epoch
function toDateOrNull(value: unknown): Date | null {
  return typeof value === "string" ? new Date(value) : null
}

function toAuthenticator(row: RecordRow | null): AdapterAuthenticator | null {
  return (
    row && {
      credentialID: String(row["credentialID"]),
      userId: toRecordRow(row["user"])?.id ?? "",
      providerAccountId: String(row["providerAccountId"]),
      credentialPublicKey: String(row["credentialPublicKey"]),
      counter: Number(row["counter"]),
      credentialDeviceType: String(row["credentialDeviceType"]),
      credentialBackedUp: row["credentialBackedUp"] === true,
      transports: textOrNull(row["transports"]),
      name: textOrNull(row["name"]),
      createdAt: toDateOrNull(row["createdAt"]),
      lastUsedAt: toDateOrNull(row["lastUsedAt"]),
    }
  )
}
