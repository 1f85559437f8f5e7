import type { AdapterAuthenticator, AuthenticatorChanges, AuthenticatorOperations } from "../contract.ts"
import { AdapterConflict, AUTHENTICATOR_CHANGES, isKey, pickChanges, requireKeys } from "../values.ts"
import { toMilliseconds } from "./columns.ts"
import { findRow, findRows, firstMatch, removeRow } from "./find.ts"
import { toAuthenticator, toAuthenticatorRow } from "./rows.ts"
import type { Store } from "./store.ts"
import { equals, type Row } from "./verbs.ts"

/** Creates the operations on passkeys. */
export function authenticators(store: Store): AuthenticatorOperations {
  const read = (row: Row | null): AdapterAuthenticator | null => (row ? toAuthenticator(row) : null)
  return {
    async createAuthenticator(authenticator) {
      requireKeys(authenticator, ["credentialID", "userId", "providerAccountId"])
      await store.insert("authenticators", toAuthenticatorRow(authenticator))
      return authenticator
    },
    async getAuthenticator(credentialID) {
      return isKey("credentialID", credentialID) ? read(await findRow(store, "authenticators", { credentialID })) : null
    },
    async listAuthenticatorsByUserId(userId) {
      return isKey("userId", userId) ? (await findRows(store, "authenticators", { userId })).map(toAuthenticator) : []
    },
    updateAuthenticatorCounter: (id, counter) => updateCounter(store, id, counter),
    updateAuthenticator: (changes) => updateAuthenticator(store, changes),
    async deleteAuthenticator(credentialID) {
      if (!isKey("credentialID", credentialID)) return null
      return read(await removeRow(store, "authenticators", { credentialID }))
    },
  }
}

async function updateCounter(store: Store, credentialID: string, counter: number): Promise<AdapterAuthenticator> {
  requireKeys({ credentialID }, ["credentialID"])
  // WebAuthn Level 3, section 6.1.1: the count must rise, unless both are 0. Of two parallel uses, the later one fails
  const key = equals({ credentialID })
  const allowed = counter === 0 ? (["counter", "=", 0] as const) : (["counter", "<", counter] as const)
  const row = firstMatch(await store.update("authenticators", { counter }, [...key, allowed]), { credentialID })
  if (!row) throw new AdapterConflict("The credential doesn't exist, or its counter didn't rise")
  return toAuthenticator(row)
}

async function updateAuthenticator(
  store: Store,
  { credentialID, ...changes }: AuthenticatorChanges,
): Promise<AdapterAuthenticator | null> {
  if (!isKey("credentialID", credentialID)) return null
  const { lastUsedAt, credentialBackedUp, ...texts }: Omit<AuthenticatorChanges, "credentialID"> = pickChanges(
    changes,
    AUTHENTICATOR_CHANGES,
  )
  const set = {
    ...texts,
    ...(lastUsedAt !== undefined && { lastUsedAt: toMilliseconds(lastUsedAt) }),
    ...(credentialBackedUp !== undefined && { credentialBackedUp: Number(credentialBackedUp) }),
  }
  const row =
    Object.keys(set).length === 0
      ? await findRow(store, "authenticators", { credentialID })
      : firstMatch(await store.update("authenticators", set, equals({ credentialID })), { credentialID })
  return row && toAuthenticator(row)
}
