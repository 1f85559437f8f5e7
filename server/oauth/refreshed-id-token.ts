import * as oauth from "oauth4webapi"
import { asError } from "../errors.ts"
import { decodeUnverified } from "../core/crypto/decode-unverified.ts"
import { acceptedIssuer, checkAudience, checkIssuer, isFromServer, validateIdToken } from "./id-token.ts"
import { metadataFor } from "./metadata.ts"
import { toOAuthClient, toAuthorizationServer } from "./standard.ts"
import { normalizeTokens, tokenTypesFor } from "./tokens.ts"
import type { Metadata, ProviderClient, RefreshableAccount, RefreshResponse } from "./types.ts"
import { callbackError } from "./values.ts"

/**
 * Requires that the server with this metadata issued the account's ID token.
 *
 * @throws {AuthError} `OAuthCallbackError`
 */
export async function requireSameServer(
  client: ProviderClient,
  { id_token: idToken }: Pick<RefreshableAccount, "id_token">,
  metadata: Metadata,
): Promise<void> {
  if (isFromServer(client, idToken, metadata)) return
  throw callbackError(
    `The account at ${client.provider.id} was linked with another issuer, and only that issuer accepts its tokens`,
  )
}

/**
 * Returns the refreshed ID token if it passes the checks of a sign-in.
 *
 * @throws {AuthError} `OAuthCallbackError` if it was issued for another user, issuer or client
 */
export async function refreshedIdToken(
  client: ProviderClient,
  metadata: Metadata,
  refreshed: RefreshResponse,
): Promise<string | undefined> {
  checkSameGrant(client, metadata, refreshed)
  const { engine, provider } = client
  try {
    await checkIdToken(client, refreshed)
    return refreshed.idToken
  } catch (thrown) {
    engine.logger.debug(`Kept the stored ID token of ${provider.id}: ${asError(thrown).message}`)
    return undefined
  }
}

/**
 * Rejects tokens that were issued for another user, issuer or client than the refresh token was. Their signature isn't
 * checked yet, because even an unsigned claim says that these tokens are not the account's.
 *
 * @see [OpenID Connect Core 1.0, section 12.2](https://openid.net/specs/openid-connect-core-1_0.html#RefreshTokenResponse)
 */
function checkSameGrant(
  client: ProviderClient,
  metadata: Metadata,
  { idToken, account }: Pick<RefreshResponse, "idToken" | "account">,
): void {
  const claims = decodeUnverified(idToken)
  if (!claims) return
  const kind = "ID token"
  checkIssuer(client, claims, { kind, metadata, checks: {} })
  checkAudience(client, claims, { kind })
  const { id_token: stored, providerAccountId } = account
  const before = decodeUnverified(stored)
  if (claims.sub !== (before?.sub ?? providerAccountId))
    throw callbackError(`The refreshed ID token of ${client.provider.id} is about another user`)
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
