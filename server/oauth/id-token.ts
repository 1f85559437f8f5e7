import type { JWTPayload } from "jose"
import type * as oauth from "oauth4webapi"
import { base64url, isEqualConstantTime, utf8Bytes } from "../core/crypto/bytes.ts"
import { decodeHeader, decodeUnverified } from "../core/crypto/decode-unverified.ts"
import { tenantIssuer } from "../providers/quirks/entra.ts"
import type { OAuthConfig } from "../providers/types.ts"
import type { Profile } from "../providers/profile-types.ts"
import type { AuthorizationChecks, ProviderClient, Metadata } from "./types.ts"
import { toEndpoint, callbackError, isText } from "./values.ts"
import { checkSignature, decodeClaims } from "./signature.ts"

const MAX_TOKEN_LENGTH = 32 * 1024
/** Seconds between the issue of an ID token and its use. A transaction takes 15 minutes at most, and clocks differ. */
const [OLDEST, AHEAD] = [20 * 60, 5 * 60]

/**
 * Returns the seconds by which the provider's clock is ahead, if its ID token says that it isn't valid yet. All times
 * of the token are then compared with that clock. At most five minutes, as for the issue.
 */
export function secondsAhead({ engine }: ProviderClient, idToken: string | undefined): number {
  const { nbf } = decodeUnverified(idToken) ?? {}
  const ahead = typeof nbf === "number" ? Math.ceil(nbf - engine.now() / 1000) : 0
  return ahead > 0 && ahead <= AHEAD ? ahead : 0
}

/** The kind of token that held the claims, as error messages name it. */
interface TokenKind {
  kind: "ID token" | "logout token"
}

interface IdTokenInput {
  metadata: Metadata
  server: oauth.AuthorizationServer
  /** The token response, already validated by oauth4webapi. */
  response: Response
  idToken: string
  accessToken: string | undefined
}

/**
 * Returns the claims of an ID token. oauth4webapi has already validated its issuer, audience, times, nonce and
 * algorithm.
 * This function checks its signature and everything that the standard leaves to the client.
 *
 * @throws {AuthError} `OAuthCallbackError`
 * @see [OpenID Connect Core, section 3.1.3.7](https://openid.net/specs/openid-connect-core-1_0.html#IDTokenValidation)
 */
export async function validateIdToken(
  client: ProviderClient,
  { idToken, ...expected }: IdTokenInput,
): Promise<Profile> {
  const { provider } = client
  if (idToken.length > MAX_TOKEN_LENGTH)
    throw callbackError(`The ID token of ${provider.id} is longer than ${MAX_TOKEN_LENGTH} characters`)
  const algorithm = namedAlgorithm(provider.client?.["id_token_signed_response_alg"])
  await checkSignature(client, { ...expected, token: idToken, algorithm }, "ID token")
  const claims: JWTPayload = decodeClaims(idToken)
  checkTokenType(client, idToken)
  checkAudience(client, claims, { kind: "ID token" })
  checkSubject(client, claims)
  checkAge(client, claims)
  checkDomain(client, claims)
  await checkAccessTokenHash(client, claims, { idToken, accessToken: expected.accessToken })
  return claims as Profile // each claim is checked where it is used
}

/** Rejects a token that its own type says isn't an ID token, such as a logout token (RFC 8725, section 3.11). */
function checkTokenType({ provider }: ProviderClient, idToken: string): void {
  const { typ } = decodeHeader(idToken) ?? {}
  if (isText(typ) && /\+jwt$/i.test(typ))
    throw callbackError(`The ID token of ${provider.id} is of the type ${JSON.stringify(typ.slice(0, 80))}`)
}

export const namedAlgorithm = (algorithm: unknown) => (isText(algorithm) ? algorithm : undefined)

/**
 * Returns the issuer that a response's ID token names if the provider accepts it. oauth4webapi then expects that
 * issuer.
 */
export function acceptedIssuer(
  { provider }: ProviderClient,
  idToken: string | undefined,
  { metadata, checks }: IssuerContext,
): string | undefined {
  const claims = idToken === undefined || idToken.length > MAX_TOKEN_LENGTH ? {} : decodeClaims(idToken)
  const { iss } = claims
  if (isText(iss) && isIssuer(provider, iss, { claims: { ...claims }, metadata, checks })) return iss
  // The issuer of a multi-tenant discovery document is a template. A token with the same issuer names no tenant
  if (iss !== undefined && iss === metadata.issuer)
    throw callbackError(`The ID token of ${provider.id} names no tenant`)
  return metadata.issuer
}

/** The expected issuer. */
type IssuerContext = Pick<IdTokenInput, "metadata"> & { checks: Pick<AuthorizationChecks, "issuer"> }

/** Rejects claims that another issuer signed. Error messages use `kind` to name the token. */
export function checkIssuer(
  { provider }: ProviderClient,
  claims: JWTPayload,
  { kind, ...wanted }: IssuerContext & TokenKind,
): void {
  const { iss } = claims
  if (!isText(iss)) throw callbackError(`The ${kind} of ${provider.id} names no issuer`)
  if (isIssuer(provider, iss, { claims, ...wanted })) return
  const named = wanted.metadata.issuer ?? "one"
  throw callbackError(`The ${kind} of ${provider.id} is from issuer ${iss.slice(0, 200)}, but ${named} was expected`)
}

