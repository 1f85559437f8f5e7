import type { AccountKey, AccountOperations, AdapterAccount } from "../contract.ts"
import { hasKeys, isKey, requireKeys } from "../values.ts"
import { findRow, findRows, firstMatch, removeRow } from "./find.ts"
import { toAccount, toAccountDetails } from "./rows.ts"
import type { Store } from "./store.ts"
import { equals } from "./verbs.ts"

const KEYS = ["provider", "providerAccountId"] as const

/** Creates the operations on linked accounts. */
export function accounts(store: Store): AccountOperations {
  return {
    async linkAccount(account) {
      requireKeys(account, [...KEYS, "userId", "type"])
      const { provider, providerAccountId, userId } = account
      await store.insert("accounts", { provider, providerAccountId, userId, ...toAccountDetails(account) })
      return account
    },
    async unlinkAccount(key) {
      if (!hasKeys(key, KEYS)) return undefined
      const row = await removeRow(store, "accounts", accountKey(key))
      return row ? toAccount(row) : undefined
    },
    async getAccount(providerAccountId, provider) {
      const key = { provider, providerAccountId }
      const row = hasKeys(key, KEYS) ? await findRow(store, "accounts", key) : null
      return row && toAccount(row)
    },
    async listAccounts(userId) {
      return isKey("userId", userId) ? (await findRows(store, "accounts", { userId })).map(toAccount) : []
    },
    updateAccount: (changes) => store.atomic((within) => updateAccount(within, changes)),
  }
}

const accountKey = ({ provider, providerAccountId }: AccountKey) => ({ provider, providerAccountId })

// Locks the row while it reads and writes, so that parallel updates don't lose keys
async function updateAccount(
  store: Store,
  { userId: _, ...changes }: Partial<AdapterAccount> & AccountKey,
): Promise<AdapterAccount | null> {
  if (!hasKeys(changes, KEYS)) return null
  const key = accountKey(changes)
  const row = firstMatch(await store.lock("accounts", equals(key)), key)
  if (!row) return null
  const definedChanges = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
  const after: AdapterAccount = { ...toAccount(row), ...definedChanges }
  requireKeys(after, ["type"])
  await store.update("accounts", toAccountDetails(after), equals(key))
  return after
}
