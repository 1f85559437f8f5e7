import * as oauth from "oauth4webapi"
import type { OAuthConfig } from "../providers/types.ts"
import type { TokenSet } from "../providers/profile-types.ts"
import type { Metadata, OAuthEngine, ProviderClient, ProviderResponse, RefreshableAccount } from "./types.ts"
import { metadataFor } from "./metadata.ts"
import { requireExtensions, withDpop } from "./require-extensions.ts"
import { toOAuthClient, toAuthorizationServer, runStep } from "./standard.ts"
import { requestTokenEndpoint } from "./token-request.ts"
import { normalizeTokens, tokenTypesFor, toTokenSet } from "./tokens.ts"

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
  const own: ProviderClient = { engine, provider }
  const key = account.dpop_key ?? (provider.dpop === true ? await requireExtensions(own).createDpopKey() : undefined)
  const client = await withDpop(own, key)
  const metadata = await metadataFor(client, ["token_endpoint"])
  const openId = provider.type === "oidc" ? requireExtensions(client) : undefined
  await openId?.requireSameServer(client, account, metadata)
  const send = () => requestNewTokens(client, metadata, account.refresh_token)
  const { answer, idToken, validated } = await (client.dpop ? client.dpop.retry(send) : send())
  const validIdToken =
    openId && idToken !== undefined
      ? await openId.refreshedIdToken(client, metadata, { answer, idToken, account })
      : idToken
  const tokens = toTokenSet(client, validated, validIdToken)
  const refreshed = REFRESHED_FIELDS.filter((name) => tokens[name] !== undefined).map((name) => [name, tokens[name]])
  return { ...Object.fromEntries(refreshed), ...(key !== undefined && { dpop_key: key }) }
}

async function requestNewTokens(client: ProviderClient, metadata: Metadata, refreshToken: string) {
  const answer = await runStep(client, "refresh request", () => requestRefresh(client, metadata, refreshToken))
  const { response, idToken } = normalizeTokens(client, answer, { withIdToken: false })
  const server = toAuthorizationServer(client, metadata)
  const validated = await runStep(client, "refreshed token response", () =>
    oauth.processRefreshTokenResponse(server, toOAuthClient(client), response(), {
      recognizedTokenTypes: tokenTypesFor(client),
    }),
  )
  return { answer, idToken, validated }
}

/**
 * Exchanges a refresh token for tokens ([RFC 6749, section 6](https://www.rfc-editor.org/rfc/rfc6749#section-6)). Never
 * retries, because the server may treat a refresh token that is used twice as stolen ([RFC 9700, section
 * 4.14.2](https://www.rfc-editor.org/rfc/rfc9700#section-4.14.2)).
 *
 * @throws {AuthError} `InvalidProvider` or `OAuthCallbackError`
 */
function requestRefresh(
  providerClient: ProviderClient,
  metadata: Metadata,
  refreshToken: string,
): Promise<ProviderResponse> {
  return requestTokenEndpoint(
    { client: providerClient, metadata, retry: false },
    (server, client, authentication, options) =>
      oauth.refreshTokenGrantRequest(server, client, authentication, refreshToken, options),
  )
}
