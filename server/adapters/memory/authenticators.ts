import type { AdapterAuthenticator, AuthenticatorOperations } from "../contract.ts"
import { AdapterConflict, AUTHENTICATOR_CHANGES, pickChanges, isKey, requireKeys } from "../values.ts"
import { findRows, type Tables } from "./tables.ts"

export function authenticators(tables: Tables): AuthenticatorOperations {
  const find = (id: string): AdapterAuthenticator | undefined =>
    isKey("credentialID", id) ? tables.authenticators.get(id) : undefined
  return {
    createAuthenticator(authenticator) {
      requireKeys(authenticator, ["credentialID", "userId", "providerAccountId"])
      if (!tables.users.has(authenticator.userId)) throw new AdapterConflict("The user doesn't exist")
      if (find(authenticator.credentialID)) throw new AdapterConflict("The credential already exists")
      tables.authenticators.set(authenticator.credentialID, { ...authenticator })
      return { ...authenticator }
    },
    getAuthenticator(id) {
      const found = find(id)
      return found ? { ...found } : null
    },
    listAuthenticatorsByUserId: (userId) =>
      findRows(tables.authenticators, (row) => row.userId === userId).map(([, row]) => ({ ...row })),
    updateAuthenticatorCounter(id, counter) {
      const before = find(id)
      // WebAuthn Level 3, section 6.1.1: the count must rise. Of two parallel uses, the later one fails
      if (!before || !isValidCounter(before.counter, counter))
        throw new AdapterConflict("The credential doesn't exist, or its counter didn't rise")
      tables.authenticators.set(id, { ...before, counter })
      return { ...before, counter }
    },
    updateAuthenticator({ credentialID, ...changes }) {
      const before = find(credentialID)
      if (!before) return null
      const after = { ...before, ...pickChanges(changes, AUTHENTICATOR_CHANGES) }
      tables.authenticators.set(credentialID, after)
      return { ...after }
    },
    deleteAuthenticator(id) {
      const found = find(id)
      if (found) tables.authenticators.delete(id)
      return found ?? null
    },
  }
}

function isValidCounter(before: number, after: number): boolean {
  return after > before || (after === 0 && before === 0)
}
