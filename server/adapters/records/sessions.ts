import type { AdapterSession, SessionOperations } from "../contract.ts"
import { AdapterConflict, isKey, requireExpiry, requireKeys } from "../values.ts"
import { toRecordRow, hashId, type RecordRow, type Records, type RecordStep } from "./client.ts"
import { dateOrNull, toUser } from "./users.ts"

export function sessions(records: Records): SessionOperations {
  const find = (token: string): Promise<RecordRow | null> =>
    isKey("sessionToken", token)
      ? records.first("svc_sessions", { sessionToken: token }, ["*", "user.*"])
      : Promise.resolve(null)
  const listed = async (userId: string): Promise<RecordRow[]> =>
    isKey("userId", userId) ? records.all("svc_sessions", { "user.id": userId }, ["*", "user.id"]) : []
  return {
    async createSession(session) {
      requireKeys(session, ["sessionToken", "userId"])
      requireExpiry(session)
      const { sessionToken, userId, expires } = session
      if (!(await records.first("svc_users", { id: userId })))
        throw new AdapterConflict("The session's user doesn't exist")
      if (await find(sessionToken)) throw new AdapterConflict("The session token already exists")
      await records.run(await creationSteps({ sessionToken, userId, expires }))
      return { sessionToken, userId, expires }
    },
    async getSessionAndUser(token) {
      const row = await find(token)
      const user = toUser(toRecordRow(row?.["user"]))
      return row && user && { session: toSession(row), user }
    },
    async updateSession({ sessionToken, expires }, now) {
      const row = await find(sessionToken)
      if (!row || (now && toSession(row).expires <= now)) return null
      if (expires === undefined) return toSession(row)
      requireExpiry({ expires })
      // Returns nothing if the row was deleted meanwhile, and creates none
      const updated = await records.update("svc_sessions", row.id, { expires })
      return updated && { ...toSession(row), expires }
    },
    async deleteSession(token) {
      const row = await find(token)
      if (!row) return null
      await records.run(await sessionRemovalSteps(records, row))
      return toSession(row)
    },
    listSessions: async (userId) => (await listed(userId)).map(toSession),
    async deleteSessions(userId, except) {
      const ended = (await listed(userId)).filter((row) => row["sessionToken"] !== except)
      for (const row of ended) await records.run(await sessionRemovalSteps(records, row))
      return ended.length
    },
  }
}

async function creationSteps({ sessionToken, userId, expires }: AdapterSession): Promise<RecordStep[]> {
  const id = await hashId("s", sessionToken)
  const session = { id, sessionToken, user: userId, expires: expires.toISOString() }
  return [
    { insert: { table: "svc_sessions", record: session, createOnly: true } },
    { insert: { table: "svc_users_sessions", record: { id, user: userId, session: id }, createOnly: true } },
  ]
}

/** Returns the steps that delete a session and its link to its user. */
export async function sessionRemovalSteps(records: Records, { id }: RecordRow): Promise<RecordStep[]> {
  const links = await records.all("svc_users_sessions", { "session.id": id }, ["id", "session.id"])
  return [
    ...links.map((link): RecordStep => ({ delete: { table: "svc_users_sessions", id: link.id } })),
    { delete: { table: "svc_sessions", id } },
  ]
}

function toSession(row: RecordRow): AdapterSession {
  const { sessionToken, user, expires } = row
  return {
    sessionToken: String(sessionToken),
    userId: toRecordRow(user)?.id ?? "",
    expires: dateOrNull(expires) ?? new Date(0),
  }
}
