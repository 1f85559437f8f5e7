// The adapter's scripts. Redis runs each of them atomically: no other command runs in between

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

/** A user's record begins with the key of its address, or with "". */
export const CREATE_USER = `
if redis.call('EXISTS', KEYS[1]) == 1 then return 0 end
if ARGV[2] ~= '' then
  if redis.call('EXISTS', ARGV[2]) == 1 then return 0 end
  redis.call('SET', ARGV[2], KEYS[1])
end
redis.call('SET', KEYS[1], ARGV[1])
redis.call('ZADD', KEYS[2], 0, KEYS[1])
return 1`

export const UPDATE_USER = `
local before = redis.call('GET', KEYS[1])
if before ~= ARGV[1] then return 0 end
local address = string.match(before, '^[^\\n]*')
if address ~= ARGV[3] then
  if ARGV[3] ~= '' then
    if redis.call('EXISTS', ARGV[3]) == 1 then return 2 end
    redis.call('SET', ARGV[3], KEYS[1])
  end
  if address ~= '' then redis.call('DEL', address) end
end
redis.call('SET', KEYS[1], ARGV[2])
redis.call('ZADD', KEYS[2], 0, KEYS[1])
return 1`

export const READ_USER_BY_KEY = `
local owner = redis.call('GET', KEYS[1])
if not owner then return false end
return redis.call('GET', string.match(owner, '^[^\\n]*'))`

export const DELETE_USER = `
local user = redis.call('GET', KEYS[1])
if not user then return false end
local address = string.match(user, '^[^\\n]*')
if address ~= '' then redis.call('DEL', address) end
redis.call('ZREM', KEYS[2], KEYS[1])
for i = 3, #KEYS do
  for _, key in ipairs(redis.call('ZRANGE', KEYS[i], 0, -1)) do redis.call('DEL', key) end
  redis.call('DEL', KEYS[i])
end
redis.call('DEL', KEYS[1])
return user`

// All scores are 0, so the keys are in the order of their bytes
export const LIST_USERS = `
local users = {}
for i, key in ipairs(redis.call('ZRANGE', KEYS[1], ARGV[1], '+', 'BYLEX', 'LIMIT', 0, ARGV[2])) do
  users[i] = redis.call('GET', key)
end
return users`

/**
 * Creates the record KEYS[1] and adds it to the list KEYS[2]. ARGV: the record, and when it expires (or ""). The user
 * KEYS[3] must exist. Without one, the key is left out: in a cluster, an empty key has another slot.
 */
export const INSERT_OWNED = `${KEEP_LISTED}
if KEYS[3] and redis.call('EXISTS', KEYS[3]) == 0 then return 0 end
if redis.call('EXISTS', KEYS[1]) == 1 then return 0 end
redis.call('SET', KEYS[1], ARGV[1])
keepListed(KEYS[2], ARGV[2])
expireAt(ARGV[2])
return 1`

/** Deletes the record KEYS[1], removes it from the list KEYS[2], and returns it. */
export const DELETE_OWNED = `
local record = redis.call('GET', KEYS[1])
redis.call('DEL', KEYS[1])
redis.call('ZREM', KEYS[2], KEYS[1])
return record`

/**
 * Returns the records on the list KEYS[1] whose key starts with ARGV[1]. ARGV[2] is the command that reads them, and
 * the fields follow.
 */
export const LIST_OWNED = `
local rows = {}
for _, key in ipairs(redis.call('ZRANGE', KEYS[1], 0, -1)) do
  if string.sub(key, 1, #ARGV[1]) == ARGV[1] then rows[#rows + 1] = redis.call(ARGV[2], key, unpack(ARGV, 3)) end
end
return rows`

/** Deletes the records on the list KEYS[1] whose key starts with ARGV[1] and isn't ARGV[2]. Returns how many. */
export const DELETE_LISTED = `
local deleted = 0
for _, key in ipairs(redis.call('ZRANGE', KEYS[1], 0, -1)) do
  if string.sub(key, 1, #ARGV[1]) == ARGV[1] and key ~= ARGV[2] then
    deleted = deleted + redis.call('DEL', key)
    redis.call('ZREM', KEYS[1], key)
  end
end
return deleted`

/** Returns the session KEYS[1] and its user. ARGV, to return the user's password too: how their keys begin. */
export const READ_SESSION = `
local session = redis.call('GET', KEYS[1])
if not session then return {} end
local owner = string.match(session, '^[^\\n]*')
if not ARGV[2] then return { session, redis.call('GET', owner) } end
local password = ARGV[2] .. string.sub(owner, #ARGV[1] + 1)
return { session, redis.call('GET', owner), redis.call('HMGET', password, 'id', 'user', 'data', 'expires', 'version') }`

/** Replaces the record KEYS[1], and moves it from the list KEYS[2] to KEYS[3]. ARGV: before, after, and the expiry. */
export const REPLACE_OWNED = `${KEEP_LISTED}
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
redis.call('ZREM', KEYS[2], KEYS[1])
redis.call('SET', KEYS[1], ARGV[2])
keepListed(KEYS[3], ARGV[3])
expireAt(ARGV[3])
return 1`

/** Creates the record KEYS[1]. ARGV: its id, user, data, expiry, and the list or "". */
export const CREATE_RECORD = `${KEEP_LISTED}
if redis.call('EXISTS', KEYS[1]) == 1 then return 0 end
redis.call('HSET', KEYS[1], 'id', ARGV[1], 'user', ARGV[2], 'data', ARGV[3], 'expires', ARGV[4])
redis.call('HSET', KEYS[1], 'list', ARGV[5], 'version', '1')
keepListed(ARGV[5], ARGV[4])
expireAt(ARGV[4])
return 1`

/** Replaces the data and the expiry of the record KEYS[1]. ARGV: the data, the expiry, the version before, the next. */
export const UPDATE_RECORD = `${KEEP_LISTED}
local before = redis.call('HMGET', KEYS[1], 'version', 'list')
if before[1] ~= ARGV[3] then return 0 end
redis.call('HSET', KEYS[1], 'data', ARGV[1], 'expires', ARGV[2], 'version', ARGV[4])
keepListed(before[2], ARGV[2])
expireAt(ARGV[2])
return 1`

export const TAKE_RECORD = `
local record = redis.call('HMGET', KEYS[1], 'id', 'user', 'data', 'expires', 'version', 'list')
if not record[1] then return false end
redis.call('DEL', KEYS[1])
if record[6] ~= '' then redis.call('ZREM', record[6], KEYS[1]) end
return record`

export const INCREMENT = `
local count = redis.call('INCR', KEYS[1])
if count == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
return count`
export const DECREMENT = "if redis.call('EXISTS', KEYS[1]) == 1 then redis.call('DECR', KEYS[1]) end"
