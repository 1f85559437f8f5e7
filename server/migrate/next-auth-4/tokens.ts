import type { Awaitable } from "../../types.ts"
import { processEnv, withOlderNames } from "../../core/config/env.ts"
import { getTokenWith } from "../../core/sessions/get-token.ts"
import { DEFAULT_MAX_AGE, openClaims, sealClaims } from "../../core/crypto/jwt.ts"
import type { JWT } from "../../core/crypto/jwt-types.ts"
import { keyringFor, type Keyring } from "../../core/crypto/keyring.ts"
import { AuthError } from "../../errors.ts"
import { nextAuth4CookieName } from "../authjs/names.ts"

export type { JWT } from "../../core/crypto/jwt-types.ts"

/**
 * The argument that next-auth 4 passes to `encode`. A session has no salt. The cookies of a sign-in attempt have their
 * name as salt.
 */
export interface JWTEncodeParams {
  token?: JWT | undefined
  /** If there are several, the first one seals. */
  secret: string | readonly string[]
  salt?: string | undefined
  /** Seconds. @default 2_592_000 (30 days) */
  maxAge?: number | undefined
}

/** The argument that next-auth 4 passes to `decode`. */
export interface JWTDecodeParams {
  token?: string | undefined
  /** If there are several, any of them opens. */
  secret: string | readonly string[]
  salt?: string | undefined
}

/** The `jwt` option of next-auth 4. */
export interface JWTOptions {
  /** @deprecated Use the `secret` of the configuration */
  secret: string
  /** Seconds. @default 2_592_000 (30 days) */
  maxAge: number
  encode(params: JWTEncodeParams): Awaitable<string>
  decode(params: JWTDecodeParams): Awaitable<JWT | null>
}

/** Returns next-auth 4's keys: A256GCM, and an HKDF info text that contains the salt if there is one. */
export function nextAuth4Keyring(secret: string | readonly string[]): Keyring {
  const info = (salt: string) => `NextAuth.js Generated Encryption Key${salt && ` (${salt})`}`
  return keyringFor(secret, { info, lengths: [32] })
}

const nowInSeconds = () => Math.floor(Date.now() / 1000)

/** Seals a token like `encode` of next-auth 4. */
export async function encode(params: JWTEncodeParams): Promise<string> {
  const { token = {}, secret, salt = "", maxAge = DEFAULT_MAX_AGE } = params
  const { jti: _, ...claims } = token
  return sealClaims(claims, { keyring: nextAuth4Keyring(secret), salt, maxAge, now: nowInSeconds() })
}

/**
 * Opens a token that next-auth 4 sealed, or Latchkit under its preset.
 *
 * @returns `null` if the token is empty
 * @throws {AuthError} `JWTSessionError` if no secret opens it, or it has expired
 */
export async function decode({ token, secret, salt = "" }: JWTDecodeParams): Promise<JWT | null> {
  if (!token) return null
  const claims = await openClaims(token, { keyring: nextAuth4Keyring(secret), salt, now: nowInSeconds() })
  if (claims) return claims
  throw new AuthError("JWTSessionError", "The token was sealed with another secret or salt, or has expired")
}

/**
 * Reads the session token of a request like `next-auth/jwt`: from next-auth 4's cookie or an `Authorization: Bearer`
 * header.
 * Tokens of next-auth 4 name no site. Tokens in Latchkit's own format must be for this site.
 */
export const getToken = getTokenWith({
  forms: (secret) => [
    { keyring: nextAuth4Keyring(secret), namesSite: false, salt: "" },
    { keyring: keyringFor(secret), namesSite: true },
  ],
  cookieName: (secure) => nextAuth4CookieName("sessionToken", secure),
  bearer: true,
  endless: true,
  environment: () => withOlderNames(processEnv(), 4),
})
