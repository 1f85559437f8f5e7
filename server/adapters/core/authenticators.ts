import type { Adapter, AdapterAuthenticator } from "../contract.ts"
import { AdapterConflict, AUTHENTICATOR_CHANGES, isKey, pickChanges, requireKeys } from "../values.ts"
import { fromRow, toChanges, toRow } from "./rows.ts"
import { changeRow, firstRow, type Store } from "./store.ts"
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
    async getAuthenticator(credentialID) {
      const row = isKey("credentialID", credentialID) && (await firstRow(store, "authenticators", { credentialID }))
      return row ? read(row) : null
    },
    async listAuthenticatorsByUserId(userId) {
      if (!isKey("userId", userId)) return []
      return (await store.select({ table: "authenticators", where: equals({ userId }) })).map(read)
    },
    async updateAuthenticatorCounter(credentialID, counter) {
      requireKeys({ credentialID }, ["credentialID"])
      // WebAuthn Level 3, section 6.1.1: the count must rise, unless both are 0. Of two parallel uses, the later fails
      const allowed = counter === 0 ? (["counter", "=", 0] as const) : (["counter", "<", counter] as const)
      const [row] = await store.update("authenticators", { counter }, [...equals({ credentialID }), allowed])
      if (!row) throw new AdapterConflict("The credential doesn't exist, or its counter didn't rise")
      return read(row)
    },
    async updateAuthenticator({ credentialID, ...changes }) {
      if (!isKey("credentialID", credentialID)) return null
      const set = toChanges(pickChanges(changes, AUTHENTICATOR_CHANGES))
      const row = await changeRow(store, "authenticators", set, equals({ credentialID }))
      return row ? read(row) : null
    },
    async deleteAuthenticator(credentialID) {
      const where = equals({ credentialID })
      const [row] = isKey("credentialID", credentialID) ? await store.remove("authenticators", where) : []
      return row ? read(row) : null
    },
  } satisfies Adapter
}
