import type { AdapterAuthenticator, AuthenticatorOperations } from "../contract.ts"
import { AdapterConflict, AUTHENTICATOR_CHANGES, changesOf, isKey, requireKeys } from "../values.ts"
import { DISOWN, listOwned, OWN } from "./owned.ts"
import { changed, opened, sealed, type Store } from "./store.ts"

/** The operations on passkeys; a passkey's record begins with its user's key. */
export function authenticators(store: Store): AuthenticatorOperations {
  const keyOf = (id: string): string => store.key("authenticator", id)
  const find = async (id: string): Promise<AdapterAuthenticator | null> =>
    isKey("credentialID", id) ? rowOf(await store.command("GET", keyOf(id))) : null
  return {
    async createAuthenticator(row) {
      requireKeys(row, ["credentialID", "userId", "providerAccountId"])
      const owner = store.key("user", row.userId)
      const keys = [keyOf(row.credentialID), owner, store.key("authenticators", row.userId)]
      if ((await store.script(OWN, keys, [sealed(owner, row), "", "1"])) !== 1) {
        throw new AdapterConflict("The credential is known already, or its user is gone")
      }
      return row
    },
    getAuthenticator: find,
    listAuthenticatorsByUserId: async (userId) =>
      isKey("userId", userId)
        ? (await listOwned<Stored>(store, store.key("authenticators", userId))).map(withDates)
        : [],
    async updateAuthenticatorCounter(id, counter) {
      requireKeys({ credentialID: id }, ["credentialID"])
      const after = await changed(store, keyOf(id), (record) => counted(record, counter))
      const row = rowOf(after)
      if (!row) throw new AdapterConflict("There is no credential to count on")
      return row
    },
    async updateAuthenticator({ credentialID, ...changes }) {
      if (!isKey("credentialID", credentialID)) return null
      const given = changesOf(changes, AUTHENTICATOR_CHANGES)
      const after = await changed(store, keyOf(credentialID), (record) =>
        sealed(record.slice(0, record.indexOf("\n")), { ...opened<Stored>(record), ...given }),
      )
      return rowOf(after)
    },
    async deleteAuthenticator(id) {
      const row = await find(id)
      return row && rowOf(await store.script(DISOWN, [keyOf(id), store.key("authenticators", row.userId)]))
    },
  }
}

// JSON keeps a moment as text
type Stored = Omit<AdapterAuthenticator, "createdAt" | "lastUsedAt"> & {
  createdAt?: string | null
  lastUsedAt?: string | null
}

function rowOf(record: unknown): AdapterAuthenticator | null {
  const stored = opened<Stored>(record)
  return stored && withDates(stored)
}

function withDates({ createdAt, lastUsedAt, ...row }: Stored): AdapterAuthenticator {
  const date = (text: string | null | undefined) => text && new Date(text)
  return {
    ...row,
    ...(createdAt !== undefined && { createdAt: date(createdAt) || null }),
    ...(lastUsedAt !== undefined && { lastUsedAt: date(lastUsedAt) || null }),
  }
}

// WebAuthn Level 3, section 6.1.1: only a rising count is a use, or none where both are 0
function counted(record: string, counter: number): string | null {
  const row = opened<Stored>(record)
  if (!row || !(counter > row.counter || counter + row.counter === 0)) return null
  return sealed(record.slice(0, record.indexOf("\n")), { ...row, counter })
}
