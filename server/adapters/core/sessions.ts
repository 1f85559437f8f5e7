import type { AccountRecord } from "../account-record.ts"
import type { Adapter, AdapterSession } from "../contract.ts"
import { requireExpiry, requireKeys } from "../values.ts"
import { fromRow, toChanges, toRow, toUser, type OwnFields } from "./rows.ts"
import { changeRows, readFirst, type Store } from "./store.ts"
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
    async getSessionAndUser(sessionToken, withPassword) {
      const stored = await store.withUser("sessions", { sessionToken }, withPassword)
      if (!stored) return null
      const { row, user, password } = stored
      // Without the request, the records may be in another database. A column's collation may find those of another id
      const isOwn = password === null || password?.["id"] === user["id"]
      const record = withPassword && isOwn ? password && fromRow<AccountRecord>("accountRecords", password) : undefined
      return { session: read(row), user: toUser(user, fields), ...(record !== undefined && { password: record }) }
    },
    async updateSession({ sessionToken, expires, userId }, now) {
      if (expires !== undefined) requireExpiry({ expires })
      if (userId !== undefined) requireKeys({ userId }, ["userId"])
      const unexpired: readonly Condition[] = now ? [["expires", ">", now.getTime()]] : []
      const where = [...equals({ sessionToken }), ...unexpired]
      return readFirst(changeRows(store, "sessions", toChanges({ expires, userId }), where), read)
    },
    deleteSession: (sessionToken) => readFirst(store.remove("sessions", equals({ sessionToken })), read),
    async listSessions(userId) {
      const where = equals({ userId })
      return (await store.select({ table: "sessions", where, order: ["expires", "desc"] })).map(read)
    },
    async deleteSessions(userId, except) {
      const exceptions: readonly Condition[] = except === undefined ? [] : [["sessionToken", "<>", except]]
      return store.erase("sessions", [...equals({ userId }), ...exceptions])
    },
  } satisfies Adapter
}
