import type { AdapterAuthenticator, AuthenticatorOperations } from "../contract.ts"
import { AdapterConflict, AUTHENTICATOR_CHANGES, pickChanges, isKey, requireKeys } from "../values.ts"
import { DELETE_OWNED, listOwned, INSERT_OWNED } from "./owned.ts"
import { updateRecord, decodeRecord, encodeRecord, type Store } from "./store.ts"

/** Creates the passkey operations. A passkey's record begins with its user's key. */
export function authenticators(store: Store): AuthenticatorOperations {
  const authenticatorKey = (id: string): string => store.key("authenticator", id)
  const find = async (id: string): Promise<AdapterAuthenticator | null> =>
    isKey("credentialID", id) ? parseAuthenticator(await store.command("GET", authenticatorKey(id))) : null
  return {
    async createAuthenticator(row) {
      requireKeys(row, ["credentialID", "userId", "providerAccountId"])
      const owner = store.key("user", row.userId)
      const keys = [authenticatorKey(row.credentialID), owner, store.key("authenticators", row.userId)]
      if ((await store.script(INSERT_OWNED, keys, [encodeRecord(owner, row), "", "1"])) !== 1) {
        throw new AdapterConflict("The credential already exists, or its user doesn't")
      }
      return row
    },
    getAuthenticator: find,
    listAuthenticatorsByUserId: async (userId) =>
      isKey("userId", userId)
        ? (await listOwned<StoredAuthenticator>(store, store.key("authenticators", userId))).map(withDates)
        : [],
    async updateAuthenticatorCounter(id, counter) {
      requireKeys({ credentialID: id }, ["credentialID"])
      const after = await updateRecord(store, authenticatorKey(id), (record) => withCounter(record, counter))
      const row = parseAuthenticator(after)
      if (!row) throw new AdapterConflict("The credential doesn't exist, or its counter didn't rise")
      return row
    },
    async updateAuthenticator({ credentialID, ...changes }) {
      if (!isKey("credentialID", credentialID)) return null
      const definedChanges = pickChanges(changes, AUTHENTICATOR_CHANGES)
      const after = await updateRecord(store, authenticatorKey(credentialID), (record) =>
        encodeRecord(record.slice(0, record.indexOf("\n")), {
          ...decodeRecord<StoredAuthenticator>(record),
          ...definedChanges,
        }),
      )
      return parseAuthenticator(after)
    },
    async deleteAuthenticator(id) {
      const row = await find(id)
      return (
        row &&
        parseAuthenticator(
          await store.script(DELETE_OWNED, [authenticatorKey(id), store.key("authenticators", row.userId)]),
        )
      )
    },
  }
}

// JSON stores a date as text
type StoredAuthenticator = Omit<AdapterAuthenticator, "createdAt" | "lastUsedAt"> & {
  createdAt?: string | null
  lastUsedAt?: string | null
}

function parseAuthenticator(record: unknown): AdapterAuthenticator | null {
  const stored = decodeRecord<StoredAuthenticator>(record)
  return stored && withDates(stored)
}

function withDates({ createdAt, lastUsedAt, ...row }: StoredAuthenticator): AdapterAuthenticator {
  const date = (text: string | null | undefined) => text && new Date(text)
  return {
    ...row,
    ...(createdAt !== undefined && { createdAt: date(createdAt) || null }),
    ...(lastUsedAt !== undefined && { lastUsedAt: date(lastUsedAt) || null }),
  }
}

// WebAuthn Level 3, section 6.1.1: the count must rise, unless both are 0
function withCounter(record: string, counter: number): string | null {
  const row = decodeRecord<StoredAuthenticator>(record)
  if (!row || !(counter > row.counter || counter + row.counter === 0)) return null
  return encodeRecord(record.slice(0, record.indexOf("\n")), { ...row, counter })
}
