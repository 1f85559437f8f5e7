import * as oauth from "oauth4webapi"
import { clientAuthentication } from "./client-authentication.ts"
import { requirePrivateKey } from "./key-authentication.ts"
import { resolveUrl, callbackError, configurationError } from "./values.ts"
import { requestProvider, toResponse } from "./request.ts"
import { allowHttp, runStep, toAuthorizationServer, toOAuthClient } from "./standard.ts"
import type { Metadata, ProviderClient } from "./types.ts"

/** Returns the parameters that stand for all of a request: signed, or a reference to what was pushed. */
export async function secureParameters(
  client: ProviderClient,
  metadata: Metadata,
  all: URLSearchParams,
): Promise<URLSearchParams> {
  const parameters = signsRequests(client, metadata) ? await signRequestObject(client, metadata, all) : all
  if (!pushesRequests(client, metadata)) return parameters
  const { clientIdParam = "client_id", clientId = "" } = client.provider
  const reference = await pushRequest(client, metadata, parameters)
  return new URLSearchParams({ [clientIdParam]: clientId, request_uri: reference })
}

function pushesRequests({ provider }: ProviderClient, metadata: Metadata): boolean {
  const isPushed = provider.pushedAuthorization ?? metadata.require_pushed_authorization_requests
  return isPushed !== undefined && isPushed !== false
}

/**
 * Pushes the parameters of an authorization request to the provider. Returns the reference that the browser gets
 * instead ([RFC 9126](https://www.rfc-editor.org/rfc/rfc9126)).
 *
 * @throws {AuthError} `InvalidProvider`, or `OAuthCallbackError` if the provider rejects the request
 */
async function pushRequest(
  providerClient: ProviderClient,
  metadata: Metadata,
  parameters: URLSearchParams,
): Promise<string> {
  const { id } = providerClient.provider
  const what = "pushed authorization request"
  const url = resolveUrl(providerClient, metadata.pushed_authorization_request_endpoint, `${what} endpoint`)
  const [server, client] = [toAuthorizationServer(providerClient, metadata), toOAuthClient(providerClient)]
  const authentication = await clientAuthentication(providerClient, metadata)
  const { request_uri: reference, expires_in: seconds } = await runStep(providerClient, what, async () => {
    const response = await oauth.pushedAuthorizationRequest(server, client, authentication, parameters, {
      ...allowHttp,
      [oauth.customFetch]: async (_, { headers, body }) =>
        toResponse(await requestProvider(providerClient, url, `${what} endpoint`, { method: "POST", headers, body })),
    })
    return oauth.processPushedAuthorizationResponse(server, client, response)
  })
  if (seconds > 0 && reference !== "") return reference
  throw callbackError(`The ${what} of ${id} returned an expired or empty reference`)
}

/** Returns whether authorization requests are signed. */
function signsRequests({ provider }: ProviderClient, metadata: Metadata): boolean {
  return provider.signedRequest ?? metadata.require_signed_request_object ?? false
}

/**
 * Returns the parameters of an authorization request as one signed parameter
 * ([RFC 9101](https://www.rfc-editor.org/rfc/rfc9101)).
 *
 * @throws {AuthError} `InvalidProvider` without a `privateKey`, or without an issuer to sign it for
 */
async function signRequestObject(
  client: ProviderClient,
  metadata: Metadata,
  parameters: URLSearchParams,
): Promise<URLSearchParams> {
  if (!metadata.issuer)
    throw configurationError(
      `Provider ${client.provider.id} has no issuer, which \`signedRequest\` needs. Set \`issuer\``,
    )
  const server = toAuthorizationServer(client, metadata)
  const request = await oauth.issueRequestObject(server, toOAuthClient(client), parameters, requirePrivateKey(client))
  // OpenID Connect Core, section 6.1, wants these outside too
  const repeated = ["response_type", "scope"].flatMap((name): [string, string][] => {
    const value = parameters.get(name)
    return value === null ? [] : [[name, value]]
  })
  return new URLSearchParams([["client_id", toOAuthClient(client).client_id], ...repeated, ["request", request]])
}
