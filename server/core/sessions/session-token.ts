import type { Awaitable } from "../../types.ts"
import { mapAwaitable } from "../crypto/then.ts"
import { memoize } from "../crypto/memory.ts"
import { TokenCache } from "../crypto/token-cache.ts"
import { hmac, sha256 } from "../crypto/bytes.ts"
import { sessionAudience } from "../config/site.ts"
import type { Settings } from "../config/settings.ts"
import { AuthError } from "../../errors.ts"
import type { RequestContext } from "../request/auth-request.ts"
import type { Lifetime } from "../request/strategy.ts"

const [MIN_LENGTH, MAX_LENGTH] = [16, 310] // also for an app's own tokens
const TOKEN = /^[\w.~+/=-]{22,200}$/
const AUTHJS_TOKEN = /^[\w.~+/=-]{21,200}$/ // `nanoid()` makes 21 characters, which are 126 bits
/** The hash of the site, after the random part. Sessions of Auth.js and of older versions have none. */
const SITE_TAG = /^.*~~([\da-f]{24})(?:~|$)/
/** The security epoch, at the end of a token of a later epoch than the first. */
const EPOCH_SUFFIX = /~\.([\w-]{16})$/
const TERMS_SUFFIX = /(?:~([0-9a-z]{1,9})~([0-9a-z]{1,9})(~b)?)?(?:~([0-9a-z]{1,9}-[a-z0-9.-]{0,40}))?$/

// A browser sends its token with every request, and hashing it takes a third of a session lookup. The database still
// confirms each time that the session exists
const tokenCaches = memoize((_settings: Settings) => new Map<string, TokenCache>())

function hashesUnder(secret: string, settings: Settings): TokenCache {
  const caches = tokenCaches(settings)
  const cachedTokens = caches.get(secret)
  if (cachedTokens) return cachedTokens
  const cache = new TokenCache()
  caches.set(secret, cache)
  return cache
}

/**
 * How long a session is kept, and when it began, in seconds. `start` is `undefined` if the token doesn't contain it,
 * and so is `proofs`.
 */
export interface TokenTerms extends Lifetime {
  start: number | undefined
  /** When and how the user proved who they are, as `session-proofs.ts` writes it. */
  proofs: string | undefined
  /** The user's security epoch when the session began. */
  epoch?: string | undefined
}

/**
 * Returns a new session token. If the terms differ from the configuration's, the token contains them. It also contains
 * its site, and when and how the user signed in. The database looks up the whole token, so the user can't change any of
 * it. Any adapter can store it, no second cookie is read, and a copy of an older token gains nothing from a step-up.
 *
 * @throws {AuthError} `SessionTokenError` if the app's generator returns a token that can be guessed, or that isn't a
 * valid cookie value
 */
export async function newSessionToken(
  context: TokenContext,
  { epoch = "", ...terms }: TokenTerms & { start: number },
): Promise<string> {
  const { settings } = context
  const token = `${generateToken(settings)}~~${await siteTag(context)}${termsSuffix(settings, terms)}`
  return epoch === "" ? token : `${token}~.${epoch}`
}

/** The settings, and what the site of a token follows from. */
type TokenContext = Pick<RequestContext, "settings" | "site" | "cookieTable">

/** The row has the whole token, so no user can remove the tag. It binds a session in any table, also in Auth.js's. */
const siteTag = (context: TokenContext): Awaitable<string> =>
  mapAwaitable(sha256(JSON.stringify(["session site", sessionAudience(context)])), (hash) => hash.slice(0, 24))

/**
 * Returns whether a token's session belongs to the site of a request. Other sites and tenants may use the same
 * database. A token without a site is older, and its session stays valid.
 */
export function isForSite(context: TokenContext, token: string): Awaitable<boolean> {
  const tag = SITE_TAG.exec(token)?.[1]
  return tag === undefined || mapAwaitable(siteTag(context), (own) => own === tag)
}

function generateToken({ session, rules, logger }: Settings): string {
  const generated: unknown = session.generateSessionToken()
  if (typeof generated !== "string" || !(rules.shortTokens ? AUTHJS_TOKEN : TOKEN).test(generated)) {
    throw new AuthError(
      "SessionTokenError",
      "Invalid session token: `session.generateSessionToken` must return 22 to 200 characters that a cookie may hold",
    )
  }
  if (generated.length < 22) warnAboutWeakToken(logger)
  return generated
}

function termsSuffix(
  { session, adapter }: Settings,
  { start, maxAge, persistent, proofs }: TokenTerms & { start: number },
): string {
  const usual = session.absoluteMaxAge === undefined && maxAge === session.maxAge && persistent
  // If an adapter can't end all sessions of a user, their start tells which ones are older than the reclaim
  const ending = proofs ? `~${proofs}` : ""
  if (usual) return `${adapter?.deleteSessions ? "" : `~${start.toString(36)}~0`}${ending}`
  return `~${start.toString(36)}~${Math.ceil(maxAge).toString(36)}${persistent ? "" : "~b"}${ending}`
}

const WARNED = new WeakSet<object>() // one warning is enough

function warnAboutWeakToken(logger: Settings["logger"]): void {
  if (WARNED.has(logger)) return
  WARNED.add(logger)
  logger.warn("short-session-token")
}

/** Returns the terms in a token that is in the database. */
export function parseTokenTerms(token: string, { session }: Settings): TokenTerms {
  const [suffix = "", epoch = ""] = EPOCH_SUFFIX.exec(token) ?? []
  const rest = token.slice(0, token.length - suffix.length)
  const [, start, maxAge, browser, proofs] = TERMS_SUFFIX.exec(rest) ?? []
  const proven = { proofs, epoch }
  if (start === undefined || maxAge === undefined)
    return { start: undefined, maxAge: session.maxAge, persistent: true, ...proven }
  const parsedMaxAge = Number.parseInt(maxAge, 36) || session.maxAge // 0: as the configuration says
  return { start: Number.parseInt(start, 36), maxAge: parsedMaxAge, persistent: browser === undefined, ...proven }
}

/** Returns whether a cookie's value can be a token. No other value reaches the database. */
export function isTokenShaped(token: string | undefined): token is string {
  return token !== undefined && token.length >= MIN_LENGTH && token.length <= MAX_LENGTH
}

/**
 * Returns the stored form of a token: its keyed hash under `secret` if the adapter wants hashes, or else the token
 * itself.
 */
export function storedSessionKey(token: string, secret: string, settings: Settings): Awaitable<string> {
  if (!settings.adapter?.wantsTokenHashes) return token
  const hashes = hashesUnder(secret, settings)
  const cached = hashes.get(token)
  if (cached !== undefined) return cached
  return mapAwaitable(hmac(secret, "session token", token), (hash) => {
    hashes.set(token, hash)
    return hash
  })
}

/** A keyed hash, as {@link storedSessionKey} makes it. */
const HASH = /^[\da-f]{64}$/

/**
 * Returns whether Auth.js may have stored this token as it is, in a table whose adapter now wants hashes. A token that
 * looks like a hash never counts: a copy of the table must open no session.
 */
export function mayBeStoredUnhashed(token: string, { adapter, rules }: Settings): boolean {
  return rules.unhashedTokens === true && adapter?.wantsTokenHashes === true && !HASH.test(token)
}
