import type { OAuthConfig, TokenSet } from "../../providers/types.ts"
import type { OAuthEngine } from "./engine.ts"
import { isOfServer } from "./id-token.ts"
import { metadataFor } from "./metadata.ts"
import { refusal } from "./refusal.ts"
import { requestTokens } from "./token-request.ts"
import { tokensFrom } from "./tokens.ts"

/**
 * Trades a refresh token for new tokens (RFC 6749, section 6).
 *
 * @throws {AuthError} `OAuthCallbackError` when the provider does not give any, and when another one gave the refresh token
 */
export async function refreshTokens(
  engine: OAuthEngine,
  provider: OAuthConfig,
  { refresh_token: refreshToken, id_token: idToken }: { refresh_token: string; id_token?: string | undefined },
): Promise<Pick<TokenSet, "access_token" | "refresh_token" | "id_token" | "expires_at" | "scope" | "token_type">> {
  const party = { engine, provider }
  const metadata = await metadataFor(party, ["token_endpoint"])
  if (!(await isOfServer(party, idToken, metadata)))
    throw refusal(`The account at ${provider.id} was linked by another issuer, and its tokens are for that one alone`)
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
