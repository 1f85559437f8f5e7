import type { Adapter, AdapterSession } from "../adapters/contract.ts"
import { isSameId } from "./users.ts"
import { requireOperation } from "../adapters/required.ts"
import type { Settings } from "../config/settings.ts"
import { hmac } from "../crypto/hash.ts"
import { AuthError } from "../errors.ts"
import { emitEvent } from "../http/events.ts"
import type { RequestContext } from "../http/auth-request.ts"
import { databaseSessions } from "./database.ts"
import type { LiveSession } from "./strategy.ts"

/** One of a user's sessions, as that user may see it. */
export interface SessionEntry {
  /** Names the session, and opens nothing. */
  id: string
  /** The one that asks. */
  current: boolean
  /** Null where the adapter does not keep it. */
  createdAt: Date | null
  expires: Date
  /** What opened it, as its browser calls itself; null where the adapter does not keep it. */
  userAgent: string | null
}

/** Whether sessions are stored where they can be listed. */
export function storesSessions({ adapter, session }: Settings): boolean {
  return session.strategy === "database" && adapter?.listSessions !== undefined
}

/** The sessions of the signed-in user, the current one first; empty when nobody is signed in. */
export async function listSessions(context: RequestContext): Promise<SessionEntry[]> {
  const session = await findLiveSession(context)
  return session ? sessionEntries(context, session) : []
}

/** The sessions of the user whose session was read, the current one first. */
export async function sessionEntries(context: RequestContext, session: LiveSession): Promise<SessionEntry[]> {
  const found = await userSessions(context, session)
  return found.map(({ entry }) => entry).sort((a, b) => Number(b.current) - Number(a.current))
}

/** Ends one of the signed-in user's sessions; false where that user has none of this id. */
export async function revokeSession(context: RequestContext, id: string): Promise<boolean> {
  const session = await findLiveSession(context)
  const sessions = session ? await userSessions(context, session) : []
  const target = sessions.find(({ entry }) => entry.id === id)
  if (!target) return false
  await requireOperation(requireAdapter(context.settings), "deleteSession")(target.session.sessionToken)
  return true
}

/** Ends all sessions of the signed-in user but the one that asks; answers how many. */
export async function revokeOtherSessions(context: RequestContext): Promise<number> {
  const sessionLookup = await findLiveSession(context)
  if (!sessionLookup?.userId) return 0
  const adapter = requireAdapter(context.settings)
  if (adapter.deleteSessions) return adapter.deleteSessions(sessionLookup.userId, sessionLookup.key)
  const others = (await userSessions(context, sessionLookup)).filter(({ entry }) => !entry.current)
  for (const { session } of others) await requireOperation(adapter, "deleteSession")(session.sessionToken)
  return others.length
}

/** Ends all sessions of a user; the `signOut` event tells of each that the adapter lists. */
export async function endAllSessions(settings: Settings, userId: string): Promise<void> {
  const adapter = requireAdapter(settings)
  const listed = (await adapter.listSessions?.(userId)) ?? []
  const sessions = listed.filter((session) => isSameId(session.userId, userId))
  if (adapter.deleteSessions) await adapter.deleteSessions(userId)
  else for (const { sessionToken } of sessions) await requireOperation(adapter, "deleteSession")(sessionToken)
  for (const session of sessions) await emitEvent(settings, "signOut", { session })
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
  // A hash of what is stored: an adapter of others stores the token itself, and that must not leave the service
  const id = await hmac(settings.secrets[0] ?? "", "session id", sessionToken)
  return { id, current: sessionToken === key, createdAt, expires, userAgent }
}

async function findLiveSession(context: RequestContext): Promise<LiveSession | undefined> {
  if (context.settings.session.strategy !== "database") throw unsupportedStrategyError()
  const session = await databaseSessions.read(context)
  return session.kind === "live" ? session : undefined
}

function requireAdapter({ adapter }: Settings): Adapter {
  if (adapter) return adapter
  throw unsupportedStrategyError()
}

function unsupportedStrategyError(): AuthError {
  return new AuthError(
    "UnsupportedStrategy",
    "Sessions that live in a cookie cannot be listed; the database strategy keeps them",
  )
}
