import type { OAuthConfig } from "../providers/types.ts"
import { resolveUrl, isText } from "./values.ts"
import type { OAuthEngine } from "./types.ts"
import { isFromServer } from "./id-token.ts"
import { metadataFor } from "./metadata.ts"

/**
 * Maximum length of the ID token hint. Servers accept URLs of 8 KB. Without a hint the provider asks the user instead.
 */
const MAX_HINT_LENGTH = 4096

interface EndSessionRequest {
  engine: OAuthEngine
  provider: OAuthConfig
  /** The URL that the provider redirects the user to afterwards. It must be registered with the provider. */
  returnTo: string
  state: string
  /** The ID token of the session that ends. It may have expired. */
  idToken?: string | undefined
}

/**
 * Returns the URL at which the provider ends its session.
 *
 * @throws {AuthError} `InvalidProvider` or `OAuthCallbackError` if the provider has no valid end-session endpoint
 * @see [RP-Initiated Logout, section 2](https://openid.net/specs/openid-connect-rpinitiated-1_0.html#RPLogout)
 */
export async function endSessionUrl({
  engine,
  provider,
  returnTo,
  state,
  idToken,
}: EndSessionRequest): Promise<string> {
  const client = { engine, provider }
  const metadata = await metadataFor(client, ["end_session_endpoint"])
  const url = resolveUrl(client, metadata.end_session_endpoint, "end session endpoint")
  const fits = isText(idToken) && idToken.length <= MAX_HINT_LENGTH && isFromServer(client, idToken, metadata)
  const hint = fits ? idToken : undefined
  const parameters = {
    client_id: provider.clientId,
    [provider.endSessionParam ?? "post_logout_redirect_uri"]: returnTo,
    state,
    id_token_hint: hint,
  }
  for (const [name, value] of Object.entries(parameters)) if (value) url.searchParams.set(name, value)
  url.search = url.searchParams.toString().replaceAll("+", "%20")
  return url.href
}
