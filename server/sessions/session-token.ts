import type { Awaitable } from "../adapters/contract.ts"
import { after } from "../crypto/after.ts"
import { BoundedMap } from "../crypto/bounded-map.ts"
import { hmac } from "../crypto/hash.ts"
import type { Settings } from "../config/settings.ts"
import { AuthError } from "../errors.ts"
import type { Lifetime } from "./lifetime.ts"

const [MIN_LENGTH, MAX_LENGTH] = [16, 256] // of an app's own tokens as well
const TOKEN = /^[\w.~+/=-]{22,200}$/
const TERMS = /~([0-9a-z]{1,9})~([0-9a-z]{1,9})(~b)?$/

// A token comes back with each page, tab and poll of its visitor, and the hash is a third of what reading its session
// takes. Whether there still is such a session, the database is asked each time
const HASHES = new WeakMap<Settings, BoundedMap<string, string>>()
const MAX_REMEMBERED = 1000

/** When a session began, in seconds, and how long it is kept. */
export interface Terms extends Lifetime {
  start: number
}

/**
 * A new session token. Terms that differ from the configuration's stand in the token itself: the database is asked for
 * the whole token, so nobody can change them, and any adapter can keep them.
 *
 * @throws {AuthError} `SessionTokenError` when the app's generator made something that can be guessed, or is no cookie
 */
export function newSessionToken({ session }: Settings, { start, maxAge, persistent }: Terms): string {
  const made: unknown = session.generateSessionToken()
  if (typeof made !== "string" || !TOKEN.test(made)) {
    throw new AuthError(
      "SessionTokenError",
      "generateSessionToken answered what is no token; 22 to 200 characters were wanted",
    )
  }
  if (session.absoluteMaxAge === undefined && maxAge === session.maxAge && persistent) return made
  return `${made}~${start.toString(36)}~${Math.ceil(maxAge).toString(36)}${persistent ? "" : "~b"}`
}

/** The terms in a token that is in the database. */
export function termsOf(token: string, { session }: Settings): Lifetime & { start: number | undefined } {
  const [, start, maxAge, browser] = TERMS.exec(token) ?? []
  if (start === undefined || maxAge === undefined) return { start: undefined, maxAge: session.maxAge, persistent: true }
  return { start: Number.parseInt(start, 36), maxAge: Number.parseInt(maxAge, 36), persistent: browser === undefined }
}

/** Whether a cookie's value can be a token at all; no database is asked for any other. */
export function canBeToken(token: string | undefined): token is string {
  return token !== undefined && token.length >= MIN_LENGTH && token.length <= MAX_LENGTH
}

/** What the adapter keeps of a token: the token itself, or where the adapter wants that, its keyed hash under `secret`. */
export function storedKey(token: string, secret: string, settings: Settings): Awaitable<string> {
  if (!settings.adapter?.wantsTokenHashes) return token
  const name = `${settings.secrets.indexOf(secret)} ${token}`
  const hashes = HASHES.get(settings) ?? new BoundedMap<string, string>(MAX_REMEMBERED)
  HASHES.set(settings, hashes)
  const known = hashes.get(name)
  if (known !== undefined) return known
  return after(hmac(secret, "session token", token), (hash) => {
    hashes.set(name, hash)
    return hash
  })
}
