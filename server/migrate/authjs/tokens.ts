import { processEnv, withOlderNames } from "../../core/config/env.ts"
import { getTokenWith } from "../../core/sessions/get-token.ts"
import { DEFAULT_MAX_AGE, openClaims, sealClaims } from "../../core/crypto/jwt.ts"
import type { DecodeParams, EncodeParams, JWT } from "../../core/crypto/jwt-types.ts"
import { keyringFor, type Keyring } from "../../core/crypto/keyring.ts"
import { AuthError } from "../../errors.ts"
import { authjsCookieName } from "./names.ts"

/** Returns Auth.js's keys of session tokens: A256CBC-HS512 to seal and open, and A256GCM to open. */
export function authjsKeyring(secret: string | readonly string[]): Keyring {
  return keyringFor(secret, { info: (salt) => `Auth.js Generated Encryption Key (${salt})`, lengths: [64, 32] })
}

const nowInSeconds = () => Math.floor(Date.now() / 1000)

/** Seals a session token like `@auth/core/jwt`, with the first of `secret`. */
export async function encode({ token = {}, secret, salt, maxAge = DEFAULT_MAX_AGE }: EncodeParams): Promise<string> {
  const { jti: _, ...claims } = token
  return sealClaims(claims, { keyring: authjsKeyring(secret), salt, maxAge, now: nowInSeconds() })
}

/**
 * Opens a session token that Auth.js or Latchkit sealed with any of `secret`.
 *
 * @returns `null` if the token is empty
 * @throws {AuthError} `JWTSessionError` if no secret opens it, or it has expired
 */
export async function decode({ token, secret, salt }: DecodeParams): Promise<JWT | null> {
  if (!token) return null
  for (const keyring of [authjsKeyring(secret), keyringFor(secret)]) {
    const claims = await openClaims(token, { keyring, salt, now: nowInSeconds() })
    if (claims) return claims
  }
  throw new AuthError("JWTSessionError", "The token was sealed with another secret or salt, or has expired")
}

/**
 * Reads the session token of a request like `@auth/core/jwt`: from Auth.js's cookie or an `Authorization: Bearer`
 * header.
 * Tokens of Auth.js name no site. Tokens in Latchkit's own format must be for this site.
 */
export const getToken = getTokenWith({
  forms: (secret) => [
    { keyring: authjsKeyring(secret), namesSite: false },
    { keyring: keyringFor(secret), namesSite: true },
  ],
  cookieName: (secure) => authjsCookieName("sessionToken", secure),
  bearer: true,
  endless: true,
  environment: () => withOlderNames(processEnv(), 5),
})
