import type { AdapterAuthenticator, AuthenticatorOperations } from "../contract.ts"
import { AdapterConflict, AUTHENTICATOR_CHANGES, changesOf, isKey, requireKeys } from "../values.ts"
import { asRow, idFrom, versionOf, type RecordRow, type Records } from "./client.ts"
import { textOrNull } from "./users.ts"

const TABLE = "svc_authenticators"
const COLUMNS = ["*", "user.id", "xata.version"]

/** The operations on passkeys, in a table beside those of the layout. */
export function authenticators(records: Records): AuthenticatorOperations {
  const find = async (credentialID: string): Promise<RecordRow | null> =>
    isKey("credentialID", credentialID) ? records.first(TABLE, { credentialID }, COLUMNS) : null
  return {
    async createAuthenticator(authenticator) {
      requireKeys(authenticator, ["credentialID", "userId", "providerAccountId"])
      const { userId: user, ...fields } = authenticator
      if (!(await records.first("svc_users", { id: user }))) throw new AdapterConflict("The passkey's user is gone")
      const id = await idFrom("p", authenticator.credentialID)
      const record = { ...stored(fields), id, user }
      await records.run([{ insert: { table: TABLE, record, createOnly: true } }]).catch(async (error: unknown) => {
        throw (await find(authenticator.credentialID)) ? new AdapterConflict("The credential is known already") : error
      })
      return authenticator
    },
    getAuthenticator: async (id) => authenticatorFrom(await find(id)),
    async listAuthenticatorsByUserId(userId) {
      if (!isKey("userId", userId)) return []
      const rows = await records.all(TABLE, { "user.id": userId }, COLUMNS)
      return rows.map(authenticatorFrom).filter((row) => row !== null)
    },
    async updateAuthenticatorCounter(id, counter) {
      requireKeys({ credentialID: id }, ["credentialID"])
      const row = await count(records, { find: () => find(id), counter })
      if (!row) throw new AdapterConflict("There is no credential to count on")
      return row
    },
    async updateAuthenticator({ credentialID, ...changes }) {
      const row = await find(credentialID)
      const given = stored(changesOf(changes, AUTHENTICATOR_CHANGES))
      // Answers nothing for a row that was deleted meanwhile, and makes none
      if (row && Object.keys(given).length > 0) await records.update(TABLE, row.id, given)
      return authenticatorFrom(row && (await find(credentialID)))
    },
    async deleteAuthenticator(id) {
      const row = await find(id)
      return row && (await records.remove(TABLE, row.id)) ? authenticatorFrom(row) : null
    },
  }
}

// WebAuthn Level 3, section 6.1.1: only a rising count is a use, or none where both are 0. A row that another use has
// changed meanwhile is read again
async function count(
  records: Records,
  { find, counter }: { find: () => Promise<RecordRow | null>; counter: number },
): Promise<AdapterAuthenticator | null> {
  const row = await find()
  const before = Number(row?.["counter"])
  if (!row || !(counter > before || counter + before === 0)) return null
  const step = { update: { table: TABLE, id: row.id, fields: { counter }, ifVersion: versionOf(row) } } as const
  const error = await records.run([step]).then(
    () => undefined,
    (reason: unknown) => ({ reason }),
  )
  if (!error) return authenticatorFrom({ ...row, counter })
  const now = await find()
  if (now && versionOf(now) === versionOf(row)) throw error.reason
  return count(records, { find, counter })
}

function stored(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given.map(([name, value]) => [name, value instanceof Date ? value.toISOString() : value]))
}

// Text, because the client makes the epoch of a date that is null
function momentOrNull(value: unknown): Date | null {
  return typeof value === "string" ? new Date(value) : null
}

function authenticatorFrom(row: RecordRow | null): AdapterAuthenticator | null {
  return (
    row && {
      credentialID: String(row["credentialID"]),
      userId: asRow(row["user"])?.id ?? "",
      providerAccountId: String(row["providerAccountId"]),
      credentialPublicKey: String(row["credentialPublicKey"]),
      counter: Number(row["counter"]),
      credentialDeviceType: String(row["credentialDeviceType"]),
      credentialBackedUp: row["credentialBackedUp"] === true,
      transports: textOrNull(row["transports"]),
      name: textOrNull(row["name"]),
      createdAt: momentOrNull(row["createdAt"]),
      lastUsedAt: momentOrNull(row["lastUsedAt"]),
    }
  )
}
