import type { AdapterSession, SessionOperations } from "../contract.ts"
import { isKey, isValidDate, requireExpiry, requireKeys } from "../values.ts"
import { columnList, matchesExactly, toMilliseconds, toDate, toDateOrNull, toText, toTextOrNull } from "./columns.ts"
import type { Row, Statements } from "./statements.ts"
import { USER_COLUMNS, toUser } from "./users.ts"

const COLUMNS = ["sessionToken", "userId", "expires", "createdAt", "userAgent"] as const
const SELECTION = `select ${columnList(COLUMNS)} from :sessions where`

export function sessions(sql: Statements, fields: readonly string[]): SessionOperations {
  const userColumns = columnList([...USER_COLUMNS, ...fields], "u")
  const joined = `from :sessions s join :users u on u."id" = s."userId" where s."sessionToken" = ?`
  const both = `select ${userColumns}, ${columnList(COLUMNS, "s")} ${joined}`
  return {
    createSession: (session) => createSession(sql, session),
    async getSessionAndUser(sessionToken) {
      if (!isKey("sessionToken", sessionToken)) return null
      const [row] = await sql.rows(both, [sessionToken])
      if (!row || !matchesExactly(row, { sessionToken })) return null
      return { session: toSession(row), user: toUser(row, fields) }
    },
    updateSession: (changes, now) => updateSession(sql, changes, now),
    async deleteSession(token) {
      const session = await findSession(sql, token)
      if (!session) return null
      const deleted = await sql.change(`delete from :sessions where "sessionToken" = ?`, [token])
      return deleted > 0 ? session : null
    },
    async listSessions(userId) {
      if (!isKey("userId", userId)) return []
      const rows = await sql.rows(`${SELECTION} "userId" = ? order by "expires" desc`, [userId])
      return rows.filter((row) => matchesExactly(row, { userId })).map(toSession)
    },
    async deleteSessions(userId, except) {
      if (!isKey("userId", userId)) return 0
      if (except === undefined) return sql.change(`delete from :sessions where "userId" = ?`, [userId])
      return sql.change(`delete from :sessions where "userId" = ? and "sessionToken" <> ?`, [userId, except])
    },
  }
}

async function createSession(sql: Statements, session: AdapterSession): Promise<AdapterSession> {
  requireKeys(session, ["sessionToken", "userId"])
  requireExpiry(session)
  const { sessionToken, userId, expires, createdAt, userAgent } = session
  await sql.change(`insert into :sessions (${columnList(COLUMNS)}) values (?, ?, ?, ?, ?)`, [
    sessionToken,
    userId,
    toMilliseconds(expires),
    toMilliseconds(createdAt),
    userAgent ?? null,
  ])
  return session
}

async function updateSession(
  sql: Statements,
  { sessionToken, expires, userId }: Partial<AdapterSession> & Pick<AdapterSession, "sessionToken">,
  now: Date | undefined,
): Promise<AdapterSession | null> {
  if (!isKey("sessionToken", sessionToken)) return null
  if (expires !== undefined && !isValidDate(expires)) requireExpiry({ expires })
  if (userId !== undefined) requireKeys({ userId }, ["userId"])
  const set = `"expires" = coalesce(?, "expires"), "userId" = coalesce(?, "userId")`
  const changed = await sql.change(`update :sessions set ${set} where "sessionToken" = ? and "expires" > ?`, [
    toMilliseconds(expires),
    userId ?? null,
    sessionToken,
    now ? now.getTime() : -8.64e15,
  ])
  return changed > 0 ? findSession(sql, sessionToken) : null
}

async function findSession(sql: Statements, sessionToken: string): Promise<AdapterSession | null> {
  if (!isKey("sessionToken", sessionToken)) return null
  const [row] = await sql.rows(`${SELECTION} "sessionToken" = ?`, [sessionToken])
  return row && matchesExactly(row, { sessionToken }) ? toSession(row) : null
}

function toSession(row: Row): AdapterSession {
  return {
    sessionToken: toText(row["sessionToken"]),
    userId: toText(row["userId"]),
    expires: toDate(row["expires"]),
    createdAt: toDateOrNull(row["createdAt"]),
    userAgent: toTextOrNull(row["userAgent"]),
  }
}
