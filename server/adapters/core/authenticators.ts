import type { Adapter, AdapterAuthenticator } from "../contract.ts"
import { AdapterConflict, requireKeys } from "../values.ts"
import { fromRow, toChanges, toRow } from "./rows.ts"
import { changeRows, readFirst, type Store } from "./store.ts"
import { equals, type Row } from "./verbs.ts"

/** Creates the operations on passkeys. */
export function authenticators(store: Store) {
  const read = (row: Row) => fromRow<AdapterAuthenticator>("authenticators", row)
  return {
    async createAuthenticator(authenticator) {
      requireKeys(authenticator, ["credentialID", "userId", "providerAccountId"])
      await store.insert("authenticators", toRow("authenticators", authenticator))
      return authenticator
    },
    getAuthenticator: (credentialID) =>
      readFirst(store.select({ table: "authenticators", where: equals({ credentialID }) }), read),
    async listAuthenticatorsByUserId(userId) {
      return (await store.select({ table: "authenticators", where: equals({ userId }) })).map(read)
    },
    async updateAuthenticatorCounter(credentialID, counter) {
      // WebAuthn Level 3, section 6.1.1: the count must rise, unless both are 0. Of two parallel uses, the later fails
      const allowed = counter === 0 ? (["counter", "=", 0] as const) : (["counter", "<", counter] as const)
      const [row] = await store.update("authenticators", { counter }, [...equals({ credentialID }), allowed])
      if (!row) throw new AdapterConflict("The credential doesn't exist, or its counter didn't rise")
      return read(row)
    },
    async updateAuthenticator({ credentialID, name, lastUsedAt, credentialDeviceType, credentialBackedUp }) {
      const set = toChanges({ name, lastUsedAt, credentialDeviceType, credentialBackedUp })
      return readFirst(changeRows(store, "authenticators", set, equals({ credentialID })), read)
    },
    deleteAuthenticator: (credentialID) => readFirst(store.remove("authenticators", equals({ credentialID })), read),
  } satisfies Adapter
}
