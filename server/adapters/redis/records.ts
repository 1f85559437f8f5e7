import type { AccountRecord, AccountRecordKind, AccountRecordOperations } from "../account-record.ts"
import { isKey, isRecordKey, requireRecord } from "../values.ts"
import type { Store } from "./store.ts"

// Adds the record KEYS[1] to `list`, or moves it in it. `expires` is a time in milliseconds, or ""
const KEEP_LISTED = `
local function keepListed(list, expires)
  if list == '' then return end
  redis.call('ZADD', list, expires == '' and '+inf' or expires, KEYS[1])
  local time = redis.call('TIME')
  redis.call('ZREMRANGEBYSCORE', list, '-inf', time[1] .. '000')
  local last = redis.call('ZRANGE', list, -1, -1, 'WITHSCORES')
  if not last[2] then return end
  if last[2] == 'inf' then redis.call('PERSIST', list)
  else redis.call('PEXPIREAT', list, string.format('%.0f', last[2])) end
end
local function expireAt(expires)
  if expires == '' then redis.call('PERSIST', KEYS[1])
  else redis.call('PEXPIREAT', KEYS[1], expires) end
end`

/** Creates the record KEYS[1]. ARGV: its id, user, data, expiry, and the list or "". */
const CREATE_RECORD = `${KEEP_LISTED}
if redis.call('EXISTS', KEYS[1]) == 1 then return 0 end
redis.call('HSET', KEYS[1], 'id', ARGV[1], 'user', ARGV[2], 'data', ARGV[3], 'expires', ARGV[4])
redis.call('HSET', KEYS[1], 'list', ARGV[5], 'version', '1')
keepListed(ARGV[5], ARGV[4])
expireAt(ARGV[4])
return 1`

/** Replaces the data and the expiry of the record KEYS[1]. ARGV: the data, the expiry, the version before, the next. */
const UPDATE_RECORD = `${KEEP_LISTED}
local before = redis.call('HMGET', KEYS[1], 'version', 'list')
if before[1] ~= ARGV[3] then return 0 end
redis.call('HSET', KEYS[1], 'data', ARGV[1], 'expires', ARGV[2], 'version', ARGV[4])
keepListed(before[2], ARGV[2])
expireAt(ARGV[2])
return 1`

const TAKE_RECORD = `
local record = redis.call('HMGET', KEYS[1], 'id', 'user', 'data', 'expires', 'version', 'list')
if not record[1] then return false end
redis.call('DEL', KEYS[1])
if record[6] ~= '' then redis.call('ZREM', record[6], KEYS[1]) end
return record`

/** Returns the records on the list KEYS[1] whose key starts with ARGV[1]. */
const LIST_RECORDS = `
local rows = {}
for _, key in ipairs(redis.call('ZRANGE', KEYS[1], 0, -1)) do
  if string.sub(key, 1, #ARGV[1]) == ARGV[1] then
    local record = redis.call('HMGET', key, 'id', 'user', 'data', 'expires', 'version')
    if record[1] then rows[#rows + 1] = record end
  end
end
return rows`

/** Deletes the records on the list KEYS[1] whose key starts with ARGV[1]. Returns how many it deleted. */
const DELETE_RECORDS = `
local deleted = 0
for _, key in ipairs(redis.call('ZRANGE', KEYS[1], 0, -1)) do
  if string.sub(key, 1, #ARGV[1]) == ARGV[1] then
    deleted = deleted + redis.call('DEL', key)
    redis.call('ZREM', KEYS[1], key)
  end
end
return deleted`

/**
 * Creates the operations on account records. A record is a hash. Each user has a list of the keys of their records,
 * scored by when they expire. Redis deletes expired records by itself.
 */
export function records(store: Store): AccountRecordOperations {
  const recordKey = (kind: AccountRecordKind, id: string): string => store.key("record", kind, id)
  const userRecordsKey = (userId: string | null): string => (userId === null ? "" : store.key("records", userId))
  return {
    async createAccountRecord({ kind, id, userId, data, expires }) {
      requireRecord({ kind, id, userId, data, expires })
      const values = [id, userId ?? "", data, toTime(expires), userRecordsKey(userId)]
      return (await store.script(CREATE_RECORD, [recordKey(kind, id)], values)) === 1
    },
    async getAccountRecord(kind, id) {
      if (!isRecordKey(kind, id)) return null
      return parseRecord(
        kind,
        await store.command("HMGET", recordKey(kind, id), "id", "user", "data", "expires", "version"),
      )
    },
    async listAccountRecords(kind, userId) {
      if (!isKey("kind", kind) || !isKey("userId", userId)) return []
      const reply = await store.script(LIST_RECORDS, [userRecordsKey(userId)], [store.key("record", kind, "")])
      const rows: unknown[] = Array.isArray(reply) ? reply : []
      return rows.map((row) => parseRecord(kind, row)).filter((row) => row !== null)
    },
    async updateAccountRecord({ kind, id, data, expires, version }) {
      requireRecord({ kind, id, userId: null, data, expires })
      if (!Number.isSafeInteger(version)) return false
      const values = [data, toTime(expires), String(version), String(version + 1)]
      return (await store.script(UPDATE_RECORD, [recordKey(kind, id)], values)) === 1
    },
    async takeAccountRecord(kind, id) {
      return isRecordKey(kind, id) ? parseRecord(kind, await store.script(TAKE_RECORD, [recordKey(kind, id)])) : null
    },
    async deleteAccountRecords(userId, kind) {
      if (!isKey("userId", userId) || (kind !== undefined && !isKey("kind", kind))) return 0
      const start = kind === undefined ? "" : store.key("record", kind, "")
      return Number(await store.script(DELETE_RECORDS, [userRecordsKey(userId)], [start]))
    },
  }
}

function toTime(expires: Date | null): string {
  return expires ? String(expires.getTime()) : ""
}

function parseRecord(kind: AccountRecordKind, fields: unknown): AccountRecord | null {
  const [id, userId, data, expires, version]: unknown[] = Array.isArray(fields) ? fields : []
  if (typeof id !== "string" || typeof data !== "string") return null
  return {
    kind,
    id,
    userId: userId ? String(userId) : null,
    data,
    version: Number(version),
    expires: expires ? new Date(Number(expires)) : null,
  }
}
