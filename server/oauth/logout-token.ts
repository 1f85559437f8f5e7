import type { JWTPayload } from "jose"
import * as oauth from "oauth4webapi"
import { decodeHeader } from "../core/crypto/decode-unverified.ts"
import type { OAuthConfig } from "../providers/types.ts"
import type { LogoutClaims, OAuthEngine, ProviderClient, Metadata } from "./types.ts"
import { acceptedIssuer, checkAudience, checkIssuer, isIssuer } from "./id-token.ts"
import { metadataFor } from "./metadata.ts"
import { callbackError, isFields, isText } from "./values.ts"
import { checkSignature, decodeClaims } from "./signature.ts"
import { algorithmsFor, runStep, toAuthorizationServer, toOAuthClient } from "./standard.ts"

const BACKCHANNEL_LOGOUT_EVENT = "http://schemas.openid.net/event/backchannel-logout"
const MAX_TOKEN_LENGTH = 32 * 1024
/** Seconds after which a token is too old, even if its `exp` is later, and seconds by which clocks may differ. */
const [MAX_AGE, TOLERANCE] = [5 * 60, 30]
/** Accepted `typ` headers of a logout token. Older providers send `JWT` or none. */
const ALLOWED_TYPES: readonly unknown[] = [undefined, "JWT", "logout+jwt", "application/logout+jwt"]

/**
 * Validates a logout token and returns its claims.
 *
 * @throws {AuthError} `OAuthCallbackError`
 * @see [Back-Channel Logout 1.0, section 2.6](https://openid.net/specs/openid-connect-backchannel-1_0.html#Validation)
 */
export async function validateLogoutToken(
  engine: OAuthEngine,
  provider: OAuthConfig,
  token: string,
): Promise<LogoutClaims> {
  if (token === "" || token.length > MAX_TOKEN_LENGTH)
    throw logoutTokenError(provider, "is missing, or longer than 32 KB")
  const client = { engine, provider }
  const metadata = await metadataFor(client, ["jwks_uri"])
  const claims: JWTPayload = decodeClaims(token)
  checkIssuer(client, claims, { metadata, checks: {}, kind: "logout token" })
  checkAudience(client, claims, { kind: "logout token" })
  await verifySignature(client, token, metadata)
  checkType(provider, token)
  const { iss = "", sub, jti, iat = 0, exp, events, nonce } = claims
  if (exp === undefined) throw logoutTokenError(provider, 'was rejected: missing required "exp" claim')
  // An ID token has a nonce, and users hold ID tokens
  if (nonce !== undefined) throw logoutTokenError(provider, "has a nonce, like an ID token")
  if (!isFields(events) || !isFields(events[BACKCHANNEL_LOGOUT_EVENT]))
    throw logoutTokenError(provider, "has no back-channel logout event")
  const age = engine.now() / 1000 - iat
  if (age > MAX_AGE || age < -TOLERANCE) throw logoutTokenError(provider, "isn't recent, or is from the future")
  if (!isText(jti) || jti.trim() === "" || jti.length > 512) throw logoutTokenError(provider, "has no valid jti")
  // Latchkit doesn't store the `sid` of sessions, so it can't find a session without a `sub`
  if (!isText(sub) || sub.trim() === "") throw logoutTokenError(provider, "has no sub")
  const isIssuedBy = (issuer: string) => isIssuer(provider, issuer, { claims, metadata, checks: {} })
  return { issuer: iss, sub, jti, isIssuedBy, expires: Math.min(exp, iat + MAX_AGE) + TOLERANCE }
}

/**
 * Checks the times and the signature. oauth4webapi has no function for logout tokens. It has one for signed userinfo,
 * a JWT of the same server that needs no claim but `sub`.
 */
async function verifySignature(client: ProviderClient, token: string, metadata: Metadata): Promise<void> {
  const what = "logout token"
  // The algorithm is the one of ID tokens (Back-Channel Logout 1.0, section 2.4)
  const { userinfo_signed_response_alg: _, ...oauthClient } = toOAuthClient(client)
  const { id_token_signed_response_alg: named } = oauthClient
  const server = {
    ...toAuthorizationServer(client, metadata, acceptedIssuer(client, token, { metadata, checks: {} })),
    userinfo_signing_alg_values_supported: algorithmsFor(metadata),
  }
  const relyingParty = { ...oauthClient, ...(named !== undefined && { userinfo_signed_response_alg: named }) }
  const response = new Response(token, { headers: { "content-type": "application/jwt" } })
  await runStep(client, what, () =>
    oauth.processUserInfoResponse(server, relyingParty, oauth.skipSubjectCheck, response),
  )
  // Without `algorithm`, it must be a public key's
  await checkSignature(client, { metadata, server, response, token, algorithm: undefined }, what)
}

function checkType(provider: OAuthConfig, token: string): void {
  const header = decodeHeader(token) // `undefined` after a byte order mark, which a `Response` drops
  if (!header) throw logoutTokenError(provider, "has no readable header")
  if (!ALLOWED_TYPES.includes(header.typ))
    throw logoutTokenError(provider, `is of the type ${JSON.stringify(header.typ)}`)
}

function logoutTokenError({ id }: OAuthConfig, what: string) {
  return callbackError(`The logout token of ${id} ${what}`)
}
