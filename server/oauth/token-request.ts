import { withTimeout } from "../core/crypto/with-timeout.ts"
import * as oauth from "oauth4webapi"
import type { OAuthConfig, TokenEndpoint } from "../providers/types.ts"
import { fillTemplate, fillTemplates, type Source } from "../providers/template.ts"
import { clientAuthentication, resolveClientSecret } from "./client-authentication.ts"
import { toEndpoint, toParams, placeholderValues, resolveUrl, configurationError } from "./values.ts"
import type { ProviderClient, Metadata, ProviderResponse } from "./types.ts"
import { readResponse, requestProvider, toResponse, transformedBy } from "./request.ts"
import { allowHttp, toOAuthClient, toAuthorizationServer } from "./standard.ts"

/** The code of a response that `validateAuthResponse` has checked. */
export interface CodeGrant {
  response: URLSearchParams
  redirectUri: string
  verifier: string | undefined
}

/**
 * Exchanges a code for tokens ([RFC 6749, section 4.1.3](https://www.rfc-editor.org/rfc/rfc6749#section-4.1.3)).
 * Returns the provider's response unchanged.
 *
 * @throws {AuthError} `InvalidProvider` or `OAuthCallbackError`
 */
export async function requestTokens(
  providerClient: ProviderClient,
  metadata: Metadata,
  { response, redirectUri, verifier }: CodeGrant,
): Promise<ProviderResponse> {
  const { callbackParams = [], ...endpoint } = toEndpoint<TokenEndpoint>(providerClient.provider.token)
  const repeated = callbackParams.flatMap((name): [string, string][] => {
    const value = response.get(name)
    return value === null ? [] : [[name, value]]
  })
  if (endpoint.request) {
    const params = {
      grant_type: "authorization_code",
      code: response.get("code") ?? "",
      redirect_uri: redirectUri,
      ...(verifier !== undefined && { code_verifier: verifier }),
      ...Object.fromEntries(repeated),
    }
    const returning = endpoint.request({ params, provider: providerClient.provider })
    const { tokens } = await withTimeout("`token.request`", returning)
    return readResponse(Response.json(tokens), `token request of ${providerClient.provider.id}`)
  }
  return requestTokenEndpoint(
    { client: providerClient, metadata, retry: true },
    (server, client, authentication, options) =>
      oauth.authorizationCodeGrantRequest(
        server,
        client,
        authentication,
        response,
        redirectUri,
        verifier ?? oauth.nopkce,
        {
          additionalParameters: repeated,
          ...options,
        },
      ),
  )
}

type GrantRequest = (
  server: oauth.AuthorizationServer,
  client: oauth.Client,
  authentication: oauth.ClientAuth,
  options: oauth.TokenEndpointRequestOptions,
) => Promise<Response>

interface TokenEndpointContext {
  client: ProviderClient
  metadata: Metadata
  /** Whether to send the request once more if the connection breaks before any response. */
  retry: boolean
}

/** Builds the request with oauth4webapi, and sends it in the format that the provider's row asks for. */
export async function requestTokenEndpoint(
  { client, metadata, retry }: TokenEndpointContext,
  request: GrantRequest,
): Promise<ProviderResponse> {
  const { provider } = client
  const endpoint: TokenEndpoint = toEndpoint(provider.token)
  const url = resolveUrl(client, metadata.token_endpoint, "token endpoint")
  const source = await valuesWithSecret(client)
  const endpointHeaders = endpoint.headers && fillHeaders(endpoint.headers, source)
  const extras = toParams(fillTemplates(endpoint.params ?? {}, source), provider.scopeSeparator)
  const captured: { answer?: ProviderResponse } = {}
  const server = toAuthorizationServer(client, { ...metadata, token_endpoint: url.href })
  await request(server, toOAuthClient(client), await clientAuthentication(client, metadata), {
    ...allowHttp,
    ...(client.dpop && { DPoP: client.dpop.handle }),
    [oauth.customFetch]: async (_, { headers, body }) => {
      const { authorization, dpop } = headers
      const all = new Headers({
        ...endpointHeaders,
        ...(authorization !== undefined && { authorization }),
        ...(dpop !== undefined && { dpop }),
      })
      const parameters = renameParameters(body, provider, endpoint)
      // If the endpoint has no `method`, its parameters belong to the URL, as in Auth.js
      if (endpoint.method === "POST") for (const [name, value] of extras) parameters.set(name, value)
      else for (const [name, value] of extras) url.searchParams.set(name, value)
      const answer = await requestProvider(client, url, "token endpoint", {
        ...toTokenRequest(endpoint, url, parameters, all),
        again: retry,
      })
      const mended = await transformedBy(endpoint, answer)
      captured.answer = mended ? await readResponse(mended, `token endpoint of ${provider.id}`) : answer
      return toResponse(captured.answer)
    },
  })
  if (captured.answer) return captured.answer
  throw configurationError(`The token request of ${provider.id} was not sent`)
}

function toTokenRequest(
  endpoint: TokenEndpoint,
  url: URL,
  parameters: URLSearchParams,
  headers: Headers,
): Parameters<typeof requestProvider>[3] {
  const others = Object.fromEntries(headers)
  if (endpoint.method === "GET") {
    for (const [name, value] of parameters) url.searchParams.set(name, value)
    return { headers: others }
  }
  if (endpoint.bodyFormat === "json") {
    return {
      method: "POST",
      headers: { ...others, "content-type": "application/json" },
      body: JSON.stringify(Object.fromEntries(parameters)),
    }
  }
  return {
    method: "POST",
    headers: { ...others, "content-type": "application/x-www-form-urlencoded;charset=UTF-8" },
    body: parameters,
  }
}

function renameParameters(
  body: URLSearchParams,
  { clientIdParam }: OAuthConfig,
  { rename = {} }: TokenEndpoint,
): URLSearchParams {
  const names: Readonly<Record<string, string>> = {
    ...(clientIdParam !== undefined && { client_id: clientIdParam }),
    ...rename,
  }
  return new URLSearchParams([...body].map(([name, value]): [string, string] => [names[name] ?? name, value]))
}

// Creates the secret only if the description uses it
async function valuesWithSecret(client: ProviderClient): Promise<Source> {
  const { token, clientSecret } = client.provider
  const named =
    typeof clientSecret === "function" && JSON.stringify(toEndpoint<TokenEndpoint>(token)).includes("{clientSecret}")
  return placeholderValues(client.provider, named ? { clientSecret: await resolveClientSecret(client) } : undefined)
}

/** Fills the placeholders of headers. Throws if a value contains a line break. */
export function fillHeaders(headers: Record<string, string>, source: Source): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => {
      const filled = fillTemplate(value, source)
      if (/[\r\n\0]/.test(filled)) throw configurationError(`The header ${name} contains a line break`)
      return [name, filled]
    }),
  )
}
