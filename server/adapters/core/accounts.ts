import type { Adapter, AccountKey, AdapterAccount } from "../contract.ts"
import { definedFields, hasKeys, isKey, requireKeys } from "../values.ts"
import { toAccount, toAccountRow } from "./rows.ts"
import { firstRow, type Store } from "./store.ts"
import { equals } from "./verbs.ts"

const KEYS = ["provider", "providerAccountId"] as const

/** Creates the operations on linked accounts. */
export function accounts(store: Store) {
  return {
    async linkAccount(account) {
      requireKeys(account, [...KEYS, "userId", "type"])
      await store.insert("accounts", toAccountRow(account))
      return account
    },
    async unlinkAccount(key) {
      const [row] = hasKeys(key, KEYS) ? await store.remove("accounts", equals(accountKey(key))) : []
      return row && toAccount(row)
    },
    async getAccount(providerAccountId, provider) {
      const key = { provider, providerAccountId }
      const row = hasKeys(key, KEYS) && (await firstRow(store, "accounts", key))
      return row ? toAccount(row) : null
    },
    async listAccounts(userId) {
      if (!isKey("userId", userId)) return []
      return (await store.select({ table: "accounts", where: equals({ userId }) })).map(toAccount)
    },
    updateAccount: (changes) => store.atomic((within) => updateAccount(within, changes)),
  } satisfies Adapter
}

const accountKey = ({ provider, providerAccountId }: AccountKey) => ({ provider, providerAccountId })

// Locks the row while it reads and writes, so that parallel updates don't lose keys
async function updateAccount(
  store: Store,
  { userId: _, ...changes }: Partial<AdapterAccount> & AccountKey,
): Promise<AdapterAccount | null> {
  if (!hasKeys(changes, KEYS)) return null
  const where = equals(accountKey(changes))
  const [row] = await store.lock("accounts", where)
  if (!row) return null
  const after: AdapterAccount = { ...toAccount(row), ...definedFields(changes) }
  requireKeys(after, ["type"])
  const { provider: _provider, providerAccountId: _id, userId: _user, ...details } = toAccountRow(after)
  await store.update("accounts", details, where)
  return after
}
