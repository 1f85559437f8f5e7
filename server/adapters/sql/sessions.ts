import type { AdapterSession, SessionOperations } from "../contract.ts"
import { isKey, isValidDate, requireExpiry, requireKeys } from "../values.ts"
import { matchesExactly, toMilliseconds } from "../core/columns.ts"
import { toSession, toUser } from "../core/rows.ts"
import type { Database } from "./database.ts"
import { USER_COLUMNS } from "./users.ts"

const COLUMNS = ["sessionToken", "userId", "expires", "createdAt", "userAgent"] as const
const EARLIEST_DATE = -8.64e15

export function sessions(database: Database, fields: readonly string[]): SessionOperations {
  const { names } = database
  return {
    createSession: (session) => createSession(database, session),
    async getSessionAndUser(sessionToken) {
      if (!isKey("sessionToken", sessionToken)) return null
      const [row] = await database.compiled(
        "session-and-user",
        (db) =>
          db
            .selectFrom([`${names.sessions} as s`])
            .innerJoin(`${names.users} as u`, "u.id", "s.userId")
            .select([...USER_COLUMNS, ...fields].map((name) => db.dynamic.ref<never>(`u.${name}`)))
            .select(["s.sessionToken", "s.userId", "s.expires", "s.createdAt", "s.userAgent"])
            .where("s.sessionToken", "=", ""),
        [sessionToken],
      )
      if (!row || !matchesExactly(row, { sessionToken })) return null
      return { session: toSession(row), user: toUser(row, fields) }
    },
    updateSession: (changes, now) => updateSession(database, changes, now),
    async deleteSession(token) {
      const session = await findSession(database, token)
      if (!session) return null
      const { numDeletedRows } = await database.run((db) =>
        db.deleteFrom(names.sessions).where("sessionToken", "=", token).executeTakeFirst(),
      )
      return numDeletedRows > 0n ? session : null
    },
    async listSessions(userId) {
      if (!isKey("userId", userId)) return []
      const rows = await database.run((db) =>
        db.selectFrom(names.sessions).select(COLUMNS).where("userId", "=", userId).orderBy("expires", "desc").execute(),
      )
      return rows.filter((row) => matchesExactly(row, { userId })).map(toSession)
    },
    async deleteSessions(userId, except) {
      if (!isKey("userId", userId)) return 0
      const { numDeletedRows } = await database.run((db) =>
        db
          .deleteFrom(names.sessions)
          .where("userId", "=", userId)
          .$if(except !== undefined, (query) => query.where("sessionToken", "<>", except))
          .executeTakeFirst(),
      )
      return Number(numDeletedRows)
    },
  }
}

async function createSession(database: Database, session: AdapterSession): Promise<AdapterSession> {
  requireKeys(session, ["sessionToken", "userId"])
  requireExpiry(session)
  const { sessionToken, userId, expires, createdAt, userAgent } = session
  const row = {
    sessionToken,
    userId,
    expires: expires.getTime(),
    createdAt: toMilliseconds(createdAt),
    userAgent: userAgent ?? null,
  }
  await database.run((db) => db.insertInto(database.names.sessions).values(row).execute())
  return session
}

async function updateSession(
  database: Database,
  { sessionToken, expires, userId }: Partial<AdapterSession> & Pick<AdapterSession, "sessionToken">,
  now: Date | undefined,
): Promise<AdapterSession | null> {
  if (!isKey("sessionToken", sessionToken)) return null
  if (expires !== undefined && !isValidDate(expires)) requireExpiry({ expires })
  if (userId !== undefined) requireKeys({ userId }, ["userId"])
  const { numUpdatedRows } = await database.run((db) =>
    db
      .updateTable(database.names.sessions)
      .set((column) => ({
        expires: expires ? expires.getTime() : column.ref("expires").$castTo<number>(),
        ...(userId !== undefined && { userId }),
      }))
      .where("sessionToken", "=", sessionToken)
      .where("expires", ">", now ? now.getTime() : EARLIEST_DATE)
      .executeTakeFirst(),
  )
  return numUpdatedRows > 0n ? findSession(database, sessionToken) : null
}

async function findSession(database: Database, sessionToken: string): Promise<AdapterSession | null> {
  if (!isKey("sessionToken", sessionToken)) return null
  const row = await database.run((db) =>
    db.selectFrom(database.names.sessions).select(COLUMNS).where("sessionToken", "=", sessionToken).executeTakeFirst(),
  )
  return row && matchesExactly(row, { sessionToken }) ? toSession(row) : null
}
