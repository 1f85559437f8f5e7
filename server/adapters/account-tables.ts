import type { AccountRecordOperations } from "./account-record.ts"
import type { Adapter } from "./contract.ts"

/** The operations that store account records. */
export const ACCOUNT_RECORD_OPERATIONS = [
  "createAccountRecord",
  "getAccountRecord",
  "listAccountRecords",
  "updateAccountRecord",
  "takeAccountRecord",
  "deleteAccountRecords",
] as const satisfies readonly (keyof AccountRecordOperations)[]

// Limits on codes must count in all instances, and expired records must be deleted
const SHARED_OPERATIONS = ["claimOnce", "releaseOnce", "increment", "decrement", "deleteExpired"] as const

/** The operations that an adapter without account records gets from another one. */
export const ACCOUNT_TABLE_OPERATIONS = [...ACCOUNT_RECORD_OPERATIONS, ...SHARED_OPERATIONS] as const

/** The operations that {@link accountTables} returns. */
export type AccountTables = AccountRecordOperations & Partial<Pick<Adapter, (typeof SHARED_OPERATIONS)[number]>>

/**
 * Returns only the operations of `adapter` that account records need: the records, counters, one-time claims and
 * `deleteExpired`. Spread them beside an adapter that has none. Users, accounts and sessions stay in the other
 * adapter.
 *
 * @example
 * adapter: { ...PrismaAdapter(prisma), ...accountTables(SqlAdapter(db)) }
 *
 * @throws {TypeError} if `adapter` can't store account records
 */
export function accountTables(adapter: Adapter): AccountTables {
  const missing = ACCOUNT_RECORD_OPERATIONS.filter((name) => typeof adapter[name] !== "function")
  if (missing.length > 0) throw new TypeError(`The adapter has no \`${missing.join("`, `")}\`. Pass one of Latchkit's`)
  const operations = ACCOUNT_TABLE_OPERATIONS.flatMap((name) => {
    const operation: unknown = adapter[name]
    return typeof operation === "function" ? [[name, operation.bind(adapter)]] : []
  })
  return Object.fromEntries(operations) as AccountTables // the same operations, and the record operations all exist
}
