import type { Awaitable } from "../../types.ts"
import { mapAwaitable } from "./then.ts"
import { memoize } from "./memory.ts"
import { openJwe, sealJwe } from "./jwe.ts"
import { type ContentKey, keyringFor, type Keyring } from "./keyring.ts"
import { TokenCache } from "./token-cache.ts"
import { AuthError } from "../../errors.ts"
import type { DecodeParams, EncodeParams, JWT } from "./jwt-types.ts"

/** Characters. Longer tokens aren't cached. */
const MAX_CACHED_LENGTH = 4096
const cacheFor = memoize((_keys: readonly ContentKey[]) => new TokenCache())

/**
 * Like {@link openJwe}, with a cache. A session token comes back with each page, tab and poll, so its plaintext is
 * cached. This doesn't extend its life: the caller still checks the claims, including `exp`.
 */
export function openJweCached(token: string, keys: readonly ContentKey[]): Awaitable<string | null> {
  const cache = cacheFor(keys)
  const cached = cache.get(token)
  if (cached !== undefined) return cached
  return mapAwaitable(openJwe(token, keys), (plaintext) => {
    if (plaintext !== null && token.length <= MAX_CACHED_LENGTH) cache.set(token, plaintext)
    return plaintext
  })
}

/** 30 days, in seconds. */
export const DEFAULT_MAX_AGE = 30 * 24 * 60 * 60
/** Seconds by which two clocks may differ. */
export const CLOCK_TOLERANCE = 15
/** Seconds by which a clock may jump back and no session ends: a wrong time zone is at most 14 hours off. */
const LARGEST_JUMP = 14 * 60 * 60

export interface SealOptions {
  keyring: Keyring
  salt: string
  /** Seconds from `now` until the token expires. */
  maxAge: number
  /** Seconds since the epoch. */
  now: number
  /** Whether the ids of the token and of its key are left out, which saves 190 characters. @default false */
  brief?: boolean
}

/** Seals claims with the keyring's first secret. Sets `iat` and `exp`, and adds a `jti` if there is none. */
export async function sealClaims(claims: JWT, { keyring, salt, maxAge, now, brief }: SealOptions): Promise<string> {
  const [key] = await keyring.keys(salt)
  if (!key) throw new AuthError("MissingSecretError", "Sealing a token needs a secret")
  const payload = { ...claims, iat: now, exp: Math.floor(now + maxAge) }
  if (brief) return sealJwe(JSON.stringify(payload), key, { namesKey: false })
  return sealJwe(JSON.stringify({ ...payload, jti: claims.jti ?? crypto.randomUUID() }), key)
}

export interface OpenOptions {
  keyring: Keyring
  salt: string
  /** Seconds since the epoch. */
  now: number
  /** Whether the token is used repeatedly, as a session's is. Then it is decrypted once and cached. @default false */
  again?: boolean
}

/**
 * Opens what {@link sealClaims} sealed with any secret of the keyring. Returns `null` for an expired token and for
 * anything else.
 */
export function openClaims(token: string, { keyring, salt, now, again }: OpenOptions): Awaitable<JWT | null> {
  const open = again ? openJweCached : openJwe
  const claims = mapAwaitable(keyring.keys(salt), (keys) => open(token, keys))
  return mapAwaitable(claims, (plaintext) => (plaintext === null ? null : unexpiredClaims(plaintext, now, again)))
}

// RFC 8725, section 3.12 and RFC 7519, section 4.1.4: reject a token without a valid lifetime
function unexpiredClaims(plaintext: string, now: number, isSession = false): JWT | null {
  const claims = parseClaims(plaintext)
  if (!claims) return null
  const { iat, exp, nbf } = claims
  if (!Number.isSafeInteger(exp) || !Number.isSafeInteger(iat)) return null
  // A one-time value ends exactly: after its expiry, its claim may be gone
  if (Number(exp) <= now - (isSession ? CLOCK_TOLERANCE : 0)) return null
  if (Number(iat) > now + CLOCK_TOLERANCE + (isSession ? LARGEST_JUMP : 0)) return null
  if (nbf !== undefined && !(Number(nbf) <= now + CLOCK_TOLERANCE)) return null
  return claims
}

function parseClaims(plaintext: string): JWT | null {
  try {
    const claims: unknown = JSON.parse(plaintext)
    return typeof claims === "object" && claims !== null && !Array.isArray(claims) ? (claims as JWT) : null // an object, whose members are checked at use
  } catch {
    return null
  }
}

/**
 * Seals a session token with the first of `secret`.
 *
 * @see [RFC 7516](https://www.rfc-editor.org/rfc/rfc7516)
 */
export async function encode({ token = {}, secret, salt, maxAge = DEFAULT_MAX_AGE }: EncodeParams): Promise<string> {
  return sealClaims(token, { keyring: keyringFor(secret), salt, maxAge, now: Math.floor(Date.now() / 1000) })
}

/**
 * Decrypts a session token with any of `secret`.
 *
 * @returns `null` if the token is empty
 * @throws {AuthError} `JWTSessionError` if no secret decrypts it, or it has expired
 */
export async function decode({ token, secret, salt }: DecodeParams): Promise<JWT | null> {
  if (!token) return null
  const now = Math.floor(Date.now() / 1000)
  const claims = await openClaims(token, { keyring: keyringFor(secret), salt, now, again: true })
  if (!claims)
    throw new AuthError("JWTSessionError", "The token was sealed with another secret or salt, or has expired")
  return claims
}