/**
 * Returns whether an issuer is the provider's. A multi-tenant provider has one issuer per tenant, so only the one of
 * the tenant that issued these claims matches.
 */
export function isIssuer(
  provider: OAuthConfig,
  issuer: string,
  { claims, metadata, checks }: IssuerContext & { claims: JWTPayload | Profile },
): boolean {
  if (issuer.includes("{tenantid}")) return false
  const template = metadata.issuer?.replace("{tenantid}", tenantId(claims) ?? "{tenantid}")
  if (issuer === template || (checks.issuer !== undefined && issuer === checks.issuer)) return true
  const accepts = provider.acceptsIssuer ?? isMultiTenant(metadata.issuer)
  return accepts?.(issuer, claims as Profile) ?? false // the catalog's rules read the same claims
}

// However it is configured: the user's own tenant issues the tokens of Entra's shared authorities
function isMultiTenant(issuer = "") {
  const [, authority, tenants] =
    /^(https:\/\/login\.microsoftonline\.com)\/(common|organizations|consumers)\/v2\.0\/?$/.exec(issuer) ?? []
  return authority && tenants ? tenantIssuer(authority, tenants) : undefined
}

// Entra's discovery document for all tenants contains a template. It may only be filled with the id of a tenant
function tenantId({ tid }: JWTPayload | Profile): string | undefined {
  return isText(tid) && /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(tid) ? tid : undefined
}

/**
 * Returns whether the server with this metadata issued a stored ID token. Another server must not get the tokens stored
 * with it. Returns true if the token can't be read, or the server has no issuer.
 */
export function isFromServer({ provider }: ProviderClient, idToken: unknown, metadata: Metadata): boolean {
  const claims = provider.type === "oidc" && metadata.issuer !== undefined ? decodeUnverified(idToken) : undefined
  const { iss } = claims ?? {}
  if (!claims || iss === undefined || `${iss}/` === metadata.issuer || iss === `${metadata.issuer}/`) return true
  return isIssuer(provider, iss, { claims, metadata, checks: {} })
}

/** Rejects claims that are for another client. */
export function checkAudience({ provider }: ProviderClient, { aud, azp }: JWTPayload, { kind }: TokenKind): void {
  const audiences = Array.isArray(aud) ? aud : [aud]
  const { clientId } = provider
  if (!clientId || !audiences.includes(clientId))
    throw callbackError(`The ${kind} of ${provider.id} is for another client`)
  if (audiences.length > 1 && azp === undefined)
    throw callbackError(`The ${kind} of ${provider.id} is for several clients and has no azp`)
  if (azp !== undefined && azp !== clientId)
    throw callbackError(`The ${kind} of ${provider.id} was issued to another client`)
}

function checkSubject({ provider }: ProviderClient, { sub }: JWTPayload): void {
  if (!isText(sub) || sub.trim() === "" || sub.length > 255 || ["undefined", "null"].includes(sub)) {
    throw callbackError(`The ID token of ${provider.id} has a sub that isn't a user's id`)
  }
}

function checkAge({ engine, provider }: ProviderClient, { iat }: JWTPayload): void {
  const age = engine.now() / 1000 - Number(iat)
  if (age <= OLDEST && age >= -AHEAD) return
  throw callbackError(`The ID token of ${provider.id} wasn't issued for this sign-in: its iat is ${String(iat)}`)
}

// The user can change Google's `hd` in the authorization URL, so only the claim counts
function checkDomain({ provider }: ProviderClient, { hd }: JWTPayload): void {
  const { url, params } = toEndpoint(provider.authorization)
  const expectedDomain = params?.["hd"] ?? URL.parse(url ?? "")?.searchParams.get("hd")
  if (expectedDomain === undefined || expectedDomain === null) return
  const expected = String(expectedDomain).toLowerCase() // a list with one domain is sent as that domain
  if (isText(hd) && (expected === "*" || hd.toLowerCase() === expected)) return
  throw callbackError(`The ID token of ${provider.id} is of the domain ${String(hd)}, but ${expected} was expected`)
}

// OpenID Connect Core, section 3.1.3.8
async function checkAccessTokenHash(
  { provider }: ProviderClient,
  claims: JWTPayload,
  tokens: { idToken: string; accessToken: string | undefined },
) {
  const { at_hash: wanted } = claims
  if (wanted === undefined) return
  const { alg = "" } = decodeHeader(tokens.idToken) ?? {}
  const isEd25519 = alg === "EdDSA" || alg === "Ed25519" // RFC 9864 renamed it
  const hash = isEd25519 ? "SHA-512" : { "256": "SHA-256", "384": "SHA-384", "512": "SHA-512" }[alg.slice(-3)]
  if (!hash || !tokens.accessToken)
    throw callbackError(`The ID token of ${provider.id} has an at_hash that can't be checked`)
  const digest = new Uint8Array(await crypto.subtle.digest(hash, utf8Bytes(tokens.accessToken)))
  const tokenHash = base64url(digest.subarray(0, digest.length / 2))
  if (!isText(wanted) || !isEqualConstantTime(tokenHash, wanted))
    throw callbackError(`The ID token of ${provider.id} belongs to another access token`)
}
