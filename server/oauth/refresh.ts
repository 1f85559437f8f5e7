import * as oauth from "oauth4webapi"
import { asError } from "../errors.ts"
import { decodeUnverified } from "../core/crypto/decode-unverified.ts"
import type { OAuthConfig } from "../providers/types.ts"
import type { TokenSet } from "../providers/profile-types.ts"
import type { Metadata, OAuthEngine, ProviderClient } from "./types.ts"
import { createDpopKey, retryWithNonce, withDpop } from "./dpop.ts"
import { acceptedIssuer, checkAudience, checkIssuer, validateIdToken, isFromServer } from "./id-token.ts"
import { metadataFor } from "./metadata.ts"
import { callbackError } from "./values.ts"
import type { ProviderResponse } from "./request.ts"
import { toOAuthClient, toAuthorizationServer, runStep } from "./standard.ts"
import { requestRefresh } from "./token-request.ts"
import { normalizeTokens, tokenTypesFor, toTokenSet } from "./tokens.ts"

/** The stored account whose tokens are refreshed. */
export interface RefreshableAccount {
  refresh_token: string
  /** The stored ID token. It may have expired. */
  id_token?: string | undefined
  providerAccountId: string
  /** The key that its tokens are bound to (DPoP). */
  dpop_key?: string | undefined
}

const REFRESHED_FIELDS = ["access_token", "refresh_token", "id_token", "expires_at", "scope", "token_type"] as const
type RefreshedTokens = Pick<TokenSet, (typeof REFRESHED_FIELDS)[number]> & { dpop_key?: string }

/**
 * Exchanges a refresh token for new tokens ([RFC 6749, section 6](https://www.rfc-editor.org/rfc/rfc6749#section-6)).
 * Returns a new ID token only if it is valid. Otherwise the account keeps its stored ID token, and with it the issuer
 * that it is bound to.
 *
 * @throws {AuthError} `OAuthCallbackError` if the provider returns no tokens, or another issuer gave the refresh token.
 * Also if the new ID token is about another user, from another issuer or for another client
 */
export async function refreshTokens(
  engine: OAuthEngine,
  provider: OAuthConfig,
  account: RefreshableAccount,
): Promise<RefreshedTokens> {
  // Tokens from before the app turned DPoP on get a key now
  const key = account.dpop_key ?? (provider.dpop === true ? await createDpopKey() : undefined)
  const client = await withDpop({ engine, provider }, key)
  const metadata = await metadataFor(client, ["token_endpoint"])
  if (!isFromServer(client, account.id_token, metadata))
    throw callbackError(
      `The account at ${provider.id} was linked with another issuer, and only that issuer accepts its tokens`,
    )
  const { tokenAnswer, idToken, validated } = await retryWithNonce(client, () =>
    requestNewTokens(client, metadata, account.refresh_token),
  )
  if (idToken !== undefined) checkSameGrant(client, { metadata, idToken, account })
  const validatedIdToken =
    idToken === undefined ? undefined : await validIdToken(client, { answer: tokenAnswer, idToken, account })
  const tokens = toTokenSet(client, validated, validatedIdToken)
  const refreshed = REFRESHED_FIELDS.filter((name) => tokens[name] !== undefined).map((name) => [name, tokens[name]])
  return { ...Object.fromEntries(refreshed), ...(key !== undefined && { dpop_key: key }) }
}

async function requestNewTokens(client: ProviderClient, metadata: Metadata, refreshToken: string) {
  const tokenAnswer = await runStep(client, "refresh request", () => requestRefresh(client, metadata, refreshToken))
  const { response, idToken } = normalizeTokens(client, tokenAnswer, { withIdToken: false })
  const server = toAuthorizationServer(client, metadata)
  const validated = await runStep(client, "refreshed token response", () =>
    oauth.processRefreshTokenResponse(server, toOAuthClient(client), response(), {
      recognizedTokenTypes: tokenTypesFor(client),
    }),
  )
  return { tokenAnswer, idToken, validated }
}

/**
 * Rejects tokens that were issued for another user, issuer or client than the refresh token was. Their signature isn't
 * checked yet, because even an unsigned claim says that these tokens are not the account's.
 *
 * @see [OpenID Connect Core 1.0, section 12.2](https://openid.net/specs/openid-connect-core-1_0.html#RefreshTokenResponse)
 */
function checkSameGrant(
  client: ProviderClient,
  { metadata, idToken, account }: Pick<RefreshResponse, "idToken" | "account"> & { metadata: Metadata },
): void {
  const claims = client.provider.type === "oidc" ? decodeUnverified(idToken) : null
  if (!claims) return
  const kind = "ID token"
  checkIssuer(client, claims, { kind, metadata, checks: {} })
  checkAudience(client, claims, { kind })
  const { id_token: stored, providerAccountId } = account
  const before = decodeUnverified(stored)
  if (claims.sub !== (before?.sub ?? providerAccountId))
    throw callbackError(`The refreshed ID token of ${client.provider.id} is about another user`)
}

interface RefreshResponse {
  answer: ProviderResponse
  idToken: string
  account: RefreshableAccount
}

/**
 * Returns the refreshed ID token if it passes the checks of a sign-in. A plain OAuth 2.0 provider's ID token is never
 * used.
 */
async function validIdToken(client: ProviderClient, candidate: RefreshResponse): Promise<string | undefined> {
  const { engine, provider } = client
  if (provider.type !== "oidc") return candidate.idToken
  try {
    await checkIdToken(client, candidate)
    return candidate.idToken
  } catch (thrown) {
    engine.logger.debug(`Kept the stored ID token of ${provider.id}: ${asError(thrown).message}`)
    return undefined
  }
}

// OpenID Connect Core, section 12.2
async function checkIdToken(client: ProviderClient, { answer, idToken, account }: RefreshResponse): Promise<void> {
  const metadata = await metadataFor(client, ["token_endpoint", "jwks_uri"])
  const server = toAuthorizationServer(client, metadata, acceptedIssuer(client, idToken, { metadata, checks: {} }))
  const response = normalizeTokens(client, answer).response()
  const tokens = await oauth.processRefreshTokenResponse(server, toOAuthClient(client), response, {
    recognizedTokenTypes: tokenTypesFor(client),
  })
  const claims = await validateIdToken(client, {
    metadata,
    server,
    response,
    idToken,
    accessToken: tokens.access_token,
  })
  const before = decodeUnverified(account.id_token)
  if (claims["nonce"] !== undefined && claims["nonce"] !== before?.["nonce"])
    throw callbackError(`The refreshed ID token of ${client.provider.id} has the nonce of another sign-in`)
}
