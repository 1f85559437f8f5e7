import type { Adapter, AdapterSession } from "../contract.ts"
import { isKey, requireExpiry, requireKeys } from "../values.ts"
import { fromRow, toChanges, toRow, toUser, type OwnFields } from "./rows.ts"
import { changeRow, type Store } from "./store.ts"
import { equals, type Condition, type Row } from "./verbs.ts"

/** Creates the session operations. `fields` are the app's own columns of a user. */
export function sessions(store: Store, fields: OwnFields) {
  const read = (row: Row) => fromRow<AdapterSession>("sessions", row)
  return {
    async createSession(session) {
      requireKeys(session, ["sessionToken", "userId"])
      requireExpiry(session)
      await store.insert("sessions", toRow("sessions", session))
      return session
    },
    async getSessionAndUser(sessionToken) {
      const stored = isKey("sessionToken", sessionToken) && (await store.withUser("sessions", { sessionToken }))
      return stored ? { session: read(stored.row), user: toUser(stored.user, fields) } : null
    },
    async updateSession({ sessionToken, expires, userId }, now) {
      if (!isKey("sessionToken", sessionToken)) return null
      if (expires !== undefined) requireExpiry({ expires })
      if (userId !== undefined) requireKeys({ userId }, ["userId"])
      const where = [...equals({ sessionToken }), ...unexpired(now)]
      const row = await changeRow(store, "sessions", toChanges({ expires, userId }), where)
      return row ? read(row) : null
    },
    async deleteSession(sessionToken) {
      const where = equals({ sessionToken })
      const [row] = isKey("sessionToken", sessionToken) ? await store.remove("sessions", where) : []
      return row ? read(row) : null
    },
    async listSessions(userId) {
      if (!isKey("userId", userId)) return []
      const where = equals({ userId })
      return (await store.select({ table: "sessions", where, order: ["expires", "desc"] })).map(read)
    },
    async deleteSessions(userId, except) {
      if (!isKey("userId", userId)) return 0
      const exceptions: readonly Condition[] = except === undefined ? [] : [["sessionToken", "<>", except]]
      return store.erase("sessions", [...equals({ userId }), ...exceptions])
    },
  } satisfies Adapter
}

function unexpired(now: Date | undefined): readonly Condition[] {
  return now ? [["expires", ">", now.getTime()]] : []
}
