import { parseStoredObject } from "../core/rows.ts"
import type { AccountKey, AccountOperations, Adapter, AdapterAccount } from "../contract.ts"
import { AdapterConflict, hasKeys, isKey, requireKeys } from "../values.ts"
import { toRecordRow, hashId, rowVersion, type RecordRow, type Records, type RecordStep } from "./client.ts"
import { textOrNull } from "./users.ts"

const KEYS = ["provider", "providerAccountId"] as const
const TEXT_COLUMNS = ["access_token", "refresh_token", "id_token", "scope", "token_type", "session_state"] as const
const KNOWN_COLUMNS: ReadonlySet<string> = new Set([...KEYS, ...TEXT_COLUMNS, "type", "userId", "expires_at"])
const COLUMNS = ["*", "user.id", "xata.version"]

type Operations = Pick<AccountOperations, "linkAccount" | "unlinkAccount" | "getAccount" | "listAccounts"> &
  Pick<Adapter, "updateAccount">

/** Creates the account operations. With `extra`, the table has a column for keys beyond the usual ones. */
export function accounts(records: Records, { extra }: { extra: boolean }): Operations {
  const find = async (key: AccountKey): Promise<RecordRow | null> => {
    if (!hasKeys(key, KEYS)) return null
    const { provider, providerAccountId } = key
    return records.first("svc_accounts", { provider, providerAccountId }, COLUMNS)
  }
  return {
    async linkAccount(account) {
      requireKeys(account, [...KEYS, "userId", "type"])
      const owner = await records.first("svc_users", { id: account.userId })
      if (!owner || (await find(account)))
        throw new AdapterConflict("The account is already linked, or its user doesn't exist")
      const id = await hashId("a", account.provider, account.providerAccountId)
      const steps: RecordStep[] = [
        {
          insert: {
            table: "svc_accounts",
            record: { id, user: account.userId, ...toRow(account, { extra }) },
            createOnly: true,
          },
        },
        {
          insert: { table: "svc_users_accounts", record: { id, user: account.userId, account: id }, createOnly: true },
        },
      ]
      await records.run(steps).catch(async (error: unknown) => {
        throw (await find(account)) ? new AdapterConflict("The account is already linked") : error
      })
      return extra ? account : withoutExtraKeys(account)
    },
    async unlinkAccount(key) {
      const row = await find(key)
      if (!row) return undefined
      const links = await records.all("svc_users_accounts", { "account.id": row.id }, ["id", "account.id"])
      const steps = links.map(({ id }): RecordStep => ({ delete: { table: "svc_users_accounts", id } }))
      await records.run([...steps, { delete: { table: "svc_accounts", id: row.id } }])
      return toAccount(row)
    },
    async getAccount(providerAccountId, provider) {
      const row = await find({ provider, providerAccountId })
      return row && toAccount(row)
    },
    async listAccounts(userId) {
      if (!isKey("userId", userId)) return []
      return (await records.all("svc_accounts", { "user.id": userId }, COLUMNS)).map(toAccount)
    },
    ...(extra && { updateAccount: (changes) => updateAccount(records, () => find(changes), changes) }),
  }
}

// Reads the row again if another update came in between
async function updateAccount(
  records: Records,
  find: () => Promise<RecordRow | null>,
  { userId: _, ...changes }: Partial<AdapterAccount> & AccountKey,
): Promise<AdapterAccount | null> {
  const row = await find()
  if (!row) return null
  const definedChanges = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
  const after: AdapterAccount = { ...toAccount(row), ...definedChanges }
  requireKeys(after, ["type"])
  const fields = toRow(after, { extra: true })
  try {
    await records.run([{ update: { table: "svc_accounts", id: row.id, fields, ifVersion: rowVersion(row) } }])
    return after
  } catch (error) {
    const now = await find()
    if (now && rowVersion(now) === rowVersion(row)) throw error
    return updateAccount(records, find, changes)
  }
}

function withoutExtraKeys(account: AdapterAccount): AdapterAccount {
  return Object.fromEntries(Object.entries(account).filter(([name]) => KNOWN_COLUMNS.has(name))) as AdapterAccount // keeps only the known columns
}

function toRow(account: AdapterAccount, { extra }: { extra: boolean }): Record<string, unknown> {
  const { provider, providerAccountId, type, expires_at } = account
  const texts = TEXT_COLUMNS.filter((name) => account[name] !== undefined).map((name) => [name, account[name]])
  const further = Object.entries(account).filter(([name, value]) => !KNOWN_COLUMNS.has(name) && value !== undefined)
  return {
    provider,
    providerAccountId,
    type,
    ...(expires_at !== undefined && { expires_at }),
    ...Object.fromEntries(texts),
    ...(extra && { extra: further.length > 0 ? JSON.stringify(Object.fromEntries(further)) : null }),
  }
}

function toAccount(row: RecordRow): AdapterAccount {
  const texts = TEXT_COLUMNS.filter((name) => typeof row[name] === "string").map((name) => [name, row[name]])
  const { provider, providerAccountId, type, expires_at, extra } = row
  return {
    ...(typeof extra === "string" && parseStoredObject("extra", extra)),
    ...Object.fromEntries(texts),
    ...(typeof expires_at === "number" && { expires_at }),
    provider: String(provider),
    providerAccountId: String(providerAccountId),
    type: (textOrNull(type) ?? "oauth") as AdapterAccount["type"], // the value that was linked; the layout allows null
    userId: toRecordRow(row["user"])?.id ?? "",
  }
}
