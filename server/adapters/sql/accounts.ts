import type { AccountKey, AccountOperations, AdapterAccount } from "../contract.ts"
import { hasKeys, isKey, requireKeys } from "../values.ts"
import { matchesExactly } from "../core/columns.ts"
import { toAccount, toAccountDetails } from "../core/rows.ts"
import type { Database } from "./database.ts"

const KEYS = ["provider", "providerAccountId"] as const
const TEXT_COLUMNS = ["access_token", "refresh_token", "id_token", "scope", "token_type", "session_state"] as const
const COLUMNS = [...KEYS, "userId", "type", ...TEXT_COLUMNS, "expires_at", "extra"] as const
export function accounts(database: Database): AccountOperations {
  const { names } = database
  return {
    async linkAccount(account) {
      requireKeys(account, [...KEYS, "userId", "type"])
      const { provider, providerAccountId, userId } = account
      const row = { provider, providerAccountId, userId, ...toAccountDetails(account) }
      await database.run((db) => db.insertInto(names.accounts).values(row).execute())
      return account
    },
    unlinkAccount: (key) => database.atomic((within) => unlinkAccount(within, key)),
    getAccount: (providerAccountId, provider) => findAccount(database, { provider, providerAccountId }),
    async listAccounts(userId) {
      if (!isKey("userId", userId)) return []
      const rows = await database.run((db) =>
        db
          .selectFrom(names.accounts)
          .select(COLUMNS)
          .where("userId", "=", userId)
          .orderBy("provider")
          .orderBy("providerAccountId")
          .execute(),
      )
      return rows.filter((row) => matchesExactly(row, { userId })).map(toAccount)
    },
    updateAccount: (changes) => database.atomic((within) => updateAccount(within, changes)),
  }
}

async function unlinkAccount(database: Database, key: AccountKey): Promise<AdapterAccount | undefined> {
  const account = await findAccount(database, key)
  if (!account) return undefined
  const { provider, providerAccountId } = account
  await database.run((db) =>
    db
      .deleteFrom(database.names.accounts)
      .where("provider", "=", provider)
      .where("providerAccountId", "=", providerAccountId)
      .execute(),
  )
  return account
}

async function findAccount(database: Database, key: AccountKey, lock = false): Promise<AdapterAccount | null> {
  if (!hasKeys(key, KEYS)) return null
  const { provider, providerAccountId } = key
  const row = await database.run((db) =>
    db
      .selectFrom(database.names.accounts)
      .select(COLUMNS)
      .where("provider", "=", provider)
      .where("providerAccountId", "=", providerAccountId)
      .$if(lock, (query) => query.forUpdate())
      .executeTakeFirst(),
  )
  return row && matchesExactly(row, { provider, providerAccountId }) ? toAccount(row) : null
}

// Locks the row while it reads and writes, so that parallel updates don't lose keys
async function updateAccount(
  database: Database,
  { userId: _, ...changes }: Partial<AdapterAccount> & AccountKey,
): Promise<AdapterAccount | null> {
  const before = await findAccount(database, changes, database.dialect !== "sqlite")
  if (!before) return null
  const definedChanges = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
  const after: AdapterAccount = { ...before, ...definedChanges }
  requireKeys(after, ["type"])
  await database.run((db) =>
    db
      .updateTable(database.names.accounts)
      .set(toAccountDetails(after))
      .where("provider", "=", after.provider)
      .where("providerAccountId", "=", after.providerAccountId)
      .execute(),
  )
  return after
}
