import * as v from "valibot"
import type { AccountRecord, AccountRecordOperations } from "../../adapters/account-record.ts"
import type { Adapter, AdapterSession } from "../../adapters/contract.ts"
import { hasAccountRecords, requireOperation } from "../../adapters/required.ts"
import type { Settings } from "../config/settings.ts"
import { sha256 } from "../crypto/bytes.ts"
import { openValue, sealOptionsFor, sealValue } from "../crypto/sealed.ts"
import { asError, AuthError } from "../../errors.ts"
import { parseJson } from "../proofs/change-record.ts"
import type { RequestContext } from "../request/auth-request.ts"
import { deviceDetails, deviceFrom } from "../request/device.ts"
import { isSameId, unlessDeleted } from "../users/users.ts"

/** Milliseconds between two writes of a session's last use. */
const ACTIVITY_INTERVAL = 60 * 60 * 1000
/** Milliseconds in which a sign-in that stored its record may still store its session. */
const SETTLE_TIME = 60 * 1000
/** The most sessions of one user that are listed. */
const MAX_LISTED = 100

const sessionData = v.object({
  device: deviceDetails,
  place: v.nullable(v.string()),
  /** Milliseconds since the epoch. `null` if the session is older than its record. */
  createdAt: v.nullable(v.number()),
  /** Milliseconds since the epoch. */
  lastActiveAt: v.number(),
  /** The native app that has the session's token, and the id of the code that it exchanged. */
  nativeApp: v.optional(v.object({ id: v.string(), code: v.string() })),
  /** The session's sealed key, if the adapter can't list sessions. */
  key: v.optional(v.string()),
})

/** The facts about a session that its row doesn't have. */
export type SessionFacts = Omit<v.InferOutput<typeof sessionData>, "key">

interface RecordedSession {
  key: string
  /** A number in some adapters of Auth.js. */
  userId: string
  expires: Date
  /** `null` if it isn't known. */
  place: string | null
  createdAt: number | null
}

/** Returns the id of a session's record. A hash, because other adapters use the token itself as the key. */
export const sessionRecordId = async (key: string): Promise<string> => sha256(JSON.stringify(["session", key]))

function recordStore({ adapter }: Pick<Settings, "adapter">): AccountRecordOperations | undefined {
  return hasAccountRecords(adapter) ? adapter : undefined
}

/** Returns whether Latchkit can store facts about sessions. */
export const recordsSessions = (settings: Settings): boolean =>
  settings.session.strategy === "database" && recordStore(settings) !== undefined

/**
 * Stores what the request says about a session, or the facts of a native app's session. Does nothing without account
 * records.
 */
export async function storeSessionRecord(
  { settings, headers }: Pick<RequestContext, "settings" | "headers">,
  { place, createdAt, ...session }: RecordedSession,
  facts: Partial<Pick<SessionFacts, "device" | "nativeApp">> = {},
): Promise<void> {
  const sessionFacts = { device: deviceFrom(headers), place, createdAt, lastActiveAt: settings.now(), ...facts }
  await createRecord(settings, session, sessionFacts)
}

async function createRecord(
  settings: Settings,
  { key, expires, ...session }: Pick<RecordedSession, "key" | "userId" | "expires">,
  facts: SessionFacts,
): Promise<void> {
  const store = recordStore(settings)
  if (!store) return
  const [id, userId] = [await sessionRecordId(key), session.userId]
  const sealed = settings.adapter?.listSessions ? {} : { key: await sealKey(settings, { key, userId }) }
  const data: v.InferOutput<typeof sessionData> = { ...facts, ...sealed }
  await store.createAccountRecord({
    kind: "session",
    id,
    userId,
    data: JSON.stringify(data),
    expires: recordExpiry(settings, expires),
  })
  settings.activity.set(key, facts.lastActiveAt)
}

// A session may be extended between two writes of its last use
const recordExpiry = ({ session }: Settings, expires: Date) => new Date(expires.getTime() + session.updateAge * 1000)

/** Moves the facts of a session to the session that replaces it. */
export async function moveSessionRecord(
  context: RequestContext,
  from: string,
  to: Pick<RecordedSession, "key" | "userId" | "expires">,
): Promise<void> {
  const { settings } = context
  const store = recordStore(settings)
  if (!store) return
  const record = await store.getAccountRecord("session", await sessionRecordId(from))
  const facts = record?.userId === to.userId ? readFacts(record) : undefined
  if (facts) await createRecord(settings, to, { ...facts, lastActiveAt: settings.now() })
  else await storeSessionRecord(context, { ...to, place: null, createdAt: null })
}

/** Deletes a session's record. */
async function deleteSessionRecord(adapter: Adapter, key: string): Promise<void> {
  await adapter.takeAccountRecord?.("session", await sessionRecordId(key))
}

/**
 * Stores that a session was used, in the background and at most once an hour. A session that is older than this
 * feature gets its record then.
 */
export function storeActivity(context: RequestContext, session: AdapterSession): void {
  const { settings } = context
  if (!recordStore(settings)) return
  const now = settings.now()
  if (now - new Date(session.createdAt ?? 0).getTime() < ACTIVITY_INTERVAL) return
  if (now - (settings.activity.get(session.sessionToken) ?? 0) < ACTIVITY_INTERVAL) return
  settings.activity.set(session.sessionToken, now)
  const work = writeActivity(context, session, now).catch((thrown: unknown) => {
    const err = asError(thrown)
    settings.logger.error(
      new AuthError("AdapterError", `The last use of a session was not stored: ${err.message}`, { err }),
    )
  })
  settings.background.run(work)
}

