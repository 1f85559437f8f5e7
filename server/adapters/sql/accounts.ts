import type { AccountKey, AccountOperations, AdapterAccount } from "../contract.ts"
import type { JsonValue } from "../../types.ts"
import { hasKeys, isKey, requireKeys } from "../values.ts"
import { assignments, columnList, matchesExactly, placeholders, toText } from "./columns.ts"
import type { Row, Statements } from "./statements.ts"

const KEYS = ["provider", "providerAccountId"] as const
const TEXT_COLUMNS = ["access_token", "refresh_token", "id_token", "scope", "token_type", "session_state"] as const
const COLUMNS = [...KEYS, "userId", "type", ...TEXT_COLUMNS, "expires_at", "extra"] as const
/**
 * Keys of an account that have a column. `extra` isn't one of them: an account's own `extra` is stored with the other
 * further keys.
 */
const KNOWN_COLUMNS: ReadonlySet<string> = new Set(COLUMNS.filter((name) => name !== "extra"))
const SELECTION = `select ${columnList(COLUMNS)} from :accounts where`
const BY_KEY = `"provider" = ? and "providerAccountId" = ?`

export function accounts(sql: Statements): AccountOperations {
  return {
    async linkAccount(account) {
      requireKeys(account, [...KEYS, "userId", "type"])
      const insert = `insert into :accounts (${columnList(COLUMNS)}) values (${placeholders(COLUMNS)})`
      await sql.change(insert, toRow(account))
      return account
    },
    unlinkAccount: (key) =>
      sql.atomic(async (within) => {
        const account = await findAccount(within, key)
        if (account) await within.change(`delete from :accounts where ${BY_KEY}`, [key.provider, key.providerAccountId])
        return account ?? undefined
      }),
    getAccount: (providerAccountId, provider) => findAccount(sql, { provider, providerAccountId }),
    async listAccounts(userId) {
      if (!isKey("userId", userId)) return []
      const rows = await sql.rows(`${SELECTION} "userId" = ? order by "provider", "providerAccountId"`, [userId])
      return rows.filter((row) => matchesExactly(row, { userId })).map(toAccount)
    },
    updateAccount: (changes) => sql.atomic((within) => updateAccount(within, changes)),
  }
}

async function findAccount(sql: Statements, key: AccountKey, lock = ""): Promise<AdapterAccount | null> {
  if (!hasKeys(key, KEYS)) return null
  const { provider, providerAccountId } = key
  const [row] = await sql.rows(`${SELECTION} ${BY_KEY}${lock}`, [provider, providerAccountId])
  return row && matchesExactly(row, { provider, providerAccountId }) ? toAccount(row) : null
}

// Locks the row while it reads and writes, so that parallel updates don't lose keys
async function updateAccount(
  sql: Statements,
  { userId: _, ...changes }: Partial<AdapterAccount> & AccountKey,
): Promise<AdapterAccount | null> {
  const before = await findAccount(sql, changes, sql.dialect === "sqlite" ? "" : " for update")
  if (!before) return null
  const definedChanges = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
  const after: AdapterAccount = { ...before, ...definedChanges }
  requireKeys(after, ["type"])
  const columns = COLUMNS.slice(KEYS.length)
  const values = toRow(after).slice(KEYS.length)
  await sql.change(`update :accounts set ${assignments(columns)} where ${BY_KEY}`, [
    ...values,
    after.provider,
    after.providerAccountId,
  ])
  return after
}

function toRow(account: AdapterAccount): readonly unknown[] {
  const extra = Object.entries(account).filter(([name, value]) => !KNOWN_COLUMNS.has(name) && value !== undefined)
  return COLUMNS.map((name) => {
    if (name === "extra") return extra.length > 0 ? JSON.stringify(Object.fromEntries(extra)) : null
    return account[name] ?? null
  })
}

function toAccount(row: Row): AdapterAccount {
  const texts = TEXT_COLUMNS.filter((name) => row[name] !== null).map((name): [string, string] => [
    name,
    toText(row[name]),
  ])
  const expires = row["expires_at"] === null ? {} : { expires_at: Number(row["expires_at"]) }
  // Latchkit wrote it as an object of JSON values
  const extra = row["extra"] === null ? {} : (JSON.parse(toText(row["extra"])) as Record<string, JsonValue>)
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
