import * as oauth from "oauth4webapi"
import { withKeys } from "./signature.ts"
import { toAuthorizationServer, toOAuthClient } from "./standard.ts"
import type { AuthorizationChecks, Metadata, ProviderClient } from "./types.ts"

/**
 * Returns the parameters of a signed authorization response
 * ([JARM](https://openid.net/specs/oauth-v2-jarm-final.html)).
 */
export function validateSignedResponse(
  client: ProviderClient,
  parameters: URLSearchParams,
  { metadata, checks }: { metadata: Metadata; checks: AuthorizationChecks },
): Promise<URLSearchParams> {
  const server = toAuthorizationServer(client, metadata, checks.issuer ?? metadata.issuer)
  const token = parameters.get("response") ?? ""
  const state: string | typeof oauth.skipStateCheck = checks.state ?? oauth.skipStateCheck
  return withKeys(client, { metadata, server, token }, (signer, options) =>
    oauth.validateJwtAuthResponse(signer, toOAuthClient(client), parameters, state, options),
  )
}
