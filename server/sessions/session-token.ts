import { hmac } from "../crypto/hash.ts"
import type { Settings } from "../config/settings.ts"
import { AuthError } from "../errors.ts"

/** Longer values are no token of ours, and no database is asked for them. */
const MAX_LENGTH = 256
const TOKEN = /^[\w.~+/=-]{22,200}$/
const TERMS = /~([0-9a-z]{1,9})~([0-9a-z]{1,9})$/

/** When a session began and how long it may idle, in seconds. */
export interface Terms {
  start: number
  maxAge: number
}

/**
 * A new session token. Terms that differ from the configuration's stand in the token itself: the database is asked for
 * the whole token, so nobody can change them, and any adapter can keep them.
 *
 * @throws {AuthError} `SessionTokenError` when the app's generator made something that can be guessed, or is no cookie
 */
export function newSessionToken({ session }: Settings, { start, maxAge }: Terms): string {
  const made: unknown = session.generateSessionToken()
  if (typeof made !== "string" || !TOKEN.test(made)) {
    throw new AuthError(
      "SessionTokenError",
      "generateSessionToken answered what is no token; 22 to 200 characters were wanted",
    )
  }
  if (session.absoluteMaxAge === undefined && maxAge === session.maxAge) return made
  return `${made}~${start.toString(36)}~${maxAge.toString(36)}`
}

/** The terms in a token that is in the database. */
export function termsOf(token: string, { session }: Settings): { start: number | undefined; maxAge: number } {
  const [, start, maxAge] = TERMS.exec(token) ?? []
  if (start === undefined || maxAge === undefined) return { start: undefined, maxAge: session.maxAge }
  return { start: Number.parseInt(start, 36), maxAge: Number.parseInt(maxAge, 36) }
}

/**
 * What the adapter is asked for, for a token: the token, or where the adapter wants them, its keyed hashes under each
 * listed secret, the one of new sessions first.
 */
export async function storedKeys(token: string, { adapter, secrets }: Settings): Promise<readonly string[]> {
  if (token.length < 16 || token.length > MAX_LENGTH) return []
  return adapter?.wantsTokenHashes
    ? Promise.all(secrets.map((secret) => hmac(secret, "session token", token)))
    : [token]
}
