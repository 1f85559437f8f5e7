import type { AccountRecord, AccountRecordOperations } from "../account-record.ts"
import { requireRecord } from "../values.ts"
import { fromRow, toChanges, toRow } from "./rows.ts"
import { readFirst, type Store } from "./store.ts"
import { equals, type Row } from "./verbs.ts"

/** Creates the operations on account records. */
export function accountRecords(store: Store): AccountRecordOperations {
  const read = (row: Row) => fromRow<AccountRecord>("accountRecords", row)
  return {
    async createAccountRecord(record) {
      requireRecord(record)
      return store.insertIgnore("accountRecords", toRow("accountRecords", { ...record, version: 1 }))
    },
    getAccountRecord: (kind, id) =>
      readFirst(store.select({ table: "accountRecords", where: equals({ kind, id }) }), read),
    async listAccountRecords(kind, userId) {
      return (await store.select({ table: "accountRecords", where: equals({ userId, kind }) })).map(read)
    },
    async updateAccountRecord({ kind, id, data, expires, version }) {
      requireRecord({ kind, id, userId: null, data, expires })
      if (!Number.isSafeInteger(version)) return false
      const set = toChanges({ data, expires, version: version + 1 })
      return (await store.update("accountRecords", set, equals({ kind, id, version }))).length === 1
    },
    takeAccountRecord: (kind, id) => readFirst(store.remove("accountRecords", equals({ kind, id })), read),
    deleteAccountRecords: (userId, kind) =>
      store.erase("accountRecords", equals(kind === undefined ? { userId } : { userId, kind })),
  }
}
