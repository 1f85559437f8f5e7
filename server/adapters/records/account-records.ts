import type { AccountRecord, AccountRecordKind, AccountRecordOperations } from "../account-record.ts"
import { isKey, isRecordKey, requireRecord } from "../values.ts"
import { createRow, hashId, rowVersion, type RecordRow, type Records } from "./client.ts"
import { dateOrNull, textOrNull } from "./users.ts"

const TABLE = "svc_account_records"

/** Creates the operations on account records, on a table in addition to the layout's. */
export function accountRecords(records: Records): AccountRecordOperations {
  const find = async (kind: AccountRecordKind, id: string): Promise<RecordRow | null> =>
    isRecordKey(kind, id) ? records.first(TABLE, { id: await rowId(kind, id) }, ["*", "xata.version"]) : null
  const owned = async (userId: string, filter: { kind?: AccountRecordKind } = {}): Promise<RecordRow[]> =>
    isKey("userId", userId) ? records.all(TABLE, { owner: userId, ...filter }) : []
  return {
    async createAccountRecord({ kind, id, userId: owner, data, expires }) {
      requireRecord({ kind, id, userId: owner, data, expires })
      const fields = { kind, recordId: id, owner, data, version: 1, expires: expires?.toISOString() ?? null }
      const record = { id: await rowId(kind, id), ...fields }
      const insert = () => records.run([{ insert: { table: TABLE, record, createOnly: true } }])
      return createRow(insert, () => find(kind, id))
    },
    getAccountRecord: async (kind, id) => toAccountRecord(await find(kind, id)),
    async listAccountRecords(kind, userId) {
      const rows = isKey("kind", kind) ? await owned(userId, { kind }) : []
      return rows.map(toAccountRecord).filter((row) => row !== null)
    },
    async updateAccountRecord({ kind, id, data, expires, version }) {
      requireRecord({ kind, id, userId: null, data, expires })
      const before = await find(kind, id)
      if (before?.["version"] !== version) return false
      const fields = { data, expires: expires?.toISOString() ?? null, version: version + 1 }
      try {
        await records.run([{ update: { table: TABLE, id: before.id, fields, ifVersion: rowVersion(before) } }])
        return true
      } catch (error) {
        const now = await find(kind, id)
        if (now && rowVersion(now) === rowVersion(before)) throw error
        return false
      }
    },
    async takeAccountRecord(kind, id) {
      return isRecordKey(kind, id) ? toAccountRecord(await records.remove(TABLE, await rowId(kind, id))) : null
    },
    async deleteAccountRecords(userId, kind) {
      if (kind !== undefined && !isKey("kind", kind)) return 0
      const rows = await owned(userId, kind === undefined ? {} : { kind })
      const removed = await Promise.all(rows.map(({ id }) => records.remove(TABLE, id)))
      return removed.filter((row) => row !== null).length
    },
  }
}

// The database rejects a second row with the same id
function rowId(kind: string, id: string): Promise<string> {
  return hashId("r", kind, id)
}

function toAccountRecord(row: RecordRow | null): AccountRecord | null {
  if (!row) return null
  const { kind, recordId, owner, data, version, expires } = row
  return {
    kind: String(kind) as AccountRecordKind, // the kind that was created
    id: String(recordId),
    userId: textOrNull(owner),
    data: String(data),
    version: Number(version),
    expires: dateOrNull(expires),
  }
}
