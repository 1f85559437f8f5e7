import { decodeRecord, type Store } from "./store.ts"

/**
 * Creates the record KEYS[1] of the user KEYS[2] and adds it to the list KEYS[3]. ARGV: the record, when it expires
 * (or ""), and whether the user must exist.
 */
export const INSERT_OWNED = `
if ARGV[3] == '1' and redis.call('EXISTS', KEYS[2]) == 0 then return 0 end
if redis.call('EXISTS', KEYS[1]) == 1 then return 0 end
if ARGV[2] == '' then
  redis.call('SET', KEYS[1], ARGV[1])
  redis.call('ZADD', KEYS[3], '+inf', KEYS[1])
else
  redis.call('SET', KEYS[1], ARGV[1], 'PXAT', ARGV[2])
  local time = redis.call('TIME')
  redis.call('ZREMRANGEBYSCORE', KEYS[3], '-inf', time[1] .. '000')
  redis.call('ZADD', KEYS[3], ARGV[2], KEYS[1])
  local last = redis.call('ZRANGE', KEYS[3], -1, -1, 'WITHSCORES')
  redis.call('PEXPIREAT', KEYS[3], string.format('%.0f', last[2]))
end
return 1`

/** Deletes the record KEYS[1], removes it from the list KEYS[2], and returns it. */
export const DELETE_OWNED = `
local record = redis.call('GET', KEYS[1])
redis.call('DEL', KEYS[1])
redis.call('ZREM', KEYS[2], KEYS[1])
return record`

const LIST_OWNED = `
local rows = {}
for _, key in ipairs(redis.call('ZRANGE', KEYS[1], 0, -1)) do
  local row = redis.call('GET', key)
  if row then rows[#rows + 1] = row end
end
return rows`

/** Returns the rows that a list names. */
export async function listOwned<Row>(store: Store, list: string): Promise<Row[]> {
  const records = await store.script(LIST_OWNED, [list])
  if (!Array.isArray(records)) return []
  return records.map((record) => decodeRecord<Row>(record)).filter((row) => row !== null)
}
