import type { CryptoKey, JWTPayload, JWTVerifyGetKey, JWTVerifyOptions } from "jose"
import { fromBase64url, utf8 } from "../../crypto/bytes.ts"
import { asError } from "../../errors.ts"
import { secretOf } from "./client-authentication.ts"
import { urlOf } from "./endpoints.ts"
import type { Party } from "./engine.ts"
import type { Metadata } from "./metadata.ts"
import { refusal } from "./refusal.ts"
import { ask } from "./request.ts"
import { isFields, isText, parseJson } from "./shapes.ts"

/** Signatures that a public key proves; a shared secret or none proves nothing to us. */
const ALGORITHMS = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA", "Ed25519"]
/** Signatures with the client secret, for providers that have no other; never beside a public key's. */
const WITH_SECRET = ["HS256", "HS384", "HS512"]
/** Seconds by which a provider's clock may differ. */
const TOLERANCE = 30
const KEYS_MAX_AGE = 60 * 60 * 1000
/** An unknown key makes the set be fetched again, at most once in this time. */
const KEYS_MIN_AGE = 60 * 1000

const REQUIRED = {
  id_token: ["iss", "sub", "aud", "exp", "iat"],
  logout_token: ["iss", "aud", "exp", "iat", "jti", "events"],
  userinfo: ["sub"],
}
/** What claims are called in a refusal, and the client metadata that names the algorithm of their signature. */
const SAID = {
  id_token: ["ID token", "id_token_signed_response_alg"],
  logout_token: ["logout token", "id_token_signed_response_alg"], // Back-Channel Logout 1.0, section 2.4
  userinfo: ["userinfo", "userinfo_signed_response_alg"],
} as const

/** What is signed, and by whom. */
export interface Signed {
  metadata: Metadata
  kind: keyof typeof REQUIRED
}

/**
 * The claims of a JWT that the provider signed: with a key of its key set, or with the client secret where the
 * configuration names such an algorithm.
 *
 * @throws {AuthError} `OAuthCallbackError`
 */
export async function signedClaims(party: Party, token: string, signed: Signed): Promise<JWTPayload> {
  const claims = await verified(party, token, signed)
  const [, payload = ""] = token.split(".")
  // Read again, as every other answer of a provider is; `sub` must be the text that it was
  const read = parseJson(new TextDecoder().decode(fromBase64url(payload) ?? new Uint8Array()))
  return isFields(read) ? { ...read, ...(claims.sub !== undefined && { sub: claims.sub }) } : claims
}

async function verified(party: Party, token: string, { metadata, kind }: Signed): Promise<JWTPayload> {
  const { jwtVerify, errors } = await import("jose")
  const { engine, provider } = party
  const named = provider.client?.[SAID[kind][1]]
  const symmetric = isText(named) && WITH_SECRET.includes(named)
  const options: JWTVerifyOptions = {
    algorithms: isText(named) ? [...ALGORITHMS, ...WITH_SECRET].filter((algorithm) => algorithm === named) : ALGORITHMS,
    currentDate: new Date(engine.now()),
    clockTolerance: TOLERANCE,
    requiredClaims: REQUIRED[kind],
  }
  try {
    if (symmetric) return (await jwtVerify(token, utf8(await secretOf(party)), options)).payload
    return (await jwtVerify(token, keysOf(party, metadata, KEYS_MAX_AGE), options)).payload
  } catch (thrown) {
    if (!(thrown instanceof errors.JWKSNoMatchingKey)) throw unproven(provider.id, kind, thrown)
  }
  try {
    return (await jwtVerify(token, keysOf(party, metadata, KEYS_MIN_AGE), options)).payload
  } catch (thrown) {
    throw unproven(provider.id, kind, thrown)
  }
}

function unproven(id: string, kind: Signed["kind"], thrown: unknown) {
  const err = asError(thrown)
  if (err.name === "OAuthCallbackError") return err
  return refusal(`The ${SAID[kind][0]} of ${id} is not proven: ${err.message}`, { err })
}

function keysOf(party: Party, metadata: Metadata, maxAge: number): JWTVerifyGetKey {
  const { engine, provider } = party
  const name = `${provider.id} ${metadata.jwks_uri}`
  return async (header, token): Promise<CryptoKey> => {
    const { createLocalJWKSet } = await import("jose")
    const keys = await engine.cache.keySets.take(name, { now: engine.now(), maxAge }, () => keySet(party, metadata))
    return createLocalJWKSet(keys)(header, token)
  }
}

async function keySet(party: Party, { jwks_uri: where }: Metadata) {
  const { status, text } = await ask(party, urlOf(party, where, "jwks_uri"), "key set", {})
  const body = status === 200 ? parseJson(text) : undefined
  const keys = isFields(body) ? body["keys"] : undefined
  if (!Array.isArray(keys)) throw refusal(`The key set of ${party.provider.id} is none (status ${status})`)
  return { keys: keys.filter(isFields) }
}
