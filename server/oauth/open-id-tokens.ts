import * as oauth from "oauth4webapi"
import { acceptedIssuer, isIssuer, secondsAhead, validateIdToken } from "./id-token.ts"
import { runStep, toAuthorizationServer, toOAuthClient } from "./standard.ts"
import { normalizeTokens, tokenTypesFor, toTokenSet } from "./tokens.ts"
import type { Metadata, ProviderClient, TokenAnswer, ValidatedTokens } from "./types.ts"

/** Validates the token response of an OpenID provider, and its ID token. */
export async function validateOpenIdTokens(
  client: ProviderClient,
  metadata: Metadata,
  { answer, checks, hasAccessToken = true }: TokenAnswer,
): Promise<ValidatedTokens> {
  const normalized = normalizeTokens(client, answer)
  const { idToken, body } = normalized
  const server = toAuthorizationServer(client, metadata, acceptedIssuer(client, idToken, { metadata, checks }))
  const response = normalized.response()
  const validated = await runStep(client, "token response", () =>
    oauth.processAuthorizationCodeResponse(server, toOAuthClient(client, secondsAhead(client, idToken)), response, {
      recognizedTokenTypes: tokenTypesFor(client),
      requireIdToken: true,
      expectedNonce: checks.nonce ?? oauth.expectNoNonce,
    }),
  )
  const tokens = toTokenSet(client, validated, idToken)
  const accessToken = hasAccessToken ? tokens.access_token : undefined
  const signed = { metadata, server, response, idToken: idToken ?? "", accessToken }
  const claims = await validateIdToken(client, signed)
  const isIssuedBy = (issuer: string) => isIssuer(client.provider, issuer, { claims, metadata, checks })
  return { tokens, claims, body, isIssuedBy }
}
