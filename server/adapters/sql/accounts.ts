import type { AccountKey, AccountOperations, AdapterAccount } from "../contract.ts"
import type { JsonValue } from "../../types.ts"
import { hasKeys, isKey, requireKeys } from "../values.ts"
import { assignments, columnList, isExactly, placeholders, text } from "./columns.ts"
import type { Row, Statements } from "./statements.ts"

const KEYS = ["provider", "providerAccountId"] as const
const TEXTS = ["access_token", "refresh_token", "id_token", "scope", "token_type", "session_state"] as const
const COLUMNS = [...KEYS, "userId", "type", ...TEXTS, "expires_at", "extra"] as const
/** Keys of an account that have a column. `extra` is none of them: an account's own `extra` is kept with the other further keys. */
const OWN_COLUMN: ReadonlySet<string> = new Set(COLUMNS.filter((name) => name !== "extra"))
const SELECTION = `select ${columnList(COLUMNS)} from :accounts where`
const BY_KEY = `"provider" = ? and "providerAccountId" = ?`

/** The operations on accounts. */
export function accounts(sql: Statements): AccountOperations {
  return {
    async linkAccount(account) {
      requireKeys(account, [...KEYS, "userId", "type"])
      const insert = `insert into :accounts (${columnList(COLUMNS)}) values (${placeholders(COLUMNS)})`
      await sql.change(insert, rowOf(account))
      return account
    },
    unlinkAccount: (key) =>
      sql.atomic(async (within) => {
        const account = await find(within, key)
        if (account) await within.change(`delete from :accounts where ${BY_KEY}`, [key.provider, key.providerAccountId])
        return account ?? undefined
      }),
    getAccount: (providerAccountId, provider) => find(sql, { provider, providerAccountId }),
    async listAccounts(userId) {
      if (!isKey("userId", userId)) return []
      const rows = await sql.rows(`${SELECTION} "userId" = ? order by "provider", "providerAccountId"`, [userId])
      return rows.filter((row) => isExactly(row, { userId })).map(accountFrom)
    },
    updateAccount: (changes) => sql.atomic((within) => updateAccount(within, changes)),
  }
}

async function find(sql: Statements, key: AccountKey, lock = ""): Promise<AdapterAccount | null> {
  if (!hasKeys(key, KEYS)) return null
  const { provider, providerAccountId } = key
  const [row] = await sql.rows(`${SELECTION} ${BY_KEY}${lock}`, [provider, providerAccountId])
  return row && isExactly(row, { provider, providerAccountId }) ? accountFrom(row) : null
}

// Read and written under a lock: of two updates neither loses what the other one added
async function updateAccount(
  sql: Statements,
  { userId: _, ...changes }: Partial<AdapterAccount> & AccountKey,
): Promise<AdapterAccount | null> {
  const before = await find(sql, changes, sql.dialect === "sqlite" ? "" : " for update")
  if (!before) return null
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
  const after: AdapterAccount = { ...before, ...given }
  requireKeys(after, ["type"])
  const columns = COLUMNS.slice(KEYS.length)
  const values = rowOf(after).slice(KEYS.length)
  await sql.change(`update :accounts set ${assignments(columns)} where ${BY_KEY}`, [
    ...values,
    after.provider,
    after.providerAccountId,
  ])
  return after
}

function rowOf(account: AdapterAccount): readonly unknown[] {
  const extra = Object.entries(account).filter(([name, value]) => !OWN_COLUMN.has(name) && value !== undefined)
  return COLUMNS.map((name) => {
    if (name === "extra") return extra.length > 0 ? JSON.stringify(Object.fromEntries(extra)) : null
    return account[name] ?? null
  })
}

function accountFrom(row: Row): AdapterAccount {
  const texts = TEXTS.filter((name) => row[name] !== null).map((name): [string, string] => [name, text(row[name])])
  const expires = row["expires_at"] === null ? {} : { expires_at: Number(row["expires_at"]) }
  // We wrote it: an object of JSON values
  const extra = row["extra"] === null ? {} : (JSON.parse(text(row["extra"])) as Record<string, JsonValue>)
  return {
    ...extra,
    ...Object.fromEntries(texts),
    ...expires,
    provider: text(row["provider"]),
    providerAccountId: text(row["providerAccountId"]),
    userId: text(row["userId"]),
    type: text(row["type"]) as AdapterAccount["type"], // as it was linked
  }
}
