import type { AdapterSession, SessionOperations } from "../contract.ts"
import { AdapterConflict, isKey, requireExpiry, requireKeys } from "../values.ts"
import { matching, type Tables } from "./tables.ts"
import { copyOfUser, given } from "./users.ts"

/** The operations on sessions. */
export function sessions(tables: Tables): SessionOperations {
  const find = (token: string): AdapterSession | undefined =>
    isKey("sessionToken", token) ? tables.sessions.get(token) : undefined
  return {
    createSession(session) {
      requireKeys(session, ["sessionToken", "userId"])
      requireExpiry(session)
      if (!tables.users.has(session.userId)) throw new AdapterConflict("There is no user with this id")
      if (tables.sessions.has(session.sessionToken)) throw new AdapterConflict("The session token is taken")
      tables.sessions.set(session.sessionToken, copyOfSession(session))
      return copyOfSession(session)
    },
    getSessionAndUser(token) {
      const session = find(token)
      const user = session && tables.users.get(session.userId)
      return user ? { session: copyOfSession(session), user: copyOfUser(user) } : null
    },
    updateSession(changes, now) {
      const before = find(changes.sessionToken)
      if (!before || (now && before.expires <= now)) return null
      const after = copyOfSession({ ...before, ...given(changes) })
      requireExpiry(after)
      tables.sessions.set(after.sessionToken, after)
      return copyOfSession(after)
    },
    deleteSession(token) {
      const session = find(token)
      if (session) tables.sessions.delete(token)
      return session ?? null
    },
    listSessions: (userId) =>
      matching(tables.sessions, (session) => session.userId === userId).map(([, session]) => copyOfSession(session)),
    deleteSessions(userId, except) {
      const ended = matching(tables.sessions, (row) => row.userId === userId && row.sessionToken !== except)
      for (const [token] of ended) tables.sessions.delete(token)
      return ended.length
    },
  }
}

function copyOfSession(session: AdapterSession): AdapterSession {
  const copy = { ...session, expires: new Date(session.expires) }
  return session.createdAt ? { ...copy, createdAt: new Date(session.createdAt) } : copy
}
