import type { Adapter, AdapterSession } from "../adapters/contract.ts"
import { isSameId } from "./users.ts"
import { requireOperation } from "../adapters/required.ts"
import type { Settings } from "../config/settings.ts"
import { hmac } from "../crypto/hash.ts"
import { AuthError } from "../errors.ts"
import { emitEvent } from "../http/app-callbacks.ts"
import type { RequestContext } from "../http/auth-request.ts"
import { databaseSessions } from "./database.ts"
import type { LiveSession } from "./strategy.ts"

/** One of a user's sessions, as the user sees it. */
export interface SessionEntry {
  /** The id of the session. It can't open the session. */
  id: string
  /** Whether this is the session of the request. */
  current: boolean
  /** `null` if the adapter doesn't store it. */
  createdAt: Date | null
  expires: Date
  /** The `User-Agent` of the browser that opened it. `null` if the adapter doesn't store it. */
  userAgent: string | null
}

/** Returns whether sessions are stored where Latchkit can list them. */
export function storesSessions({ adapter, session }: Settings): boolean {
  return session.strategy === "database" && adapter?.listSessions !== undefined
}

/** Returns the signed-in user's sessions, the current one first. The list is empty if the user isn't signed in. */
export async function listSessions(context: RequestContext): Promise<SessionEntry[]> {
  const session = await findLiveSession(context)
  return session ? sessionEntries(context, session) : []
}

/** Returns all sessions of the user of `session`, the current one first. */
export async function sessionEntries(context: RequestContext, session: LiveSession): Promise<SessionEntry[]> {
  const found = await userSessions(context, session)
  return found.map(({ entry }) => entry).sort((a, b) => Number(b.current) - Number(a.current))
}

/** Ends one of the signed-in user's sessions. Returns `false` if the user has no session with this id. */
export async function revokeSession(context: RequestContext, id: string): Promise<boolean> {
  const session = await findLiveSession(context)
  const sessions = session ? await userSessions(context, session) : []
  const target = sessions.find(({ entry }) => entry.id === id)
  if (!target) return false
  await requireOperation(requireAdapter(context.settings), "deleteSession")(target.session.sessionToken)
  return true
}

/** Ends all of the signed-in user's sessions except the current one. Returns how many it ended. */
export async function revokeOtherSessions(context: RequestContext): Promise<number> {
  const sessionLookup = await findLiveSession(context)
  if (!sessionLookup?.userId) return 0
  const adapter = requireAdapter(context.settings)
  await endPausedSignIns(adapter, sessionLookup.userId)
  if (adapter.deleteSessions) return adapter.deleteSessions(sessionLookup.userId, sessionLookup.key)
  const others = (await userSessions(context, sessionLookup)).filter(({ entry }) => !entry.current)
  for (const { session } of others) await requireOperation(adapter, "deleteSession")(session.sessionToken)
  return others.length
}

/** Ends all sessions of a user. Emits a `signOut` event for each one that the adapter lists. */
export async function endAllSessions(settings: Settings, userId: string): Promise<void> {
  const adapter = requireAdapter(settings)
  await endPausedSignIns(adapter, userId)
  const listed = (await adapter.listSessions?.(userId)) ?? []
  const sessions = listed.filter((session) => isSameId(session.userId, userId))
  if (adapter.deleteSessions) await adapter.deleteSessions(userId)
  else for (const { sessionToken } of sessions) await requireOperation(adapter, "deleteSession")(sessionToken)
  for (const session of sessions) await emitEvent({ settings }, "signOut", { session })
}

// A sign-in that waits for a step must not open a session afterwards
async function endPausedSignIns(adapter: Adapter, userId: string): Promise<void> {
  await adapter.deleteAccountRecords?.(userId, "attempt")
}

interface UserSession {
  session: AdapterSession
  entry: SessionEntry
}

async function userSessions({ settings }: RequestContext, sessionLookup: LiveSession): Promise<UserSession[]> {
  const { userId } = sessionLookup
  if (!userId) return []
  const now = settings.now()
  const sessions = await requireOperation(requireAdapter(settings), "listSessions")(userId)
  const live = sessions.filter(({ userId: owner, expires }) => isSameId(owner, userId) && expires.getTime() > now)
  return Promise.all(
    live.map(async (session) => ({ session, entry: await toSessionEntry(settings, session, sessionLookup) })),
  )
}

async function toSessionEntry(
  settings: Settings,
  session: AdapterSession,
  { key }: LiveSession,
): Promise<SessionEntry> {
  const { sessionToken, expires, createdAt = null, userAgent = null } = session
  // A hash, because other adapters store the token itself, which must never be sent to the client
  const id = await hmac(settings.secrets[0] ?? "", "session id", sessionToken)
  return { id, current: sessionToken === key, createdAt, expires, userAgent }
}

async function findLiveSession(context: RequestContext): Promise<LiveSession | undefined> {
  if (context.settings.session.strategy !== "database") throw unsupportedStrategyError()
  const session = await databaseSessions.lookup(context)
  return session.kind === "live" ? session : undefined
}

function requireAdapter({ adapter }: Settings): Adapter {
  if (adapter) return adapter
  throw unsupportedStrategyError()
}

function unsupportedStrategyError(): AuthError {
  return new AuthError(
    "UnsupportedStrategy",
    'Sessions in cookies can\'t be listed. Use `session.strategy: "database"`',
  )
}