async function writeActivity(
  context: RequestContext,
  { sessionToken: key, userId, expires }: AdapterSession,
  now: number,
): Promise<void> {
  const { settings } = context
  const store = recordStore(settings)
  const id = await sessionRecordId(key)
  const record = await store?.getAccountRecord("session", id)
  if (!record) return storeSessionRecord(context, { key, userId, expires, place: null, createdAt: null })
  const data = record.userId === userId ? parseJson(sessionData, record.data) : undefined
  if (!data || now - data.lastActiveAt < ACTIVITY_INTERVAL) return
  // If another process was faster, its write counts
  const { kind, version } = record
  const changed = JSON.stringify({ ...data, lastActiveAt: now })
  await store?.updateAccountRecord({ kind, id, version, data: changed, expires: recordExpiry(settings, expires) })
}

/** Returns the facts about a user's sessions, by the id of their record. */
export async function sessionFacts(settings: Settings, userId: string): Promise<ReadonlyMap<string, SessionFacts>> {
  const records = (await recordStore(settings)?.listAccountRecords("session", userId)) ?? []
  return new Map(
    records.flatMap((record) => {
      const facts = record.userId === userId ? readFacts(record) : undefined
      return facts ? [[record.id, facts] as const] : []
    }),
  )
}

function readFacts({ data }: AccountRecord): SessionFacts | undefined {
  const { key: _, ...facts } = parseJson(sessionData, data) ?? {}
  return "device" in facts ? facts : undefined
}

/**
 * Returns a user's sessions. If the adapter can't list them, those with a record are returned: all that began or were
 * used since the adapter has account records.
 */
export async function userSessionRows(settings: Settings, userId: string): Promise<AdapterSession[]> {
  const { adapter } = settings
  const rows = adapter?.listSessions ? await adapter.listSessions(userId) : await recordedSessions(settings, userId)
  return rows.filter((row) => isSameId(row.userId, userId))
}

async function recordedSessions(settings: Settings, userId: string): Promise<AdapterSession[]> {
  const { adapter } = settings
  const records = (await recordStore(settings)?.listAccountRecords("session", userId)) ?? []
  const sessions = await Promise.all(
    records.slice(0, MAX_LISTED).map(async (record) => {
      const data = parseJson(sessionData, record.data)
      const key = data?.key === undefined ? undefined : await openKey(settings, data.key, userId)
      if (key === undefined) return []
      const row = await adapter?.getSessionAndUser?.(key)
      if (row && row.session.sessionToken === key) return [row.session]
      if (settings.now() - (data?.lastActiveAt ?? 0) > SETTLE_TIME) await deleteSessionRecord(adapter ?? {}, key)
      return []
    }),
  )
  return sessions.flat()
}

/** Deletes the records of a user's sessions that were ended together, except the one with the key `except`. */
export async function deleteSessionRecords(settings: Settings, userId: string, except?: string): Promise<void> {
  const store = recordStore(settings)
  if (!store) return
  const ownRecord = except === undefined ? undefined : await sessionRecordId(except)
  for (const [id, { createdAt }] of await sessionFacts(settings, userId)) {
    // The session of a new sign-in may follow its record, and was not ended
    if (id !== ownRecord && settings.now() - (createdAt ?? 0) > SETTLE_TIME)
      await store.takeAccountRecord("session", id)
  }
}

const sealOptions = (settings: Settings) => sealOptionsFor({ settings, site: { url: "" } }, "session key")
/** Seconds. The record decides how long the key is kept. */
const KEY_MAX_AGE = 100 * 365 * 24 * 60 * 60

const sealKey = (settings: Settings, { key, userId }: { key: string; userId: string }) =>
  sealValue({ key, sub: userId }, { ...sealOptions(settings), maxAge: KEY_MAX_AGE })

async function openKey(settings: Settings, sealed: string, userId: string): Promise<string | undefined> {
  const claims = await openValue(sealed, sealOptions(settings))
  const key = claims?.sub === userId ? claims["key"] : undefined
  return typeof key === "string" ? key : undefined
}

/** Deletes a session and returns it if the adapter does. Doesn't throw if the session is already gone. */
export async function deleteStoredSession(adapter: Adapter, key: string): Promise<AdapterSession | null> {
  const deleteSession = requireOperation(adapter, "deleteSession")
  const deleted = await unlessDeleted(adapter, key, () => deleteSession(key))
  await deleteSessionRecord(adapter, key)
  return deleted && deleted !== "gone" ? deleted : null
}

// Of several parallel rotations, one ends the old session and counts. None does after a sign-out everywhere
/** Ends a session that another one replaces. Returns whether this call ended it. */
export async function endStoredSession(adapter: Adapter, key: string): Promise<boolean> {
  const exists = adapter.wantsTokenHashes || (await requireOperation(adapter, "getSessionAndUser")(key)) !== null
  const deleted = await unlessDeleted(adapter, key, () => requireOperation(adapter, "deleteSession")(key))
  await deleteSessionRecord(adapter, key)
  if (deleted === "gone" || !exists) return false
  return !adapter.wantsTokenHashes || Boolean(deleted) // other adapters may return nothing
}
