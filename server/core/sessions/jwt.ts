import { ofOpenAccount } from "./account-state.ts"
import { isTokenEvicted } from "../users/reclaimed.ts"
import { isSameId } from "../users/users.ts"
import { toCarried } from "../request/emit.ts"
import type { Awaitable } from "../../types.ts"
import type { Settings } from "../config/settings.ts"
import { warnOnce } from "../config/warn-once.ts"
import { clearChunked, clearStrayChunks, readChunked } from "../cookies/jar.ts"
import { storeEndedSession, isSessionEnded } from "../cookies/ended.ts"
import { base64url, randomBytes } from "../crypto/bytes.ts"
import type { JWT } from "../crypto/jwt-types.ts"
import { mapAwaitable } from "../crypto/then.ts"
import { readSessionKey, startClaim } from "../crypto/token-form.ts"
import { AuthError, SessionRequired } from "../../errors.ts"
import type { SessionProof } from "../request/session-proofs.ts"
import type { RequestContext } from "../request/auth-request.ts"
import type { SetCookie } from "../cookies/options.ts"
import { boundedClaims, epochClaim, tokenLifetime, internalClaims, withInternalClaims } from "./token-claims.ts"
import { latestExpiry, timeLeft, updateAgeFor, defaultLifetime } from "./lifetime.ts"
import { callJwtCallback, callSessionCallback } from "./jwt-callbacks.ts"
import { decodeSession, encodeSession, lifetimeFor, writeToken } from "./session-jwt.ts"
import { proofsClaim, readSessionProofs } from "../proofs/sealed-proofs.ts"
import type { NewSession, LiveSession, RefreshedSession, SessionLookup, SessionStrategy } from "../request/strategy.ts"

/** Keeps sessions in an encrypted cookie. Nothing is stored, so a copy of the cookie is valid until it expires. */
export const jwtSessions: SessionStrategy = {
  lookup: lookupSession,
  refresh: refreshSession,
  create: createSession,
  rotate: rotateSession,
  end: endSession,
}

function lookupSession(context: RequestContext): Awaitable<SessionLookup> {
  const { cookies, cookieTable } = context
  const sealed = readChunked(cookies, cookieTable.sessionToken.name)
  if (!sealed) return { kind: "none", cookies: clearStrayChunks(cookies, cookieTable.sessionToken) }
  return mapAwaitable(decodeSession(context, sealed), (token) => lookupToken(context, token))
}

function lookupToken(context: RequestContext, token: JWT | null): Awaitable<SessionLookup> {
  const { cookies, cookieTable, settings } = context
  const isOver = !token || isSessionEnded(cookies, cookieTable.sessionToken, readSessionKey(token))
  const liveSession = isOver ? undefined : openClaimedSession(settings, token)
  return mapAwaitable(liveSession, (session) => session ?? rejectedCookie(context, token))
}

function rejectedCookie({ cookies, cookieTable, settings }: RequestContext, token: JWT | null): SessionLookup {
  const { logger, production } = settings
  logger.debug(
    token
      ? "The session ended: by a sign-out in this browser, `session.absoluteMaxAge`, or its account"
      : "The session cookie was not sealed with a listed secret, has expired or is for another site",
  )
  if (!token && !production) warnOnce(settings, "session-cookie-rejected")
  return { kind: "none", cookies: clearChunked(cookies, cookieTable.sessionToken) }
}

/** Returns the session of a token's claims, or `undefined` if it is over. */
function openClaimedSession(settings: Settings, token: JWT): Awaitable<SessionLookup | undefined> {
  if (latestTokenExpiry(settings, token) <= settings.now() / 1000) return undefined
  return mapAwaitable(isTokenEvicted(settings, token), (isEvicted) => {
    if (isEvicted) return undefined
    const key = readSessionKey(token) ?? ""
    const userId = token.sub === undefined ? undefined : String(token.sub) // an app's `jwt` callback may set a number
    const session = { key, userId, token, lifetime: tokenLifetime(token), epoch: epochClaim(token) }
    return ofOpenAccount(settings, { kind: "live", ...session })
  })
}

