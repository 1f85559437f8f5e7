import type { AccountRecord, AccountRecordKind, AccountRecordOperations } from "../account-record.ts"
import { isKey, isRecordKey, requireRecord } from "../values.ts"
import { matchesExactly, toMilliseconds } from "../core/columns.ts"
import { toRecord } from "../core/rows.ts"
import { insertOrIgnore, type Database } from "./database.ts"

const COLUMNS = ["kind", "id", "userId", "data", "version", "expires"] as const

interface RecordKey {
  kind: AccountRecordKind
  id: string
}

export function accountRecords(database: Database): AccountRecordOperations {
  const { names } = database
  return {
    async createAccountRecord({ kind, id, userId, data, expires }) {
      requireRecord({ kind, id, userId, data, expires })
      const row = { kind, id, userId, data, version: 1, expires: toMilliseconds(expires) }
      const { numInsertedOrUpdatedRows } = await database.run((db) =>
        insertOrIgnore(database, db.insertInto(names.account_records).values(row)).executeTakeFirstOrThrow(),
      )
      return numInsertedOrUpdatedRows === 1n
    },
    getAccountRecord: async (kind, id) => (isRecordKey(kind, id) ? findRecord(database, { kind, id }) : null),
    listAccountRecords: async (kind, userId) =>
      isKey("kind", kind) && isKey("userId", userId) ? listRecords(database, { kind, userId }) : [],
    async updateAccountRecord({ kind, id, data, expires, version }) {
      requireRecord({ kind, id, userId: null, data, expires })
      if (!Number.isSafeInteger(version)) return false
      const { numUpdatedRows } = await database.run((db) =>
        db
          .updateTable(names.account_records)
          .set({ data, expires: toMilliseconds(expires), version: version + 1 })
          .where("kind", "=", kind)
          .where("id", "=", id)
          .where("version", "=", version)
          .executeTakeFirst(),
      )
      return numUpdatedRows === 1n
    },
    takeAccountRecord: async (kind, id) => (isRecordKey(kind, id) ? takeRecord(database, { kind, id }) : null),
    async deleteAccountRecords(userId, kind) {
      if (!isKey("userId", userId) || (kind !== undefined && !isKey("kind", kind))) return 0
      const { numDeletedRows } = await database.run((db) =>
        db
          .deleteFrom(names.account_records)
          .where("userId", "=", userId)
          .$if(kind !== undefined, (query) => query.where("kind", "=", kind))
          .executeTakeFirst(),
      )
      return Number(numDeletedRows)
    },
  }
}

async function findRecord({ run, names }: Database, { kind, id }: RecordKey, { lock = false } = {}) {
  const row = await run((db) =>
    db
      .selectFrom(names.account_records)
      .select(COLUMNS)
      .where("kind", "=", kind)
      .where("id", "=", id)
      .$if(lock, (query) => query.forUpdate())
      .executeTakeFirst(),
  )
  return row && matchesExactly(row, { kind, id }) ? toRecord(row) : null
}

async function listRecords({ run, names }: Database, { kind, userId }: { kind: AccountRecordKind; userId: string }) {
  const rows = await run((db) =>
    db
      .selectFrom(names.account_records)
      .select(COLUMNS)
      .where("userId", "=", userId)
      .where("kind", "=", kind)
      .execute(),
  )
  return rows.filter((row) => matchesExactly(row, { kind, userId })).map(toRecord)
}

async function takeRecord(database: Database, key: RecordKey): Promise<AccountRecord | null> {
  const { run, names, dialect } = database
  // MySQL's delete returns no row. The lock keeps an update from changing the row in between
  if (dialect === "mysql") return database.atomic((within) => takeInTwoSteps(within, key))
  const row = await run((db) =>
    db
      .deleteFrom(names.account_records)
      .where("kind", "=", key.kind)
      .where("id", "=", key.id)
      .returning(COLUMNS)
      .executeTakeFirst(),
  )
  return row && matchesExactly(row, { ...key }) ? toRecord(row) : null
}

async function takeInTwoSteps(database: Database, { kind, id }: RecordKey): Promise<AccountRecord | null> {
  const record = await findRecord(database, { kind, id }, { lock: true })
  if (!record) return null
  const { numDeletedRows } = await database.run((db) =>
    db.deleteFrom(database.names.account_records).where("kind", "=", kind).where("id", "=", id).executeTakeFirst(),
  )
  return numDeletedRows === 1n ? record : null
}
