import type { Awaitable } from "../types.ts"
import { mapAwaitable } from "../crypto/then.ts"
import { LruMap, memoize } from "../crypto/memory.ts"
import { hmac } from "../crypto/hash.ts"
import type { Settings } from "../config/settings.ts"
import { AuthError } from "../errors.ts"
import type { Lifetime } from "./strategy.ts"

const [MIN_LENGTH, MAX_LENGTH] = [16, 256] // of an app's own tokens as well
const TOKEN = /^[\w.~+/=-]{22,200}$/
const AUTHJS_TOKEN = /^[\w.~+/=-]{21,200}$/ // `nanoid()` makes 21 characters, which are 126 bits
const TERMS_SUFFIX = /~([0-9a-z]{1,9})~([0-9a-z]{1,9})(~b)?$/

// A token comes back with each page, tab and poll of its visitor, and the hash is a third of what reading its session
// takes. Whether there still is such a session, the database is asked each time
const MAX_CACHED_HASHES = 1000
const hashesOf = memoize((_settings: Settings) => new LruMap<string, string>(MAX_CACHED_HASHES))

/** How long a session is kept, and when it began, in seconds; undefined if its token doesn't say it. */
export interface TokenTerms extends Lifetime {
  start: number | undefined
}

/**
 * A new session token. Terms that differ from the configuration's stand in the token itself: the database is asked for
 * the whole token, so nobody can change them, and any adapter can keep them.
 *
 * @throws {AuthError} `SessionTokenError` when the app's generator made something that can be guessed, or is no cookie
 */
export function newSessionToken(
  { session, adapter, compat, logger }: Settings,
  { start, maxAge, persistent }: TokenTerms & { start: number },
): string {
  const generated: unknown = session.generateSessionToken()
  if (typeof generated !== "string" || !(compat === "authjs" ? AUTHJS_TOKEN : TOKEN).test(generated)) {
    throw new AuthError(
      "SessionTokenError",
      "Invalid session token: `session.generateSessionToken` must return 22 to 200 characters that a cookie may hold",
    )
  }
  if (generated.length < 22) warnAboutWeakToken(logger)
  const usual = session.absoluteMaxAge === undefined && maxAge === session.maxAge && persistent
  // An adapter that can't end a user's sessions together: their start says which are from before the user was reclaimed
  if (usual) return adapter?.deleteSessions ? generated : `${generated}~${start.toString(36)}~0`
  return `${generated}~${start.toString(36)}~${Math.ceil(maxAge).toString(36)}${persistent ? "" : "~b"}`
}

const WARNED = new WeakSet<object>() // a warning at each sign-in says nothing new

function warnAboutWeakToken(logger: Settings["logger"]): void {
  if (WARNED.has(logger)) return
  WARNED.add(logger)
  logger.warn("short-session-token")
}

/** The terms in a token that is in the database. */
export function parseTokenTerms(token: string, { session }: Settings): TokenTerms {
  const [, start, maxAge, browser] = TERMS_SUFFIX.exec(token) ?? []
  if (start === undefined || maxAge === undefined) return { start: undefined, maxAge: session.maxAge, persistent: true }
  const parsedMaxAge = Number.parseInt(maxAge, 36) || session.maxAge // 0: as the configuration says
  return { start: Number.parseInt(start, 36), maxAge: parsedMaxAge, persistent: browser === undefined }
}

/** Whether a cookie's value can be a token at all; no database is asked for any other. */
export function isTokenShaped(token: string | undefined): token is string {
  return token !== undefined && token.length >= MIN_LENGTH && token.length <= MAX_LENGTH
}

/** What the adapter keeps of a token: the token itself, or where the adapter wants that, its keyed hash under `secret`. */
export function storedSessionKey(token: string, secret: string, settings: Settings): Awaitable<string> {
  if (!settings.adapter?.wantsTokenHashes) return token
  const name = `${settings.secrets.indexOf(secret)} ${token}`
  const hashes = hashesOf(settings)
  const cached = hashes.get(name)
  if (cached !== undefined) return cached
  return mapAwaitable(hmac(secret, "session token", token), (hash) => {
    hashes.set(name, hash)
    return hash
  })
}

/** A keyed hash, as {@link storedSessionKey} makes it. */
const HASH = /^[\da-f]{64}$/

/**
 * Returns whether an app that moves from Auth.js may have stored this token as it is, in a table whose adapter now wants hashes.
 * A token that looks like a hash is none of those: a copy of the table must open no session.
 */
export function mayBeStoredUnhashed(token: string, { adapter, compat }: Settings): boolean {
  return compat === "authjs" && adapter?.wantsTokenHashes === true && !HASH.test(token)
}