/**
 * Returns a token for a native app, with the claims of the browser's session and a key of its own. Returns `undefined`
 * if that session is over.
 */
export async function sealForNativeApp(
  context: RequestContext,
  claims: JWT,
  nativeApp: string,
): Promise<{ token: string; expiresIn: number } | undefined> {
  const { settings } = context
  const now = Math.floor(settings.now() / 1000)
  const liveSession = (claims.exp ?? 0) > now ? await openClaimedSession(settings, claims) : undefined
  // The row of a stored session is gone after a sign-out. Of a sealed one, this process remembers it
  if (liveSession?.kind !== "live" || settings.endedSessions.has(liveSession.key)) return undefined
  const key = base64url(randomBytes(16))
  const proofs = await readSessionProofs(context, liveSession)
  const own = { ...claims, session_key: key, session_proofs: await proofsClaim(context, { proofs, key }) }
  const token = withInternalClaims(internalClaims({ ...own, native_app: nativeApp }), claims)
  const maxAge = nextExpiry(settings, claims, now) - now
  return { token: await encodeSession(context, boundedClaims(token), { now, maxAge }), expiresIn: maxAge }
}

async function refreshSession(
  context: RequestContext,
  { key, token: sent, binding }: LiveSession,
  update?: { data: unknown },
): Promise<RefreshedSession> {
  const { settings, cookies, cookieTable } = context
  const wasEnded = settings.endedSessions.has(key) // in this browser, another cookie remembers it
  if (!sent) throw new AuthError("JWTSessionError", "The session has no token")
  const token = binding === undefined ? sent : { ...sent, device_binding: binding } // `getToken` can't read the database
  const ended = () => ({ session: null, cookies: clearChunked(cookies, cookieTable.sessionToken) })
  const internal = internalClaims(token) // read before a callback may write to it
  const original = withInternalClaims(internal, token)
  const { jwt } = settings.callbacks
  const before = jwt && JSON.stringify(original)
  const change = update && { trigger: "update" as const, session: update.data }
  const returned = jwt ? await callJwtCallback(jwt, { token: original, ...change }) : original
  if (returned === null) return ended()
  const after = jwt ? withInternalClaims(internal, returned) : returned // a callback may write to the token that it got
  const now = Math.floor(settings.now() / 1000)
  if (token.exp !== undefined && token.exp <= now) return ended() // a tab that asks at the end must not extend the session
  const due = (token.iat ?? 0) + updateAgeFor(settings, lifetimeFor(settings, token)) <= now || token.exp === undefined
  const isMarked = binding === undefined || sent["device_binding"] === binding
  const isChanged = before !== undefined && before !== JSON.stringify(after)
  const renewed = due || !isMarked || update !== undefined || isChanged
  const expiry = renewed
    ? nextExpiry(settings, after, now)
    : Math.min(token.exp ?? now, latestTokenExpiry(settings, after))
  if (expiry <= now) return ended()
  const session = await callSessionCallback(context, after, { expiry, update })
  const life = { now, maxAge: expiry - now, isUpdate: update !== undefined }
  const renewal = renewed ? await writeToken(context, after, life) : []
  // The browser may have another session by now, so no cookie is cleared either
  if (!wasEnded && settings.endedSessions.has(key)) return { session: null, cookies: [] }
  return { session, token: after, isChanged, cookies: renewal }
}

