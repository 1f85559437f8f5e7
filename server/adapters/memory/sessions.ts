import type { AdapterSession, SessionOperations } from "../contract.ts"
import { AdapterConflict, isKey, requireExpiry, requireKeys } from "../values.ts"
import { findRows, type Tables } from "./tables.ts"
import { copyUser, definedFields } from "./users.ts"

export function sessions(tables: Tables): SessionOperations {
  const find = (token: string): AdapterSession | undefined =>
    isKey("sessionToken", token) ? tables.sessions.get(token) : undefined
  return {
    createSession(session) {
      requireKeys(session, ["sessionToken", "userId"])
      requireExpiry(session)
      if (!tables.users.has(session.userId)) throw new AdapterConflict("The user doesn't exist")
      if (tables.sessions.has(session.sessionToken)) throw new AdapterConflict("The session token already exists")
      tables.sessions.set(session.sessionToken, copySession(session))
      return copySession(session)
    },
    getSessionAndUser(token) {
      const session = find(token)
      const user = session && tables.users.get(session.userId)
      return user ? { session: copySession(session), user: copyUser(user) } : null
    },
    updateSession(changes, now) {
      const before = find(changes.sessionToken)
      if (!before || (now && before.expires <= now)) return null
      const after = copySession({ ...before, ...definedFields(changes) })
      requireExpiry(after)
      tables.sessions.set(after.sessionToken, after)
      return copySession(after)
    },
    deleteSession(token) {
      const session = find(token)
      if (session) tables.sessions.delete(token)
      return session ?? null
    },
    listSessions: (userId) =>
      findRows(tables.sessions, (session) => session.userId === userId).map(([, session]) => copySession(session)),
    deleteSessions(userId, except) {
      const ended = findRows(tables.sessions, (row) => row.userId === userId && row.sessionToken !== except)
      for (const [token] of ended) tables.sessions.delete(token)
      return ended.length
    },
  }
}

function copySession(session: AdapterSession): AdapterSession {
  const copy = { ...session, expires: new Date(session.expires) }
  return session.createdAt ? { ...copy, createdAt: new Date(session.createdAt) } : copy
}
