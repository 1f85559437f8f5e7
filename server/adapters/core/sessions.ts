import type { AdapterSession, SessionOperations } from "../contract.ts"
import { isKey, isValidDate, requireExpiry, requireKeys } from "../values.ts"
import { matchesExactly, toMilliseconds } from "./columns.ts"
import { findRow, firstMatch, removeRow } from "./find.ts"
import { toSession, toUser, type OwnFields } from "./rows.ts"
import type { Store } from "./store.ts"
import { equals, type Condition } from "./verbs.ts"

/** Creates the session operations. `fields` are the app's own columns of a user. */
export function sessions(store: Store, fields: OwnFields): SessionOperations {
  return {
    async createSession(session) {
      requireKeys(session, ["sessionToken", "userId"])
      requireExpiry(session)
      const { sessionToken, userId, expires, createdAt, userAgent = null } = session
      const dates = { expires: expires.getTime(), createdAt: toMilliseconds(createdAt) }
      await store.insert("sessions", { sessionToken, userId, userAgent, ...dates })
      return session
    },
    async getSessionAndUser(sessionToken) {
      if (!isKey("sessionToken", sessionToken)) return null
      const foundRow = await store.withUser("sessions", { sessionToken })
      if (!foundRow || !matchesExactly(foundRow.row, { sessionToken })) return null
      return { session: toSession(foundRow.row), user: toUser(foundRow.user, fields) }
    },
    updateSession: (changes, now) => updateSession(store, changes, now),
    async deleteSession(sessionToken) {
      if (!isKey("sessionToken", sessionToken)) return null
      const row = await removeRow(store, "sessions", { sessionToken })
      return row && toSession(row)
    },
    async listSessions(userId) {
      if (!isKey("userId", userId)) return []
      const where = equals({ userId })
      const rows = await store.select({ table: "sessions", where, order: ["expires", "desc"] })
      return rows.filter((row) => matchesExactly(row, { userId })).map(toSession)
    },
    async deleteSessions(userId, except) {
      if (!isKey("userId", userId)) return 0
      const exceptions: readonly Condition[] = except === undefined ? [] : [["sessionToken", "<>", except]]
      return store.erase("sessions", [...equals({ userId }), ...exceptions])
    },
  }
}

async function updateSession(
  store: Store,
  { sessionToken, expires, userId }: Partial<AdapterSession> & Pick<AdapterSession, "sessionToken">,
  now: Date | undefined,
): Promise<AdapterSession | null> {
  if (!isKey("sessionToken", sessionToken)) return null
  if (expires !== undefined && !isValidDate(expires)) requireExpiry({ expires })
  if (userId !== undefined) requireKeys({ userId }, ["userId"])
  const set = { ...(expires && { expires: expires.getTime() }), ...(userId !== undefined && { userId }) }
  const row =
    Object.keys(set).length === 0
      ? await findRow(store, "sessions", { sessionToken })
      : firstMatch(await store.update("sessions", set, [...equals({ sessionToken }), ...unexpired(now)]), {
          sessionToken,
        })
  if (!row) return null
  const session = toSession(row)
  return Object.keys(set).length === 0 && now && session.expires <= now ? null : session
}

function unexpired(now: Date | undefined): readonly Condition[] {
  return now ? [["expires", ">", now.getTime()]] : []
}