async function createSession(
  context: RequestContext,
  {
    user,
    account,
    profile,
    isNewUser,
    lifetime,
    appState,
    emailProven = false,
    proofs = [],
    epoch,
    keepsPrevious,
  }: NewSession,
) {
  const { settings, cookies, cookieTable } = context
  const now = Math.floor(settings.now() / 1000)
  const { name, email, image, id: sub = "" } = user
  const token: JWT = { name: name ?? null, email: email ?? null, picture: image ?? null, ...(sub && { sub }) }
  const trigger = isNewUser ? ("signUp" as const) : ("signIn" as const)
  const { jwt } = settings.callbacks
  const claimsFromApp = jwt
    ? await callJwtCallback(jwt, {
        token,
        user,
        account,
        ...(profile && { profile }),
        isNewUser,
        trigger,
        emailVerified: emailProven,
        ...toCarried(appState),
      })
    : token
  // Auth.js continues without a session in this case
  if (!claimsFromApp && settings.rules.emptyTokens)
    return { cookies: clearChunked(cookies, cookieTable.sessionToken), key: "" }
  if (!claimsFromApp) throw new AuthError("AccessDenied", "The `jwt` callback returned null at sign-in")
  const key = base64url(randomBytes(16))
  const proven = emailProven && settings.adapter ? { email_proven: true } : {}
  const ownClaims = {
    session_proofs: await proofsClaim(context, { proofs, key }),
    ...(epoch && { security_epoch: epoch }),
  }
  const own = { iat: now, session_key: key, ...proven, ...ownClaims }
  const claims = withInternalClaims(internalClaims(own, lifetime), claimsFromApp)
  const maxAge = timeLeft(settings, lifetime ?? defaultLifetime(settings), 0)
  const ended = keepsPrevious ? [] : await endPreviousSession(context, sub)
  return { cookies: [...ended, ...(await writeToken(context, claims, { now, maxAge, isUpdate: false }))], key }
}

// Nothing is stored, so a copy of the old token stays valid with the proofs that it had
async function rotateSession(
  context: RequestContext,
  { key: before, token, binding }: LiveSession,
  proofs: readonly SessionProof[],
  epoch?: string,
) {
  const { settings } = context
  const now = Math.floor(settings.now() / 1000)
  const expiry = token ? nextExpiry(settings, token, now) : now
  if (!token || expiry <= now) throw new SessionRequired("The session expired")
  const key = base64url(randomBytes(16))
  const changed = {
    session_key: key,
    session_proofs: await proofsClaim(context, { proofs, key }),
    ...(binding !== undefined && { device_binding: binding }),
  }
  const own = { ...token, ...changed, ...(epoch !== undefined && { security_epoch: epoch }) }
  const claims = withInternalClaims(internalClaims(own), token)
  const cookies = await writeToken(context, claims, { now, maxAge: expiry - now, isUpdate: false })
  if (settings.endedSessions.has(before)) throw new SessionRequired("The user signed out during the confirmation")
  return { cookies, key }
}

/** Ends another user's session in this browser, so that no late response restores it. */
async function endPreviousSession(context: RequestContext, id: string | undefined): Promise<SetCookie[]> {
  const before = await lookupSession(context)
  return before.kind === "live" && !isSameId(before.userId, id) ? endedSessionCookies(context, before) : []
}

async function endSession(context: RequestContext, session: SessionLookup) {
  const { cookies, cookieTable } = context
  const ended = session.kind === "live" ? endedSessionCookies(context, session) : []
  const token = (session.kind === "live" && session.token) || null
  return { cookies: [...clearChunked(cookies, cookieTable.sessionToken), ...ended], message: { token } }
}

function endedSessionCookies(
  { settings, cookies, cookieTable }: RequestContext,
  { key, lifetime }: LiveSession,
): SetCookie[] {
  const { maxAge, persistent } = lifetime ?? defaultLifetime(settings)
  settings.endedSessions.set(key, true)
  return storeEndedSession(cookies, cookieTable.sessionToken, {
    key,
    maxAge: persistent ? Math.ceil(maxAge) : undefined,
  })
}

const latestTokenExpiry = (settings: Settings, token: JWT) =>
  latestExpiry(settings, lifetimeFor(settings, token), startClaim(token))

function nextExpiry(settings: Settings, token: JWT, now: number): number {
  const start = startClaim(token)
  return now + timeLeft(settings, lifetimeFor(settings, token), start === undefined ? undefined : now - start)
}
