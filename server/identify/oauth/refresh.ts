import type { OAuthConfig, TokenSet } from "../../providers/types.ts"
import type { OAuthEngine } from "./engine.ts"
import { metadataFor } from "./metadata.ts"
import { requestTokens } from "./token-request.ts"
import { tokensFrom } from "./tokens.ts"

/**
 * Trades a refresh token for new tokens (RFC 6749, section 6).
 *
 * @throws {AuthError} `OAuthCallbackError` when the provider does not give any
 */
export async function refreshTokens(
  engine: OAuthEngine,
  provider: OAuthConfig,
  refreshToken: string,
): Promise<Pick<TokenSet, "access_token" | "refresh_token" | "id_token" | "expires_at" | "scope" | "token_type">> {
  const party = { engine, provider }
  const metadata = await metadataFor(party, ["token_endpoint"])
  const grant: [string, string][] = [
    ["grant_type", "refresh_token"],
    ["refresh_token", refreshToken],
  ]
  const { tokens } = tokensFrom(party, await requestTokens(party, metadata, grant))
  const { access_token, refresh_token, id_token, expires_at, scope, token_type } = tokens
  return {
    ...(access_token !== undefined && { access_token }),
    ...(refresh_token !== undefined && { refresh_token }),
    ...(id_token !== undefined && { id_token }),
    ...(expires_at !== undefined && { expires_at }),
    ...(scope !== undefined && { scope }),
    ...(token_type !== undefined && { token_type }),
  }
}
