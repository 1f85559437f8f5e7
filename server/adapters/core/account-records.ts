import type { AccountRecord, AccountRecordOperations } from "../account-record.ts"
import { isKey, isRecordKey, requireRecord } from "../values.ts"
import { fromRow, toChanges, toRow } from "./rows.ts"
import { firstRow, type Store } from "./store.ts"
import { equals, type Row } from "./verbs.ts"

/** Creates the operations on account records. */
export function accountRecords(store: Store): AccountRecordOperations {
  const read = (row: Row) => fromRow<AccountRecord>("accountRecords", row)
  return {
    async createAccountRecord(record) {
      requireRecord(record)
      return store.insertIgnore("accountRecords", toRow("accountRecords", { ...record, version: 1 }))
    },
    async getAccountRecord(kind, id) {
      const row = isRecordKey(kind, id) && (await firstRow(store, "accountRecords", { kind, id }))
      return row ? read(row) : null
    },
    async listAccountRecords(kind, userId) {
      if (!isKey("kind", kind) || !isKey("userId", userId)) return []
      return (await store.select({ table: "accountRecords", where: equals({ userId, kind }) })).map(read)
    },
    async updateAccountRecord({ kind, id, data, expires, version }) {
      requireRecord({ kind, id, userId: null, data, expires })
      if (!Number.isSafeInteger(version)) return false
      const set = toChanges({ data, expires, version: version + 1 })
      return (await store.update("accountRecords", set, equals({ kind, id, version }))).length === 1
    },
    async takeAccountRecord(kind, id) {
      const [row] = isRecordKey(kind, id) ? await store.remove("accountRecords", equals({ kind, id })) : []
      return row ? read(row) : null
    },
    async deleteAccountRecords(userId, kind) {
      if (!isKey("userId", userId) || (kind !== undefined && !isKey("kind", kind))) return 0
      return store.erase("accountRecords", equals(kind === undefined ? { userId } : { userId, kind }))
    },
  }
}
