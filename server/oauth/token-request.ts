import * as oauth from "oauth4webapi"
import type { OAuthConfig, TokenEndpoint } from "../providers/types.ts"
import { fill, fillAll, type Source } from "../providers/template.ts"
import { clientAuthentication, secretOf } from "./client-authentication.ts"
import { endpointOf, paramsOf, sourceOf, urlOf } from "./endpoints.ts"
import type { Party } from "./types.ts"
import type { Metadata } from "./types.ts"
import { misconfigured } from "./refusal.ts"
import { answerFrom, ask, responseOf, type Answer } from "./request.ts"
import { anyScheme, clientFor, serverFor } from "./standard.ts"

/** The code of a response that `validateAuthResponse` has checked. */
export interface CodeGrant {
  response: URLSearchParams
  redirectUri: string
  verifier: string | undefined
}

/**
 * Trades a code for tokens (RFC 6749, section 4.1.3). The answer is as the provider wrote it.
 *
 * @throws {AuthError} `InvalidProvider` or `OAuthCallbackError`
 */
export async function requestTokens(
  party: Party,
  metadata: Metadata,
  { response, redirectUri, verifier }: CodeGrant,
): Promise<Answer> {
  const { callbackParams = [], ...endpoint } = endpointOf<TokenEndpoint>(party.provider.token)
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
    const { tokens } = await endpoint.request({ params, provider: party.provider })
    return answerFrom(Response.json(tokens), `token request of ${party.provider.id}`)
  }
  return send(party, metadata, true, (server, client, authentication, options) =>
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

/**
 * Trades a refresh token for tokens (RFC 6749, section 6). It is never sent twice: a refresh token that was used once may
 * count as stolen the second time (RFC 9700, section 4.14.2).
 *
 * @throws {AuthError} `InvalidProvider` or `OAuthCallbackError`
 */
export function requestRefresh(party: Party, metadata: Metadata, refreshToken: string): Promise<Answer> {
  return send(party, metadata, false, (server, client, authentication, options) =>
    oauth.refreshTokenGrantRequest(server, client, authentication, refreshToken, options),
  )
}

type Request = (
  server: oauth.AuthorizationServer,
  client: oauth.Client,
  authentication: oauth.ClientAuth,
  options: oauth.TokenEndpointRequestOptions,
) => Promise<Response>

/** Lets oauth4webapi write the request, and sends it in the form that the provider's row asks for. */
async function send(party: Party, metadata: Metadata, again: boolean, request: Request): Promise<Answer> {
  const { provider } = party
  const endpoint: TokenEndpoint = endpointOf(provider.token)
  const url = urlOf(party, metadata.token_endpoint, "token endpoint")
  const source = await sourceWithSecret(party)
  const own = endpoint.headers && filledHeaders(endpoint.headers, source)
  const extras = paramsOf(fillAll(endpoint.params ?? {}, source), provider.scopeSeparator)
  const sent: { answer?: Answer } = {}
  const server = serverFor(party, { ...metadata, token_endpoint: url.href })
  await request(server, clientFor(party), await clientAuthentication(party, metadata), {
    ...anyScheme,
    [oauth.customFetch]: async (_, { headers, body }) => {
      const { authorization } = headers
      const all = new Headers({ ...own, ...(authorization !== undefined && { authorization }) })
      const parameters = renamed(body, provider, endpoint)
      // Without a method an endpoint's parameters are part of its URL, as in Auth.js
      if (endpoint.method === "POST") for (const [name, value] of extras) parameters.set(name, value)
      else for (const [name, value] of extras) url.searchParams.set(name, value)
      const answer = await ask(party, url, "token endpoint", { ...formOf(endpoint, url, parameters, all), again })
      const mended = await endpoint.conform?.(responseOf(answer))
      sent.answer = mended ? await answerFrom(mended, `token endpoint of ${provider.id}`) : answer
      return responseOf(sent.answer)
    },
  })
  if (sent.answer) return sent.answer
  throw misconfigured(`The token request of ${provider.id} was not sent`)
}

function formOf(
  endpoint: TokenEndpoint,
  url: URL,
  parameters: URLSearchParams,
  headers: Headers,
): Parameters<typeof ask>[3] {
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

function renamed(
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

// Only a description that names the secret pays for making one
async function sourceWithSecret(party: Party): Promise<Source> {
  const { token, clientSecret } = party.provider
  const named =
    typeof clientSecret === "function" && JSON.stringify(endpointOf<TokenEndpoint>(token)).includes("{clientSecret}")
  return sourceOf(party.provider, named ? { clientSecret: await secretOf(party) } : undefined)
}

/** Headers with their placeholders filled; one that would break out of its line is refused. */
export function filledHeaders(headers: Record<string, string>, source: Source): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => {
      const filled = fill(value, source)
      if (/[\r\n\0]/.test(filled)) throw misconfigured(`The header ${name} holds a line break`)
      return [name, filled]
    }),
  )
}
