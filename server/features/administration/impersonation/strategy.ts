import type { SessionActor } from "../../../../client/contract.ts"
import type { AdapterUser } from "../../../adapters/contract.ts"
import { memoize } from "../../../core/crypto/memory.ts"
import type { JWT } from "../../../core/crypto/jwt-types.ts"
import { AccessDenied } from "../../../errors.ts"
import type { RequestContext } from "../../../core/request/auth-request.ts"
import { hasImpersonation } from "../../../core/sessions/index.ts"
import { callJwtCallback, callSessionCallback } from "../../../core/sessions/jwt-callbacks.ts"
import { callStoredSessionCallback } from "../../../core/sessions/stored-session.ts"
import type {
  Impersonated,
  LiveSession,
  RefreshedSession,
  SessionLookup,
  SessionStrategy,
} from "../../../core/request/strategy.ts"
import { lazy } from "../../../lazy.ts"

const loadRecords = () => import("./record.ts") // only needed while an administrator acts as a user
const findImpersonation = lazy(loadRecords, "findImpersonation")
const endImpersonation = lazy(loadRecords, "endImpersonation")

/**
 * Wraps a strategy for an app whose administrators may act as a user. The administrator's own session stays where it is
 * and is looked up first, each time. So the impersonation ends together with it, and no cookie alone opens anything.
 */
export const withImpersonation = memoize((own: SessionStrategy): SessionStrategy => ({
  async lookup(context) {
    const session = await own.lookup(context)
    return hasImpersonation(context) ? lookupImpersonated(context, session) : session
  },
  refresh: async (context, session, update) =>
    session.impersonation
      ? refreshImpersonated(context, session, { ...session.impersonation, update })
      : own.refresh(context, session, update),
  async create(context, entry) {
    const { cookies, key } = await own.create(context, entry)
    return { cookies: [...cookies, ...(await clearedCookies(context))], key }
  },
  async rotate(context, session, proofs, epoch) {
    if (session.impersonation) throw new AccessDenied("An administrator who acts as a user can't confirm anything")
    return own.rotate(context, session, proofs, epoch)
  },
  async end(context, session) {
    const isActing = session.kind === "live" && session.impersonation !== undefined
    const actual = isActing ? await own.lookup(context) : session
    if (isActing && actual.kind === "live") await endImpersonation(context, actual)
    const { cookies, message } = await own.end(context, actual)
    return { cookies: [...cookies, ...(await clearedCookies(context))], message }
  },
}))

/** Returns the session of the user that the administrator of `session` impersonates. */
async function lookupImpersonated(context: RequestContext, session: SessionLookup): Promise<SessionLookup> {
  const { clearImpersonation } = await loadRecords()
  const impersonation = session.kind === "live" ? await findImpersonation(context, session) : undefined
  if (impersonation && session.kind === "live") return toLiveSession(context, session, impersonation)
  const cleared = clearImpersonation(context)
  if (session.kind === "none") return { ...session, cookies: [...session.cookies, ...cleared] }
  return { kind: "none", cookies: cleared, ending: session }
}

async function clearedCookies(context: RequestContext) {
  return hasImpersonation(context) ? (await loadRecords()).clearImpersonation(context) : []
}

type Found = Awaited<ReturnType<typeof findImpersonation>>

function toLiveSession(
  { settings }: RequestContext,
  { lifetime }: LiveSession,
  { id, actor, user, startedAt, expires }: NonNullable<Found>,
): LiveSession {
  const key = `impersonation-${id}`
  const impersonation: Impersonated = { actor: toActor(actor), user, expires }
  const session = { kind: "live", key, userId: String(user.id), lifetime, impersonation } as const
  return settings.session.strategy === "database"
    ? { ...session, stored: { session: { sessionToken: key, userId: user.id, expires }, user } }
    : { ...session, token: toToken(user, { key, startedAt, expires }) }
}

function toActor({ id, name = null, email }: AdapterUser): SessionActor {
  return { id: id, name, email: email || null }
}

function toToken(
  { id, name = null, email, image = null }: AdapterUser,
  { key, startedAt, expires }: { key: string; startedAt: number; expires: Date },
): JWT {
  const start = Math.floor(startedAt / 1000)
  const times = { iat: start, auth_time: start, exp: Math.floor(expires.getTime() / 1000) }
  return { name, email: email || null, picture: image, sub: id, session_key: key, ...times }
}

// Nothing is written: no row, no cookie, and no time of the last use
async function refreshImpersonated(
  context: RequestContext,
  { stored, token }: LiveSession,
  { actor, user, expires, update }: Impersonated & { update: { data: unknown } | undefined },
): Promise<RefreshedSession> {
  if (update?.data !== undefined) throw new AccessDenied("An administrator who acts as a user can't update the session")
  const { settings } = context
  if (stored) {
    const session = await callStoredSessionCallback(context, stored, undefined)
    return { session: session && { ...session, actor }, stored, cookies: [] }
  }
  const { jwt } = settings.callbacks
  const trigger = "impersonate"
  const returned = token && jwt ? await callJwtCallback(jwt, { token, user, account: null, trigger }) : token
  if (!returned) return { session: null, cookies: [] }
  const expiry = Math.floor(expires.getTime() / 1000)
  const session = await callSessionCallback(context, returned, { expiry, update: undefined })
  return { session: session && { ...session, actor }, token: returned, cookies: [] }
}
