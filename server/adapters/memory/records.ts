import type { AccountRecord, AccountRecordKind, AccountRecordOperations } from "../account-record.ts"
import { isKey, isRecordKey, requireRecord } from "../values.ts"
import { findRows, joinKey, type Tables } from "./tables.ts"

export function records(tables: Tables): AccountRecordOperations {
  const find = (kind: AccountRecordKind, id: string): AccountRecord | undefined =>
    isRecordKey(kind, id) ? tables.records.get(joinKey(kind, id)) : undefined
  return {
    createAccountRecord({ kind, id, userId, data, expires }) {
      requireRecord({ kind, id, userId, data, expires })
      if (tables.records.has(joinKey(kind, id))) return false
      tables.records.set(joinKey(kind, id), copyRecord({ kind, id, userId, data, expires, version: 1 }))
      return true
    },
    getAccountRecord(kind, id) {
      const found = find(kind, id)
      return found ? copyRecord(found) : null
    },
    listAccountRecords: (kind, userId) =>
      isKey("userId", userId)
        ? findRows(tables.records, (row) => row.kind === kind && row.userId === userId).map(([, row]) =>
            copyRecord(row),
          )
        : [],
    updateAccountRecord({ kind, id, data, expires, version }) {
      const before = find(kind, id)
      requireRecord({ kind, id, userId: null, data, expires })
      if (before?.version !== version) return false
      tables.records.set(joinKey(kind, id), copyRecord({ ...before, data, expires, version: version + 1 }))
      return true
    },
    takeAccountRecord(kind, id) {
      const found = find(kind, id)
      if (found) tables.records.delete(joinKey(kind, id))
      return found ?? null
    },
    deleteAccountRecords: (userId, kind) => (isKey("userId", userId) ? deleteRecords(tables, userId, kind) : 0),
  }
}

function deleteRecords(tables: Tables, userId: string, kind?: AccountRecordKind): number {
  const owned = findRows(tables.records, (row) => row.userId === userId && (kind === undefined || row.kind === kind))
  for (const [key] of owned) tables.records.delete(key)
  return owned.length
}

function copyRecord(record: AccountRecord): AccountRecord {
  return { ...record, expires: record.expires && new Date(record.expires) }
}
