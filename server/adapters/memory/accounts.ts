import type { AccountOperations, AdapterAccount } from "../contract.ts"
import { AdapterConflict, hasKeys, requireKeys } from "../values.ts"
import { joinKey, findRows, type Tables } from "./tables.ts"
import { definedFields } from "./users.ts"

const KEYS = ["provider", "providerAccountId"] as const

export function accounts(tables: Tables): AccountOperations {
  const find = (key: { provider: string; providerAccountId: string }): AdapterAccount | undefined =>
    hasKeys(key, KEYS) ? tables.accounts.get(joinKey(key.provider, key.providerAccountId)) : undefined
  return {
    linkAccount(account) {
      requireKeys(account, [...KEYS, "userId", "type"])
      if (!tables.users.has(account.userId)) throw new AdapterConflict("The user doesn't exist")
      if (find(account)) throw new AdapterConflict("The account is already linked")
      tables.accounts.set(joinKey(account.provider, account.providerAccountId), structuredClone(account))
      return structuredClone(account)
    },
    unlinkAccount(key) {
      const account = find(key)
      if (account) tables.accounts.delete(joinKey(key.provider, key.providerAccountId))
      return account
    },
    getAccount: (providerAccountId, provider) => structuredClone(find({ provider, providerAccountId }) ?? null),
    listAccounts: (userId) =>
      findRows(tables.accounts, (account) => account.userId === userId).map(([, account]) => structuredClone(account)),
    updateAccount({ userId: _, ...changes }) {
      const account = find(changes)
      if (!account) return null
      // The owner and the keys stay: new tokens never move an account
      const updated = structuredClone({ ...account, ...definedFields(changes) } as AdapterAccount)
      tables.accounts.set(joinKey(changes.provider, changes.providerAccountId), updated)
      return structuredClone(updated)
    },
  }
}
