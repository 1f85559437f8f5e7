import type { AdapterSession, AdapterUser, SessionOperations } from "../contract.ts"
import type { Awaitable } from "../../types.ts"
import { AdapterConflict, isKey, requireExpiry, requireKeys } from "../values.ts"
import { DELETE_OWNED, listOwned, INSERT_OWNED } from "./owned.ts"
import { decodeRecord, encodeRecord, type Store } from "./store.ts"

const READ_SESSION = `
local session = redis.call('GET', KEYS[1])
if not session then return {} end
return { session, redis.call('GET', string.match(session, '^[^\\n]*')) }`

const EXTEND_SESSION = `
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
redis.call('ZREM', KEYS[2], KEYS[1])
redis.call('SET', KEYS[1], ARGV[2], 'PXAT', ARGV[3])
redis.call('ZADD', KEYS[3], ARGV[3], KEYS[1])
local last = redis.call('ZRANGE', KEYS[3], -1, -1, 'WITHSCORES')
redis.call('PEXPIREAT', KEYS[3], string.format('%.0f', last[2]))
return 1`

const END_ALL_SESSIONS = `
local ended = 0
for _, key in ipairs(redis.call('ZRANGE', KEYS[1], 0, -1)) do
  if key ~= ARGV[1] then
    ended = ended + redis.call('DEL', key)
    redis.call('ZREM', KEYS[1], key)
  end
end
return ended`

/**
 * Creates the session operations. Redis deletes expired sessions by itself. `getUser` loads users from another
 * adapter; `userFrom` reads a user that is stored in Redis.
 */
export function sessions(
  store: Store,
  getUser: ((id: string) => Awaitable<AdapterUser | null>) | undefined,
): SessionOperations {
  const sessionKey = (token: string): string => store.key("session", token)
  return {
    async createSession(session) {
      requireKeys(session, ["sessionToken", "userId"])
      requireExpiry(session)
      const { sessionToken, userId } = session
      const keys = [sessionKey(sessionToken), store.key("user", userId), store.key("sessions", userId)]
      const values = [encodeRecord(keys[1] ?? "", session), String(session.expires.getTime()), getUser ? "0" : "1"]
      if ((await store.script(INSERT_OWNED, keys, values)) !== 1) {
        throw new AdapterConflict("The session token already exists, or its user doesn't")
      }
      return session
    },
    async getSessionAndUser(token) {
      if (!isKey("sessionToken", token)) return null
      const reply = await store.script(READ_SESSION, [sessionKey(token)])
      const [first, second]: unknown[] = Array.isArray(reply) ? reply : []
      const session = parseSession(first)
      if (!session) return null
      const user = getUser ? await getUser(session.userId) : decodeRecord<AdapterUser>(second)
      return user ? { session, user: withUserDates(user) } : null
    },
    updateSession: (changes, now) => updateSession(store, changes, now),
    async deleteSession(token) {
      const session = isKey("sessionToken", token) ? parseSession(await store.command("GET", sessionKey(token))) : null
      if (!session) return null
      return parseSession(await store.script(DELETE_OWNED, [sessionKey(token), store.key("sessions", session.userId)]))
    },
    async listSessions(userId) {
      if (!isKey("userId", userId)) return []
      const rows = await listOwned<AdapterSession>(store, store.key("sessions", userId))
      return rows.map(withSessionDates).reverse()
    },
    async deleteSessions(userId, except) {
      if (!isKey("userId", userId)) return 0
      const keptKey = except === undefined ? "" : sessionKey(except)
      return Number(await store.script(END_ALL_SESSIONS, [store.key("sessions", userId)], [keptKey]))
    },
  }
}

async function updateSession(
  store: Store,
  changes: Partial<AdapterSession> & Pick<AdapterSession, "sessionToken">,
  now: Date | undefined,
): Promise<AdapterSession | null> {
  if (!isKey("sessionToken", changes.sessionToken)) return null
  const key = store.key("session", changes.sessionToken)
  const definedChanges = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
  for (;;) {
    const before = await store.command("GET", key)
    const session = parseSession(before)
    if (!session || (now && session.expires <= now)) return null
    const after: AdapterSession = { ...session, ...definedChanges }
    requireKeys(after, ["userId"])
    requireExpiry(after)
    const lists = [session, after].map(({ userId }) => store.key("sessions", userId))
    const values = [
      String(before),
      encodeRecord(store.key("user", after.userId), after),
      String(after.expires.getTime()),
    ]
    if ((await store.script(EXTEND_SESSION, [key, ...lists], values)) === 1) return after
  }
}

function parseSession(record: unknown): AdapterSession | null {
  const session = decodeRecord<AdapterSession>(record)
  return session && withSessionDates(session)
}

function withSessionDates(session: AdapterSession): AdapterSession {
  const { createdAt = null, userAgent = null } = session
  return {
    ...session,
    expires: new Date(session.expires),
    createdAt: createdAt === null ? null : new Date(createdAt),
    userAgent,
  }
}

function withUserDates(user: AdapterUser): AdapterUser {
  const { name = null, image = null } = user
  return { ...user, name, image, emailVerified: user.emailVerified ? new Date(user.emailVerified) : null }
}
