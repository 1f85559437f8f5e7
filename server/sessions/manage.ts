import type { Adapter, AdapterSession } from "../adapters/contract.ts"
import { sameId } from "./users.ts"
import { required } from "../adapters/required.ts"
import type { Settings } from "../config/settings.ts"
import { hmac } from "../crypto/hash.ts"
import { AuthError } from "../errors.ts"
import { emit } from "../http/events.ts"
import type { Visit } from "../http/auth-request.ts"
import { databaseSessions } from "./database.ts"
import type { LiveReading } from "./strategy.ts"

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
export function keepsSessions({ adapter, session }: Settings): boolean {
  return session.strategy === "database" && adapter?.listSessions !== undefined
}

/** The sessions of the signed-in user, the current one first; empty when nobody is signed in. */
export async function listSessions(visit: Visit): Promise<SessionEntry[]> {
  const reading = await signedIn(visit)
  return reading ? sessionsOf(visit, reading) : []
}

/** The sessions of the user whose session was read, the current one first. */
export async function sessionsOf(visit: Visit, reading: LiveReading): Promise<SessionEntry[]> {
  const found = await ownSessions(visit, reading)
  return found.map(({ entry }) => entry).sort((a, b) => Number(b.current) - Number(a.current))
}

/** Ends one of the signed-in user's sessions; false where that user has none of this id. */
export async function revokeSession(visit: Visit, id: string): Promise<boolean> {
  const reading = await signedIn(visit)
  const own = reading ? await ownSessions(visit, reading) : []
  const target = own.find(({ entry }) => entry.id === id)
  if (!target) return false
  await required(adapterOf(visit.settings), "deleteSession")(target.session.sessionToken)
  return true
}

/** Ends all sessions of the signed-in user but the one that asks; answers how many. */
export async function revokeOtherSessions(visit: Visit): Promise<number> {
  const reading = await signedIn(visit)
  if (!reading?.userId) return 0
  const adapter = adapterOf(visit.settings)
  if (adapter.deleteSessions) return adapter.deleteSessions(reading.userId, reading.key)
  const others = (await ownSessions(visit, reading)).filter(({ entry }) => !entry.current)
  for (const { session } of others) await required(adapter, "deleteSession")(session.sessionToken)
  return others.length
}

/** Ends all sessions of a user; the `signOut` event tells of each that the adapter lists. */
export async function endSessionsOf(settings: Settings, userId: string): Promise<void> {
  const adapter = adapterOf(settings)
  const listed = (await adapter.listSessions?.(userId)) ?? []
  const sessions = listed.filter((session) => sameId(session.userId, userId))
  if (adapter.deleteSessions) await adapter.deleteSessions(userId)
  else for (const { sessionToken } of sessions) await required(adapter, "deleteSession")(sessionToken)
  for (const session of sessions) await emit(settings, "signOut", { session })
}

interface OwnSession {
  session: AdapterSession
  entry: SessionEntry
}

async function ownSessions({ settings }: Visit, reading: LiveReading): Promise<OwnSession[]> {
  const { userId } = reading
  if (!userId) return []
  const now = settings.now()
  const sessions = await required(adapterOf(settings), "listSessions")(userId)
  const live = sessions.filter(({ userId: owner, expires }) => sameId(owner, userId) && expires.getTime() > now)
  return Promise.all(live.map(async (session) => ({ session, entry: await entryOf(settings, session, reading) })))
}

async function entryOf(settings: Settings, session: AdapterSession, { key }: LiveReading): Promise<SessionEntry> {
  const { sessionToken, expires, createdAt = null, userAgent = null } = session
  // A hash of what is stored: an adapter of others stores the token itself, and that must not leave the service
  const id = await hmac(settings.secrets[0] ?? "", "session id", sessionToken)
  return { id, current: sessionToken === key, createdAt, expires, userAgent }
}

async function signedIn(visit: Visit): Promise<LiveReading | undefined> {
  if (visit.settings.session.strategy !== "database") throw unstored()
  const reading = await databaseSessions.read(visit)
  return reading.kind === "live" ? reading : undefined
}

function adapterOf({ adapter }: Settings): Adapter {
  if (adapter) return adapter
  throw unstored()
}

function unstored(): AuthError {
  return new AuthError(
    "UnsupportedStrategy",
    "Sessions that live in a cookie cannot be listed; the database strategy keeps them",
  )
}
