import type { Adapter, AccountKey, AdapterAccount } from "../contract.ts"
import { definedFields, requireKeys } from "../values.ts"
import { toAccount, toAccountRow } from "./rows.ts"
import { readFirst, type Store } from "./store.ts"
import { equals } from "./verbs.ts"

/** Creates the operations on linked accounts. */
export function accounts(store: Store) {
  return {
    async linkAccount(account) {
      requireKeys(account, ["provider", "providerAccountId", "userId", "type"])
      await store.insert("accounts", toAccountRow(account))
      return account
    },
    async unlinkAccount(key) {
      const [row] = await store.remove("accounts", equals(accountKey(key)))
      return row && toAccount(row)
    },
    getAccount: (providerAccountId, provider) =>
      readFirst(store.select({ table: "accounts", where: equals({ provider, providerAccountId }) }), toAccount),
    async listAccounts(userId) {
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
  const where = equals(accountKey(changes))
  const [row] = await store.lock("accounts", where)
  if (!row) return null
  const after: AdapterAccount = { ...toAccount(row), ...definedFields(changes) }
  requireKeys(after, ["type"])
  const { provider: _provider, providerAccountId: _id, userId: _user, ...details } = toAccountRow(after)
  await store.update("accounts", details, where)
  return after
}
