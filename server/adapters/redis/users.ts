import { canonicalEmail } from "../canonical-email.ts"
import type { AdapterUser, UserOperations } from "../contract.ts"
import { AdapterConflict, hasKeys, isKey, requireKeys } from "../values.ts"
import { decodeRecord, encodeRecord, type Store } from "./store.ts"
import { deleteTokensFor } from "./tokens.ts"

/** A user's record begins with the key of its address, or with "". */
const CREATE_USER = `
if redis.call('EXISTS', KEYS[1]) == 1 then return 0 end
if ARGV[2] ~= '' then
  if redis.call('EXISTS', ARGV[2]) == 1 then return 0 end
  redis.call('SET', ARGV[2], KEYS[1])
end
redis.call('SET', KEYS[1], ARGV[1])
redis.call('ZADD', KEYS[2], 0, KEYS[1])
return 1`

const UPDATE_USER = `
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

const READ_USER_BY_KEY = `
local owner = redis.call('GET', KEYS[1])
if not owner then return false end
return redis.call('GET', string.match(owner, '^[^\\n]*'))`

const DELETE_USER = `
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
const LIST_USERS = `
local users = {}
for i, key in ipairs(redis.call('ZRANGE', KEYS[1], ARGV[1], '+', 'BYLEX', 'LIMIT', 0, ARGV[2])) do
  users[i] = redis.call('GET', key)
end
return users`

export function users(store: Store): UserOperations {
  return {
    async createUser(user) {
      const id = user.id || crypto.randomUUID()
      const created = { ...user, id, email: user.email || "", emailVerified: user.emailVerified ?? null }
      requireKeys(created, created.email ? ["id", "email"] : ["id"])
      const address = addressKey(store, created)
      const isCreated = await store.script(
        CREATE_USER,
        [store.key("user", id), store.key("users")],
        [encodeRecord(address, created), address],
      )
      if (isCreated !== 1) throw new AdapterConflict("The user's id or address is already taken")
      return withNulls(created)
    },
    getUser: async (id) => (isKey("id", id) ? parseUser(await store.command("GET", store.key("user", id))) : null),
    getUserByEmail: async (email) =>
      isKey("email", email)
        ? parseUser(await store.script(READ_USER_BY_KEY, [store.key("email", canonicalEmail(email))]))
        : null,
    getUserByAccount: async (key) =>
      hasKeys(key, ["provider", "providerAccountId"])
        ? parseUser(await store.script(READ_USER_BY_KEY, [store.key("account", key.provider, key.providerAccountId)]))
        : null,
    updateUser: (changes) => updateUser(store, changes),
    async deleteUser(id) {
      if (!isKey("id", id)) return null
      const owned = ["accounts", "sessions", "authenticators", "records"].map((kind) => store.key(kind, id))
      const address = parseUser(await store.command("GET", store.key("user", id)))?.email
      if (address) await deleteTokensFor(store, canonicalEmail(address))
      return parseUser(await store.script(DELETE_USER, [store.key("user", id), store.key("users"), ...owned]))
    },
    async listUsers({ after, limit }) {
      const start = after === undefined ? "-" : `(${store.key("user", after)}`
      const records = await store.script(LIST_USERS, [store.key("users")], [start, String(limit)])
      return Array.isArray(records) ? records.map(parseUser).filter((user) => user !== null) : []
    },
  }
}

async function updateUser(store: Store, changes: Partial<AdapterUser> & Pick<AdapterUser, "id">): Promise<AdapterUser> {
  requireKeys(changes, changes.email ? ["id", "email"] : ["id"])
  const key = store.key("user", changes.id)
  const definedChanges = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
  for (;;) {
    const before = await store.command("GET", key)
    const user = parseUser(before)
    if (!user) throw new AdapterConflict("The user doesn't exist")
    const after: AdapterUser = { ...user, ...definedChanges }
    const address = addressKey(store, after)
    const reply = await store.script(
      UPDATE_USER,
      [key, store.key("users")],
      [String(before), encodeRecord(address, after), address],
    )
    if (reply === 1) return after
    if (reply === 2) throw new AdapterConflict("The address belongs to another user")
  }
}

function addressKey(store: Store, { email }: { email: string }): string {
  return email ? store.key("email", canonicalEmail(email)) : ""
}

function withNulls(user: AdapterUser): AdapterUser {
  return { ...user, name: user.name ?? null, image: user.image ?? null }
}

function parseUser(record: unknown): AdapterUser | null {
  const user = decodeRecord<AdapterUser>(record)
  if (!user) return null
  const { emailVerified, sessionEpoch } = user
  return withNulls({
    ...user,
    emailVerified: emailVerified ? new Date(emailVerified) : null,
    ...(sessionEpoch && { sessionEpoch: new Date(sessionEpoch) }),
  })
}
