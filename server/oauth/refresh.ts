import * as oauth from "oauth4webapi"
import { asError } from "../errors.ts"
import { saidBy } from "../crypto/decode-unverified.ts"
import type { OAuthConfig, Profile, TokenSet } from "../providers/types.ts"
import type { OAuthEngine, Party } from "./types.ts"
import { acceptedIssuer, claimsOf, isOfServer } from "./id-token.ts"
import { metadataFor } from "./metadata.ts"
import { refusal } from "./refusal.ts"
import type { Answer } from "./request.ts"
import { clientFor, serverFor, step } from "./standard.ts"
import { requestRefresh } from "./token-request.ts"
import { normalizedTokens, recognizedTokenTypes, tokenSetOf } from "./tokens.ts"

/** The stored account whose tokens are refreshed. */
export interface Refreshable {
  refresh_token: string
  /** The ID token that is stored, however old. */
  id_token?: string | undefined
  providerAccountId: string
}

const STORED = ["access_token", "refresh_token", "id_token", "expires_at", "scope", "token_type"] as const
type Refreshed = Pick<TokenSet, (typeof STORED)[number]>

/**
 * Trades a refresh token for new tokens (RFC 6749, section 6). A new ID token is among them only if it is valid and about the
 * same user. Otherwise the stored one stays, and with it the issuer that the account is bound to.
 *
 * @throws {AuthError} `OAuthCallbackError` if the provider returns no tokens, or another issuer gave the refresh token
 */
export async function refreshTokens(
  engine: OAuthEngine,
  provider: OAuthConfig,
  account: Refreshable,
): Promise<Refreshed> {
  const party = { engine, provider }
  const metadata = await metadataFor(party, ["token_endpoint"])
  if (!(await isOfServer(party, account.id_token, metadata)))
    throw refusal(`The account at ${provider.id} was linked by another issuer, and its tokens are for that one alone`)
  const answer = await step(party, "refresh request", () => requestRefresh(party, metadata, account.refresh_token))
  const { response, idToken } = normalizedTokens(party, answer, { withIdToken: false })
  const validated = await step(party, "refreshed token response", () =>
    oauth.processRefreshTokenResponse(serverFor(party, metadata), clientFor(party), response(), {
      recognizedTokenTypes,
    }),
  )
  const kept = idToken === undefined ? undefined : await validIdToken(party, { answer, idToken, account })
  const tokens = tokenSetOf(party, validated, kept)
  return Object.fromEntries(STORED.filter((name) => tokens[name] !== undefined).map((name) => [name, tokens[name]]))
}

interface Candidate {
  answer: Answer
  idToken: string
  account: Refreshable
}

/** The refreshed ID token if it passes the checks of a sign-in. A plain OAuth 2.0 provider's is nowhere relied on. */
async function validIdToken(party: Party, candidate: Candidate): Promise<string | undefined> {
  const { engine, provider } = party
  if (provider.type !== "oidc") return candidate.idToken
  try {
    await checkIdToken(party, candidate)
    return candidate.idToken
  } catch (thrown) {
    engine.logger.debug(`Kept the stored ID token of ${provider.id}: ${asError(thrown).message}`)
    return undefined
  }
}

// OpenID Connect Core, section 12.2
async function checkIdToken(party: Party, { answer, idToken, account }: Candidate): Promise<void> {
  const metadata = await metadataFor(party, ["token_endpoint", "jwks_uri"])
  const server = serverFor(party, metadata, acceptedIssuer(party, idToken, { metadata, checks: {} }))
  const response = normalizedTokens(party, answer).response()
  const tokens = await oauth.processRefreshTokenResponse(server, clientFor(party), response, { recognizedTokenTypes })
  const claims = await claimsOf(party, { metadata, server, response, idToken, accessToken: tokens.access_token })
  await checkSameUser(party, claims, account)
}

async function checkSameUser({ provider }: Party, claims: Profile, { id_token, providerAccountId }: Refreshable) {
  const before = await saidBy(id_token)
  const subject = before?.sub ?? providerAccountId
  if (claims.sub !== subject) throw refusal(`The refreshed ID token of ${provider.id} is about another user`)
  if (claims["nonce"] !== undefined && claims["nonce"] !== before?.["nonce"])
    throw refusal(`The refreshed ID token of ${provider.id} has a nonce of another sign-in`)
}
