import type { Identity } from "../providers/identity.ts"
import type { OAuthConfig } from "../providers/types.ts"
import { identityFrom } from "./identity.ts"
import { metadataFor } from "./metadata.ts"
import { validateOpenIdTokens } from "./open-id-tokens.ts"
import { wrapAsAuthError } from "./values.ts"
import type { OAuthEngine, ProviderClient } from "./types.ts"

/** The browser delivers no access token, but a token response without one isn't valid. It is sent nowhere. */
const PLACEHOLDER = "none"

interface DeliveredIdToken {
  engine: OAuthEngine
  provider: OAuthConfig
  idToken: string
  nonce: string
}

/**
 * Identifies the user by an ID token that the browser got from the provider. It passes the same validation as the one
 * of a token response.
 *
 * @throws {AuthError} `OAuthCallbackError`
 */
export async function identifyIdToken({ engine, provider, idToken, nonce }: DeliveredIdToken): Promise<Identity> {
  const client: ProviderClient = { engine, provider }
  const checks = { nonce }
  try {
    const metadata = await metadataFor(client, ["jwks_uri"])
    const body = { id_token: idToken, access_token: PLACEHOLDER, token_type: "bearer" }
    const answer = {
      status: 200,
      headers: new Headers({ "content-type": "application/json" }),
      text: JSON.stringify(body),
    }
    const validated = await validateOpenIdTokens(client, metadata, { answer, checks, hasAccessToken: false })
    const { access_token: _, token_type: __, ...tokens } = validated.tokens
    return await identityFrom(client, metadata, { ...validated, tokens, checks, parameters: new URLSearchParams() })
  } catch (thrown) {
    throw wrapAsAuthError(thrown, "OAuthCallbackError", `The sign-in at ${provider.id} could not be finished`)
  }
}
