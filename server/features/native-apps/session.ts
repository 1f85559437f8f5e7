import * as v from "valibot"
import type { DeviceDetails } from "../../../client/account-contract.ts"
import type { Adapter } from "../../adapters/contract.ts"
import { requireOperation } from "../../adapters/required.ts"
import type { NativeApp } from "./options.ts"
import type { Settings } from "../../core/config/settings.ts"
import { sweepExpired } from "../../core/config/background.ts"
import type { ActionContext } from "../../core/request/action-context.ts"
import { openStoredSession, requireMatchingSession, sessionStart } from "../../core/sessions/database.ts"
import {
  deleteStoredSession,
  sessionFacts,
  sessionRecordId,
  storeSessionRecord,
  userSessionRows,
} from "../../core/sessions/session-records.ts"
import { sealForNativeApp } from "../../core/sessions/jwt.ts"
import { timeLeft } from "../../core/sessions/lifetime.ts"
import { findPlace } from "../../core/request/place.ts"
import {
  newSessionToken,
  parseTokenTerms,
  storedSessionKey,
  type TokenTerms,
} from "../../core/sessions/session-token.ts"
import type { LiveSession } from "../../core/request/strategy.ts"

const storedOrigin = v.object({
  key: v.string(),
  terms: v.object({
    start: v.optional(v.number()),
    maxAge: v.number(),
    persistent: v.boolean(),
    proofs: v.optional(v.string()),
    epoch: v.optional(v.string()),
  }),
})

/** The browser's session behind a code: the key of its row and its terms, or the claims of its token. */
export const sessionOrigin = v.union([storedOrigin, v.object({ claims: v.record(v.string(), v.unknown()) })])

export type SessionOrigin = v.InferOutput<typeof sessionOrigin>

/** Returns what a code keeps of the browser's session. */
export function toSessionOrigin(
  { settings, cookies, cookieTable }: ActionContext,
  { token, stored, key }: LiveSession,
): SessionOrigin {
  if (token || !stored) return { claims: { ...token } }
  const terms = parseTokenTerms(cookies.get(cookieTable.sessionToken.name) ?? "", settings)
  return { key, terms: { ...terms, start: sessionStart(terms, stored.session) } }
}

/** The app that gets a session, the id of its code, and the device on which the user continued to it. */
export interface NativeSessionMark {
  app: NativeApp
  code: string
  device: DeviceDetails
}

/** A new session of a native app. */
export interface NativeSession {
  token: string
  /** Seconds. */
  expiresIn: number
  userId: string | undefined
  /** Ends it again. A sealed token that no app got yet needs no end. */
  end(): Promise<void>
}

/**
 * Opens a session of its own for a native app. It keeps the lifetime, the start and the proofs of the browser's
 * session. Returns `undefined` if that session is over.
 */
export async function openNativeSession(
  context: ActionContext,
  origin: SessionOrigin,
  mark: NativeSessionMark,
): Promise<NativeSession | undefined> {
  if ("key" in origin) return openStored(context, origin, mark)
  const { claims } = origin
  const sealed = await sealForNativeApp(context, claims, mark.app.id)
  const userId = typeof claims["sub"] === "string" ? claims["sub"] : undefined
  return sealed && { ...sealed, userId, end: () => Promise.resolve() }
}

async function openStored(
  context: ActionContext,
  { key: browserKey, terms }: v.InferOutput<typeof storedOrigin>,
  { app, code, device }: NativeSessionMark,
): Promise<NativeSession | undefined> {
  const { settings, headers } = context
  const { adapter } = settings
  const browserTerms = { start: undefined, proofs: undefined, ...terms }
  const userId = adapter && (await liveUserId(settings, adapter, { key: browserKey, terms: browserTerms }))
  if (!adapter || userId === undefined) return undefined
  const now = settings.now()
  const start = terms.start ?? Math.floor(now / 1000)
  const token = await newSessionToken(context, { ...browserTerms, start })
  const expiresIn = Math.floor(timeLeft(settings, terms, now / 1000 - start))
  const key = await storedSessionKey(token, settings.secrets[0] ?? "", settings)
  const session = { userId, expires: new Date(now + expiresIn * 1000) }
  const place = settings.callbacks.place ? await findPlace(context) : null
  const facts = { device: { ...device, browser: app.name }, nativeApp: { id: app.id, code } }
  await storeSessionRecord(context, { ...session, key, place, createdAt: now }, facts)
  const userAgent = headers.get("user-agent")?.slice(0, 512) ?? null
  const details = adapter.keepsSessionDetails ? { createdAt: new Date(now), userAgent } : {}
  await requireOperation(adapter, "createSession")({ ...session, sessionToken: key, ...details })
  sweepExpired(settings)
  const end = async () => void (await deleteStoredSession(adapter, key))
  // A parallel sign-out everywhere may have deleted the user's sessions before this one existed
  if (await liveUserId(settings, adapter, { key: browserKey, terms: browserTerms }))
    return { token, expiresIn, userId, end }
  await end()
  return undefined
}

/** Returns the user of the browser's session, or `undefined` if it is over. */
async function liveUserId(
  settings: Settings,
  adapter: Adapter,
  { key, terms }: { key: string; terms: TokenTerms },
): Promise<string | undefined> {
  const row = await requireOperation(adapter, "getSessionAndUser")(key)
  const stored = row && requireMatchingSession(row, key)
  const session = stored ? await openStoredSession(settings, stored, terms) : undefined
  return session?.kind === "live" ? session.userId : undefined
}

/** Ends the session that was issued for a code. Does nothing with sealed sessions, which are stored nowhere. */
export async function endSessionOfCode(settings: Settings, userId: string, code: string): Promise<void> {
  const { adapter, session } = settings
  if (!adapter || session.strategy !== "database") return
  const facts = await sessionFacts(settings, userId)
  for (const { sessionToken } of await userSessionRows(settings, userId)) {
    const recordedFacts = facts.get(await sessionRecordId(sessionToken))
    if (recordedFacts?.nativeApp?.code === code) await deleteStoredSession(adapter, sessionToken)
  }
}
