import type { AccountKey, AccountOperations, AdapterAccount } from "../contract.ts"
import { AdapterConflict, hasKeys, isKey, requireKeys } from "../values.ts"
import { listOwned, INSERT_OWNED, DELETE_OWNED } from "./owned.ts"
import { updateRecord, decodeRecord, encodeRecord, type Store } from "./store.ts"

const KEYS = ["provider", "providerAccountId"] as const

/** Creates the account operations. An account's record begins with its user's key. */
export function accounts(store: Store): AccountOperations {
  const accountKey = ({ provider, providerAccountId }: AccountKey): string =>
    store.key("account", provider, providerAccountId)
  return {
    async linkAccount(account) {
      requireKeys(account, [...KEYS, "userId", "type"])
      const [owner, owned] = [store.key("user", account.userId), store.key("accounts", account.userId)]
      const linked = await store.script(
        INSERT_OWNED,
        [accountKey(account), owner, owned],
        [encodeRecord(owner, account), "", "1"],
      )
      if (linked !== 1) throw new AdapterConflict("The account is already linked, or its user doesn't exist")
      return account
    },
    async unlinkAccount(key) {
      const account = hasKeys(key, KEYS)
        ? decodeRecord<AdapterAccount>(await store.command("GET", accountKey(key)))
        : null
      if (!account) return undefined
      const removed = await store.script(DELETE_OWNED, [accountKey(key), store.key("accounts", account.userId)])
      return decodeRecord<AdapterAccount>(removed) ?? undefined
    },
    async getAccount(providerAccountId, provider) {
      const key = { provider, providerAccountId }
      return hasKeys(key, KEYS) ? decodeRecord(await store.command("GET", accountKey(key))) : null
    },
    listAccounts: async (userId) =>
      isKey("userId", userId) ? listOwned<AdapterAccount>(store, store.key("accounts", userId)) : [],
    async updateAccount({ userId: _, ...changes }) {
      if (!hasKeys(changes, KEYS)) return null
      const definedChanges = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
      const after = await updateRecord(store, accountKey(changes), (record) =>
        encodeRecord(record.slice(0, record.indexOf("\n")), {
          ...decodeRecord<AdapterAccount>(record),
          ...definedChanges,
        }),
      )
      return decodeRecord(after)
    },
  }
}
