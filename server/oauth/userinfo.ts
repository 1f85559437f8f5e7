import { withTimeout } from "../core/crypto/with-timeout.ts"
import { fillTemplates, readPath, type Source } from "../providers/template.ts"
import type { UserinfoEndpoint } from "../providers/types.ts"
import type { ExtraRequest, TokenPlacement } from "../providers/request-types.ts"
import type { Profile, TokenSet } from "../providers/profile-types.ts"
import { requireExtensions } from "./require-extensions.ts"
import { toEndpoint, toParams, placeholderValues, resolveUrl, callbackError, isFields, parseJson } from "./values.ts"
import type { ProviderClient, Metadata, ProviderResponse, UserinfoContext } from "./types.ts"
import {
  readResponse,
  requestProvider as request,
  boundedFetch,
  transformedBy,
  type ProviderRequest,
} from "./request.ts"
import { fillHeaders } from "./token-request.ts"

const BEARER_HEADER: TokenPlacement = { in: "header", name: "authorization", scheme: "Bearer" }

/**
 * Returns the userinfo endpoint's response. The provider's row describes the request.
 *
 * @throws {AuthError} `OAuthCallbackError` unless the response is a success with a JSON object
 */
export async function userinfo(client: ProviderClient, metadata: Metadata, context: UserinfoContext): Promise<Profile> {
  const { provider } = client
  const endpoint: UserinfoEndpoint = toEndpoint(provider.userinfo)
  if (endpoint.request)
    return withOwnFields(
      provider.id,
      await withTimeout(
        "`userinfo.request`",
        endpoint.request({ tokens: context.tokens, provider, fetch: boundedFetch(client) }),
      ),
    )
  const source = placeholderValuesFor(client, context)
  const url = resolveUrl(client, endpoint.url ?? metadata.userinfo_endpoint, "userinfo endpoint", source)
  const ask = async () => {
    const answer = await requestResource(client, url, {
      ...endpoint,
      known: context,
      source,
      what: "userinfo endpoint",
    })
    if (isSigned(answer)) return answer
    const mended = await transformedBy(endpoint, answer)
    return mended ? readResponse(mended, `userinfo endpoint of ${provider.id}`) : answer
  }
  // The profile of a plain OAuth 2.0 provider has no standard format, and no `sub`
  return provider.type === "oidc"
    ? requireExtensions(client).standardProfile(
        client,
        { ...metadata, userinfo_endpoint: url.href },
        { known: context, ask },
      )
    : parseProfile(provider.id, await ask())
}

export function isSigned({ status, headers }: ProviderResponse): boolean {
  return status === 200 && /^\s*application\/jwt\b/i.test(headers.get("content-type") ?? "")
}

export function withOwnFields(id: string, profile: unknown): Profile {
  if (isFields(profile)) return { ...profile }
  throw callbackError(`The userinfo request of ${id} returned no profile`)
}

// An error must never be read as a user, whatever else its body contains
export function parseProfile(id: string, { status, headers, text }: ProviderResponse): Profile {
  if (status !== 200) throw callbackError(`The userinfo endpoint of ${id} responded with status ${status}`)
  const type = headers.get("content-type") ?? ""
  if (/^\s*(?:text\/html|image\/|multipart\/|application\/(?:xml|jwt))/i.test(type)) {
    throw callbackError(`The userinfo endpoint of ${id} responded with ${type.slice(0, 80)} instead of JSON`)
  }
  const body = parseJson(text)
  const profile = Array.isArray(body) && body.length === 1 ? { 0: body[0], ...errorFields(body[0]) } : body
  if (!isFields(profile))
    throw callbackError(`The userinfo endpoint of ${id} responded with something other than a JSON object`)
  if (isErrorBody(profile["error"])) throw callbackError(`The userinfo endpoint of ${id} responded with an error`)
  return { ...profile }
}

// TikTok sends `error: { code: "ok" }` with a success
function isErrorBody(error: unknown): boolean {
  return Boolean(error) && !(isFields(error) && error["code"] === "ok")
}

function errorFields(value: unknown): object {
  return isFields(value) ? value : {}
}

/** Returns the responses of the additional requests that are due. A request that fails yields `undefined`. */
export async function fetchExtras(
  client: ProviderClient,
  context: UserinfoContext,
  { before }: { before: boolean },
): Promise<Record<string, unknown>> {
  const requests = (client.provider.extraRequests ?? []).filter(
    ({ beforeUserinfo = false, needsScope }) => beforeUserinfo === before && isScopeGranted(context.tokens, needsScope),
  )
  const results: Record<string, unknown> = { ...context.extra }
  for (const request of requests)
    results[request.name] = await fetchExtra(client, request, { ...context, extra: results })
  return results
}

async function fetchExtra(client: ProviderClient, request: ExtraRequest, context: UserinfoContext): Promise<unknown> {
  const source = placeholderValuesFor(client, context)
  const url = resolveUrl(client, request.url, `${request.name} request`, source)
  const { status, text } = await requestResource(client, url, {
    ...request,
    known: context,
    source,
    what: `${request.name} request`,
  })
  const body = status === 200 ? parseJson(text) : undefined
  if (body === undefined)
    client.engine.logger.debug(`The ${request.name} request of ${client.provider.id} responded with status ${status}`)
  return request.unwrap && isFields(body) ? readPath(request.unwrap, body) : body
}

function isScopeGranted({ scope }: TokenSet, needed: string | null | undefined): boolean {
  return !needed || scope === undefined || scope.split(/[ ,]/).includes(needed)
}

function placeholderValuesFor({ provider }: ProviderClient, { tokens, extra, profile }: UserinfoContext): Source {
  return placeholderValues(provider, { $token: tokens, $extra: extra, ...(profile && { $profile: profile }) })
}

interface ResourceRequest {
  what: string
  method?: "GET" | "POST"
  auth?: TokenPlacement
  headers?: Record<string, string>
  params?: Record<string, unknown>
  body?: unknown
  bodyFormat?: "form" | "json" | null
  known: UserinfoContext
  source: Source
}

function requestResource(
  client: ProviderClient,
  url: URL,
  { what, method = "GET", auth = BEARER_HEADER, known, source, ...sending }: ResourceRequest,
): Promise<ProviderResponse> {
  const headers = fillHeaders(sending.headers ?? {}, source)
  const token = [auth.scheme, known.tokens.access_token].filter(Boolean).join(" ")
  for (const [name, value] of toParams(fillTemplates(sending.params ?? {}, source))) url.searchParams.set(name, value)
  const body: Record<string, unknown> = { ...(isFields(sending.body) && fillTemplates(sending.body, source)) }
  if (auth.in === "header") headers[auth.name] = token
  if (auth.in === "query") url.searchParams.set(auth.name, token)
  if (auth.in === "body") body[auth.name] = token
  const { access_token: bound } = known.tokens
  const send = (init: ProviderRequest) => {
    if (!client.dpop || bound === undefined) return request(client, url, what, init)
    return client.dpop.request(url, { method, token: bound }, (proof) =>
      request(client, url, what, { ...init, headers: { ...init.headers, ...proof } }),
    )
  }
  if (method === "GET") return send({ headers })
  // Dropbox rejects a request that has a content type but no body
  if (Object.keys(body).length === 0 && !sending.bodyFormat) return send({ method, headers })
  const json = sending.bodyFormat === "json"
  const type = json ? "application/json" : "application/x-www-form-urlencoded;charset=UTF-8"
  return send({
    method,
    headers: { "content-type": type, ...headers },
    body: json ? JSON.stringify(body) : new URLSearchParams(toParams(body)),
  })
}
