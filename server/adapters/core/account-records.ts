import type { AccountRecordOperations } from "../account-record.ts"
import { isKey, isRecordKey, requireRecord } from "../values.ts"
import { toMilliseconds } from "./columns.ts"
import { findRow, findRows, removeRow } from "./find.ts"
import { toRecord } from "./rows.ts"
import type { Store } from "./store.ts"
import { equals } from "./verbs.ts"

/** Creates the operations on account records. */
export function accountRecords(store: Store): AccountRecordOperations {
  return {
    async createAccountRecord({ kind, id, userId, data, expires }) {
      requireRecord({ kind, id, userId, data, expires })
      const row = { kind, id, userId, data, version: 1, expires: toMilliseconds(expires) }
      return store.insertIgnore("accountRecords", row)
    },
    async getAccountRecord(kind, id) {
      const row = isRecordKey(kind, id) ? await findRow(store, "accountRecords", { kind, id }) : null
      return row && toRecord(row)
    },
    async listAccountRecords(kind, userId) {
      if (!isKey("kind", kind) || !isKey("userId", userId)) return []
      return (await findRows(store, "accountRecords", { userId, kind })).map(toRecord)
    },
    async updateAccountRecord({ kind, id, data, expires, version }) {
      requireRecord({ kind, id, userId: null, data, expires })
      if (!Number.isSafeInteger(version)) return false
      const set = { data, expires: toMilliseconds(expires), version: version + 1 }
      return (await store.update("accountRecords", set, equals({ kind, id, version }))).length === 1
    },
    async takeAccountRecord(kind, id) {
      if (!isRecordKey(kind, id)) return null
      const row = await removeRow(store, "accountRecords", { kind, id })
      return row && toRecord(row)
    },
    async deleteAccountRecords(userId, kind) {
      if (!isKey("userId", userId) || (kind !== undefined && !isKey("kind", kind))) return 0
      return store.erase("accountRecords", equals(kind === undefined ? { userId } : { userId, kind }))
    },
  }
}
