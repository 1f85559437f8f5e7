import type { AccountKey, AccountOperations, AdapterAccount } from "../contract.ts"
import { AdapterConflict, hasKeys, requireKeys } from "../values.ts"
import { asRow, idFrom, type RecordRow, type Records, type RecordStep } from "./client.ts"

const KEYS = ["provider", "providerAccountId"] as const
const TEXTS = ["access_token", "refresh_token", "id_token", "scope", "token_type", "session_state"] as const

/** The operations on accounts; the layout has no column for keys of an account beyond the usual ones. */
export function accounts(records: Records): Pick<AccountOperations, "linkAccount" | "unlinkAccount" | "getAccount"> {
  const find = async (key: AccountKey): Promise<RecordRow | null> => {
    if (!hasKeys(key, KEYS)) return null
    const { provider, providerAccountId } = key
    return records.first("svc_accounts", { provider, providerAccountId }, ["*", "user.id"])
  }
  return {
    async linkAccount(account) {
      requireKeys(account, [...KEYS, "userId", "type"])
      const owner = await records.first("svc_users", { id: account.userId })
      if (!owner || (await find(account)))
        throw new AdapterConflict("The account is linked already, or its user is gone")
      const id = await idFrom("a", account.provider, account.providerAccountId)
      const steps: RecordStep[] = [
        { insert: { table: "svc_accounts", record: rowOf(id, account), createOnly: true } },
        {
          insert: { table: "svc_users_accounts", record: { id, user: account.userId, account: id }, createOnly: true },
        },
      ]
      await records.run(steps).catch(async (error: unknown) => {
        throw (await find(account)) ? new AdapterConflict("The account is linked already") : error
      })
      return account
    },
    async unlinkAccount(key) {
      const row = await find(key)
      if (!row) return undefined
      const links = await records.all("svc_users_accounts", { "account.id": row.id }, ["id", "account.id"])
      const steps = links.map(({ id }): RecordStep => ({ delete: { table: "svc_users_accounts", id } }))
      await records.run([...steps, { delete: { table: "svc_accounts", id: row.id } }])
      return accountFrom(row)
    },
    async getAccount(providerAccountId, provider) {
      const row = await find({ provider, providerAccountId })
      return row && accountFrom(row)
    },
  }
}

function rowOf(id: string, account: AdapterAccount): Record<string, unknown> {
  const { provider, providerAccountId, type, userId, expires_at } = account
  const texts = TEXTS.filter((name) => account[name] !== undefined).map((name) => [name, account[name]])
  const expiry = expires_at === undefined ? {} : { expires_at }
  return { id, user: userId, provider, providerAccountId, type, ...expiry, ...Object.fromEntries(texts) }
}

function accountFrom(row: RecordRow): AdapterAccount {
  const texts = TEXTS.filter((name) => typeof row[name] === "string").map((name) => [name, row[name]])
  const { provider, providerAccountId, type, expires_at } = row
  return {
    ...Object.fromEntries(texts),
    ...(typeof expires_at === "number" && { expires_at }),
    provider: String(provider),
    providerAccountId: String(providerAccountId),
    type: String(type) as AdapterAccount["type"], // as it was linked
    userId: asRow(row["user"])?.id ?? "",
  }
}
