import { parseStoredObject } from "../stored-json.ts"
import type { AccountKey, AccountOperations, AdapterAccount } from "../contract.ts"
import { hasKeys, isKey, requireKeys } from "../values.ts"
import { matchesExactly, toText } from "./columns.ts"
import type { Database } from "./database.ts"
import type { Row } from "./tables.ts"

const KEYS = ["provider", "providerAccountId"] as const
const TEXT_COLUMNS = ["access_token", "refresh_token", "id_token", "scope", "token_type", "session_state"] as const
const COLUMNS = [...KEYS, "userId", "type", ...TEXT_COLUMNS, "expires_at", "extra"] as const
/**
 * Keys of an account that have a column. `extra` isn't one of them: an account's own `extra` is stored with the other
 * further keys.
 */
const KNOWN_COLUMNS: ReadonlySet<string> = new Set(COLUMNS.filter((name) => name !== "extra"))

export function accounts(database: Database): AccountOperations {
  const { names } = database
  return {
    async linkAccount(account) {
      requireKeys(account, [...KEYS, "userId", "type"])
      const { provider, providerAccountId, userId } = account
      const row = { provider, providerAccountId, userId, ...toDetails(account) }
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
      .set(toDetails(after))
      .where("provider", "=", after.provider)
      .where("providerAccountId", "=", after.providerAccountId)
      .execute(),
  )
  return after
}

/** Returns the columns that may change: all but the keys and the owner. */
function toDetails(account: AdapterAccount) {
  const extra = Object.entries(account).filter(([name, value]) => !KNOWN_COLUMNS.has(name) && value !== undefined)
  return {
    type: account.type,
    access_token: account.access_token ?? null,
    refresh_token: account.refresh_token ?? null,
    id_token: account.id_token ?? null,
    scope: account.scope ?? null,
    token_type: account.token_type ?? null,
    session_state: (account.session_state ?? null) as string | null, // a text, by OpenID Connect Session Management 1.0
    expires_at: account.expires_at ?? null,
    extra: extra.length > 0 ? JSON.stringify(Object.fromEntries(extra)) : null,
  }
}

function toAccount(row: Row): AdapterAccount {
  const texts = TEXT_COLUMNS.filter((name) => row[name] !== null).map((name): [string, string] => [
    name,
    toText(row[name]),
  ])
  const expires = row["expires_at"] === null ? {} : { expires_at: Number(row["expires_at"]) }
  const extra = row["extra"] === null ? {} : parseStoredObject("extra", toText(row["extra"]))
  return {
    ...extra,
    ...Object.fromEntries(texts),
    ...expires,
    provider: toText(row["provider"]),
    providerAccountId: toText(row["providerAccountId"]),
    userId: toText(row["userId"]),
    type: toText(row["type"]) as AdapterAccount["type"], // the value that was linked
  }
}
