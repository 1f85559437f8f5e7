import type { JWTPayload } from "jose"
import type { OAuthConfig } from "../providers/types.ts"
import type { OAuthEngine, Party } from "./types.ts"
import { checkAudience, checkIssuer, isIssuer } from "./id-token.ts"
import { metadataFor } from "./metadata.ts"
import { type Metadata } from "./types.ts"
import { refusal } from "./refusal.ts"
import { isFields, isText } from "./shapes.ts"
import { claimsIn, keySetFor, KEYS_MIN_AGE } from "./signature.ts"
import { algorithmsFor, step, TOLERANCE as SKEW } from "./standard.ts"

const EVENT = "http://schemas.openid.net/event/backchannel-logout"
const LONGEST = 32 * 1024
/** Seconds after which a token is too old, whatever it says itself; and those by which clocks may differ. */
const [MAX_AGE, TOLERANCE] = [5 * 60, 30]
/** What a logout token's header may say it is: its own type, or as older providers do nothing in particular. */
const TYPES: readonly unknown[] = [undefined, "JWT", "logout+jwt", "application/logout+jwt"]

/** Who has signed out at the provider. */
export interface LoggedOut {
  issuer: string
  sub: string
  jti: string
  /** Seconds since the epoch; until then the token could be sent again. */
  expires: number
  /** Whether an issuer speaks of the same people as the one that signed it. */
  isIssuedBy(issuer: string): boolean
}

/**
 * What a logout token says that its issuer signed for us.
 *
 * @throws {AuthError} `OAuthCallbackError`
 * @see [Back-Channel Logout 1.0, section 2.6](https://openid.net/specs/openid-connect-backchannel-1_0.html#Validation)
 */
export async function loggedOut(engine: OAuthEngine, provider: OAuthConfig, token: string): Promise<LoggedOut> {
  if (token === "" || token.length > LONGEST) throw wrong(provider, "is missing, or longer than 32 KB")
  const party = { engine, provider }
  const metadata = await metadataFor(party, ["jwks_uri"])
  const claims = await step(party, "logout token", () => verified(party, token, metadata))
  await checkType(provider, token)
  checkIssuer(party, claims, { metadata, checks: {}, kind: "logout token" })
  checkAudience(party, claims, { kind: "logout token" })
  const { iss = "", sub, jti, iat = 0, exp = 0, events, nonce } = claims
  // An ID token has a nonce, and its holder is no provider
  if (nonce !== undefined) throw wrong(provider, "has a nonce, as an ID token has")
  if (!isFields(events) || !isFields(events[EVENT])) throw wrong(provider, "does not say that somebody has signed out")
  const age = engine.now() / 1000 - iat
  if (age > MAX_AGE || age < -TOLERANCE) throw wrong(provider, "was not made just now")
  if (!isText(jti) || jti.trim() === "" || jti.length > 512) throw wrong(provider, "has no jti of its own")
  // Which session a `sid` means is not stored here: who is named by nothing else cannot be found
  if (!isText(sub) || sub.trim() === "") throw wrong(provider, "names nobody by their sub")
  const isIssuedBy = (issuer: string) => isIssuer(provider, issuer, { claims, metadata, checks: {} })
  return { issuer: iss, sub, jti, isIssuedBy, expires: Math.min(exp, iat + MAX_AGE) + TOLERANCE }
}

// oauth4webapi has no function for logout tokens
async function verified(party: Party, token: string, metadata: Metadata): Promise<JWTPayload> {
  const { createLocalJWKSet, errors, jwtVerify } = await import("jose")
  const { engine, provider } = party
  const named = provider.client?.["id_token_signed_response_alg"] // Back-Channel Logout 1.0, section 2.4
  const options = {
    algorithms: algorithmsFor(metadata).filter((algorithm) => !isText(named) || algorithm === named),
    currentDate: new Date(engine.now()),
    clockTolerance: SKEW,
    requiredClaims: ["iss", "aud", "exp", "iat", "jti", "events"],
  }
  const verify = async (maxAge?: number) =>
    jwtVerify(token, createLocalJWKSet(await keySetFor(party, metadata, { token, ...(maxAge && { maxAge }) })), options)
  const { payload } = await verify().catch((thrown: unknown) => {
    if (thrown instanceof errors.JWKSNoMatchingKey) return verify(KEYS_MIN_AGE)
    throw thrown
  })
  return { ...claimsIn(token), ...(payload.sub !== undefined && { sub: payload.sub }) }
}

async function checkType(provider: OAuthConfig, token: string): Promise<void> {
  const { decodeProtectedHeader } = await import("jose")
  const { typ } = decodeProtectedHeader(token)
  if (!TYPES.includes(typ)) throw wrong(provider, `is of the type ${JSON.stringify(typ)}`)
}

function wrong({ id }: OAuthConfig, what: string) {
  return refusal(`The logout token of ${id} ${what}`)
}
