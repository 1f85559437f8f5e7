import type { Adapter, AdapterSession } from "../../adapters/contract.ts"
import type { Settings } from "../config/settings.ts"
import { hmac } from "../crypto/bytes.ts"
import { callHandler, emit, type EventContext } from "../request/emit.ts"
import type { RequestContext } from "../request/auth-request.ts"
import { parseUserAgent } from "../request/device.ts"
import {
  deleteStoredSession,
  deleteSessionRecords,
  recordsSessions,
  sessionFacts,
  sessionRecordId,
  userSessionRows,
  type SessionFacts,
} from "./session-records.ts"
import { lookupSession, unsupportedStrategyError } from "./index.ts"
import type { SessionEntry } from "./session-entry.ts"
import type { LiveSession } from "../request/strategy.ts"
import { revokeOtherDevices } from "./trusted-devices.ts"

/** Returns whether sessions are stored where Latchkit can list them. */
export function storesSessions(settings: Settings): boolean {
  const { adapter, session } = settings
  return session.strategy === "database" && (adapter?.listSessions !== undefined || recordsSessions(settings))
}

/** Returns the signed-in user's sessions, the current one first. The list is empty if the user isn't signed in. */
export async function listSessions(context: RequestContext): Promise<SessionEntry[]> {
  const session = await findLiveSession(context)
  return session ? sessionEntries(context, session) : []
}

/** Returns all sessions of the user of `session`: the current one first, then the last used. */
export async function sessionEntries(context: RequestContext, session: LiveSession): Promise<SessionEntry[]> {
  const entries = await userSessions(context, session)
  const lastUse = ({ lastActiveAt }: SessionEntry) => lastActiveAt?.getTime() ?? 0
  return entries
    .map(({ entry }) => entry)
    .toSorted((one, other) => Number(other.current) - Number(one.current) || lastUse(other) - lastUse(one))
}

/** Ends one of the signed-in user's sessions. Returns `false` if the user has no session with this id. */
export async function revokeSession(context: RequestContext, id: string): Promise<boolean> {
  const session = await findLiveSession(context)
  const sessions = session ? await userSessions(context, session) : []
  const target = sessions.find(({ entry }) => entry.id === id)
  // Another device may have ended this session meanwhile
  if (!target || (await findLiveSession(context))?.key !== session?.key) return false
  await deleteStoredSession(sessionStore(context.settings), target.session.sessionToken)
  await emit(context, { type: "sessionRevoked", userId: session?.userId, method: "one" })
  return true
}

/** Ends all of the signed-in user's sessions except the current one. Returns the user, and how many it ended. */
export async function revokeOtherSessions(context: RequestContext): Promise<{ userId?: string; ended: number }> {
  const sessionLookup = await findLiveSession(context)
  if (!sessionLookup?.userId) return { ended: 0 }
  const { userId } = sessionLookup
  const ended = await endOthers(context, { ...sessionLookup, userId })
  await emit(context, { type: "sessionRevoked", userId, method: "others" })
  return { userId, ended }
}

/**
 * Signs the user out everywhere else: ends their other sessions, and the trust in their other devices. Returns how many
 * sessions it ended.
 */
export async function signOutElsewhere(context: RequestContext): Promise<number> {
  const { userId, ended } = await revokeOtherSessions(context)
  if (userId !== undefined) await revokeOtherDevices(context, userId)
  return ended
}

async function endOthers(context: RequestContext, current: LiveSession & { userId: string }): Promise<number> {
  const adapter = sessionStore(context.settings)
  await endPausedSignIns(adapter, current.userId)
  if (adapter.deleteSessions) {
    const ended = await adapter.deleteSessions(current.userId, current.key)
    await deleteSessionRecords(context.settings, current.userId, current.key)
    return ended
  }
  const others = (await userSessions(context, current)).filter(({ entry }) => !entry.current)
  for (const { session } of others) await deleteStoredSession(adapter, session.sessionToken)
  return others.length
}

/** Ends all sessions of a user. Emits a `signOut` event for each one that the adapter lists. */
export async function endAllSessions(context: EventContext, userId: string): Promise<void> {
  const { settings } = context
  const adapter = sessionStore(settings)
  await endPausedSignIns(adapter, userId)
  const sessions = storesSessions(settings) ? await userSessionRows(settings, userId) : []
  if (adapter.deleteSessions) {
    await adapter.deleteSessions(userId)
    await deleteSessionRecords(settings, userId)
  } else for (const { sessionToken } of sessions) await deleteStoredSession(adapter, sessionToken)
  await emit(context, { type: "sessionRevoked", userId, method: "all" })
  for (const session of sessions) await callHandler(settings, "signOut", { session })
}

// A sign-in that waits for a step must not open a session afterwards
async function endPausedSignIns(adapter: Adapter, userId: string): Promise<void> {
  await adapter.deleteAccountRecords?.(userId, "attempt")
}

interface UserSession {
  session: AdapterSession
  entry: SessionEntry
}

async function userSessions({ settings }: RequestContext, lookup: LiveSession): Promise<UserSession[]> {
  const { userId } = lookup
  if (!userId) return []
  const now = settings.now()
  const facts = await sessionFacts(settings, userId)
  const rows = await userSessionRows(settings, userId)
  const live = rows.filter(({ expires }) => expires.getTime() > now)
  return Promise.all(
    live.map(async (session) => {
      const recordedFacts = facts.get(await sessionRecordId(session.sessionToken))
      return {
        session,
        entry: await toSessionEntry(settings, { session, current: session.sessionToken === lookup.key }, recordedFacts),
      }
    }),
  )
}

async function toSessionEntry(
  settings: Pick<Settings, "secrets" | "callbacks">,
  { session, current }: { session: AdapterSession; current: boolean },
  facts: SessionFacts | undefined,
): Promise<SessionEntry> {
  const { sessionToken, expires, userAgent = null } = session
  const createdAt = session.createdAt ?? toDate(facts?.createdAt)
  return {
    // A hash, because other adapters store the token itself, which must never be sent to the client
    id: await hmac(settings.secrets[0] ?? "", "session id", sessionToken),
    current,
    createdAt,
    expires,
    userAgent,
    device: facts?.device ?? parseUserAgent(userAgent),
    ...(settings.callbacks.place && { place: facts?.place ?? null }),
    lastActiveAt: toDate(facts?.lastActiveAt) ?? createdAt,
    ...(facts?.nativeApp && { nativeApp: facts.nativeApp.id }),
  }
}

const toDate = (time: number | null = null): Date | null => (time === null ? null : new Date(time))

async function findLiveSession(context: RequestContext): Promise<LiveSession | undefined> {
  if (context.settings.session.strategy !== "database") throw unsupportedStrategyError()
  const session = await lookupSession(context)
  return session.kind === "live" ? session : undefined
}

function sessionStore({ adapter }: Settings): Adapter {
  if (adapter) return adapter
  throw unsupportedStrategyError()
}
