import * as oauth from "oauth4webapi"
import { requireExtensions } from "./require-extensions.ts"
import { runStep, toAuthorizationServer, toOAuthClient } from "./standard.ts"
import { requestTokens } from "./token-request.ts"
import { normalizeTokens, tokenTypesFor, toTokenSet } from "./tokens.ts"
import type { AuthorizationChecks, Metadata, ProviderClient, TokenAnswer, ValidatedTokens } from "./types.ts"

interface CodeExchange {
  response: URLSearchParams
  redirectUri: string
  checks: AuthorizationChecks
}

/** Exchanges the code of a redirect for tokens. */
export async function exchangeCode(
  client: ProviderClient,
  metadata: Metadata,
  { response, redirectUri, checks }: CodeExchange,
): Promise<ValidatedTokens> {
  const verifier = checks.code_verifier
  const send = async () => {
    const answer = await runStep(client, "token request", () =>
      requestTokens(client, metadata, { response, redirectUri, verifier }),
    )
    return client.provider.type === "oidc"
      ? requireExtensions(client).validateOpenIdTokens(client, metadata, { answer, checks })
      : validateTokens(client, metadata, answer)
  }
  return client.dpop ? client.dpop.retry(send) : send()
}

/** Validates a token response of plain OAuth 2.0. */
async function validateTokens(
  client: ProviderClient,
  metadata: Metadata,
  answer: TokenAnswer["answer"],
): Promise<ValidatedTokens> {
  const { idToken, body, response } = normalizeTokens(client, answer)
  const server = toAuthorizationServer(client, metadata)
  const validated = await runStep(client, "token response", () =>
    oauth.processAuthorizationCodeResponse(server, toOAuthClient(client), response(), {
      recognizedTokenTypes: tokenTypesFor(client),
    }),
  )
  return { tokens: toTokenSet(client, validated, idToken), claims: undefined, body }
}
