import type { OAuthConfig, TokenEndpoint } from "../../providers/types.ts"
import { fill, fillAll, type Source } from "../../providers/template.ts"
import { authenticateClient, secretOf } from "./client-authentication.ts"
import { endpointOf, paramsOf, sourceOf, urlOf } from "./endpoints.ts"
import type { Party } from "./engine.ts"
import type { Metadata } from "./metadata.ts"
import { misconfigured } from "./refusal.ts"
import { answerFrom, ask, responseOf, type Answer } from "./request.ts"

/**
 * Sends a grant to the token endpoint, in the form that the provider's description asks for.
 *
 * @throws {AuthError} `InvalidProvider` or `OAuthCallbackError`
 */
export async function requestTokens(
  party: Party,
  metadata: Metadata,
  grant: readonly [string, string][],
): Promise<Answer> {
  const { provider } = party
  const endpoint: TokenEndpoint = endpointOf(provider.token)
  const headers = new Headers(endpoint.headers && filledHeaders(endpoint.headers, await sourceWithSecret(party)))
  const body = new URLSearchParams(grant.map(([name, value]): [string, string] => [name, value]))
  await authenticateClient(party, metadata, body, headers)
  const url = urlOf(party, metadata.token_endpoint, "token endpoint")
  const extras = paramsOf(fillAll(endpoint.params ?? {}, await sourceWithSecret(party)), provider.scopeSeparator)
  const parameters = renamed(body, provider, endpoint)
  // Without a method an endpoint's parameters are part of its URL, as in Auth.js
  if (endpoint.method === "POST") for (const [name, value] of extras) parameters.set(name, value)
  else for (const [name, value] of extras) url.searchParams.set(name, value)
  // A refresh token that was used once may count as stolen the second time (RFC 9700, section 4.14.2)
  const again = !grant.some(([name]) => name === "refresh_token")
  const answer = await ask(party, url, "token endpoint", { ...sent(endpoint, url, parameters, headers), again })
  const mended = await endpoint.conform?.(responseOf(answer))
  return mended ? answerFrom(mended, `token endpoint of ${provider.id}`) : answer
}

function sent(
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
