import type { Adapter, AdapterSession } from "../adapters/contract.ts"
import { required } from "../adapters/required.ts"
import type { Settings } from "../config/settings.ts"
import { hmac } from "../crypto/hash.ts"
import { AuthError } from "../errors.ts"
import type { Visit } from "../exchange.ts"
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

/** The sessions of the signed-in user, the current one first; empty when nobody is signed in. */
export async function listSessions(visit: Visit): Promise<SessionEntry[]> {
  const found = await ownSessions(visit)
  return found.map(({ entry }) => entry).sort((a, b) => Number(b.current) - Number(a.current))
}

/** Ends one of the signed-in user's sessions; false where that user has none of this id. */
export async function revokeSession(visit: Visit, id: string): Promise<boolean> {
  const target = (await ownSessions(visit)).find(({ entry }) => entry.id === id)
  if (!target) return false
  await required(target.adapter, "deleteSession")(target.session.sessionToken)
  return true
}

/** Ends all sessions of the signed-in user but the one that asks; answers how many. */
export async function revokeOtherSessions(visit: Visit): Promise<number> {
  const { adapter, reading } = await signedIn(visit)
  if (!reading?.userId) return 0
  if (adapter.deleteSessions) return adapter.deleteSessions(reading.userId, reading.key)
  const others = (await ownSessions(visit)).filter(({ entry }) => !entry.current)
  for (const { session } of others) await required(adapter, "deleteSession")(session.sessionToken)
  return others.length
}

interface OwnSession {
  adapter: Adapter
  session: AdapterSession
  entry: SessionEntry
}

async function ownSessions(visit: Visit): Promise<OwnSession[]> {
  const { adapter, reading } = await signedIn(visit)
  if (!reading?.userId) return []
  const now = visit.settings.now()
  const sessions = await required(adapter, "listSessions")(reading.userId)
  const live = sessions.filter(({ userId, expires }) => userId === reading.userId && expires.getTime() > now)
  return Promise.all(
    live.map(async (session) => ({ adapter, session, entry: await entryOf(visit.settings, session, reading) })),
  )
}

async function entryOf(settings: Settings, session: AdapterSession, { key }: LiveReading): Promise<SessionEntry> {
  const { sessionToken, expires, createdAt = null, userAgent = null } = session
  // A hash of what is stored: an adapter of others stores the token itself, and that must not leave the service
  const id = await hmac(settings.secrets[0] ?? "", "session id", sessionToken)
  return { id, current: sessionToken === key, createdAt, expires, userAgent }
}

async function signedIn(visit: Visit): Promise<{ adapter: Adapter; reading: LiveReading | undefined }> {
  const { adapter, session } = visit.settings
  if (session.strategy !== "database" || !adapter) {
    throw new AuthError(
      "UnsupportedStrategy",
      "Sessions that live in a cookie cannot be listed; the database strategy keeps them",
    )
  }
  const reading = await databaseSessions.read(visit)
  return { adapter, reading: reading.kind === "live" ? reading : undefined }
}
