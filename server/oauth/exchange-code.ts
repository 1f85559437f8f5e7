import * as oauth from "oauth4webapi"
import type { Profile, TokenSet } from "../providers/profile-types.ts"
import { retryWithNonce } from "./dpop.ts"
import { acceptedIssuer, secondsAhead, validateIdToken } from "./id-token.ts"
import type { ProviderResponse } from "./request.ts"
import type { Fields } from "./values.ts"
import { runStep, toAuthorizationServer, toOAuthClient } from "./standard.ts"
import { requestTokens } from "./token-request.ts"
import { normalizeTokens, tokenTypesFor, toTokenSet } from "./tokens.ts"
import type { AuthorizationChecks, Metadata, ProviderClient } from "./types.ts"

interface CodeExchange {
  response: URLSearchParams
  redirectUri: string
  checks: AuthorizationChecks
}

/** The contents of a validated token response. */
export interface ValidatedTokens {
  tokens: TokenSet
  /** The claims of an OpenID provider's ID token. */
  claims: Profile | undefined
  /** The token response as the provider sent it. */
  body: Fields
}

/** Exchanges the code of a redirect for tokens. */
export async function exchangeCode(
  client: ProviderClient,
  metadata: Metadata,
  { response, redirectUri, checks }: CodeExchange,
): Promise<ValidatedTokens> {
  const verifier = checks.code_verifier
  return retryWithNonce(client, async () => {
    const answer = await runStep(client, "token request", () =>
      requestTokens(client, metadata, { response, redirectUri, verifier }),
    )
    return validateTokens(client, metadata, { answer, checks })
  })
}

interface TokenAnswer {
  answer: ProviderResponse
  checks: AuthorizationChecks
  /** False if the browser delivered only an ID token. @default true */
  hasAccessToken?: boolean
}

/** Validates a token response, and the ID token of an OpenID provider. */
export async function validateTokens(
  client: ProviderClient,
  metadata: Metadata,
  { answer: tokenAnswer, checks, hasAccessToken = true }: TokenAnswer,
): Promise<ValidatedTokens> {
  const isOpenId = client.provider.type === "oidc"
  const normalized = normalizeTokens(client, tokenAnswer)
  const { idToken, body } = normalized
  const server = toAuthorizationServer(
    client,
    metadata,
    acceptedIssuer(client, isOpenId ? idToken : undefined, { metadata, checks }),
  )
  const tokenResponse = normalized.response()
  const ahead = isOpenId ? secondsAhead(client, idToken) : 0
  const expectedNonce: string | typeof oauth.expectNoNonce = checks.nonce ?? oauth.expectNoNonce
  const validated = await runStep(client, "token response", () =>
    oauth.processAuthorizationCodeResponse(server, toOAuthClient(client, ahead), tokenResponse, {
      recognizedTokenTypes: tokenTypesFor(client),
      ...(isOpenId && { requireIdToken: true, expectedNonce }),
    }),
  )
  const tokens = toTokenSet(client, validated, idToken)
  const accessToken = hasAccessToken ? tokens.access_token : undefined
  const signed = { metadata, server, response: tokenResponse, idToken: idToken ?? "", accessToken }
  return { tokens, claims: isOpenId ? await validateIdToken(client, signed) : undefined, body }
}
