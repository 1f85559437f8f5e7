import * as oauth from "oauth4webapi"
import { fillAll, readPath, type Source } from "../providers/template.ts"
import type { ExtraRequest, Profile, TokenPlacement, TokenSet, UserinfoEndpoint } from "../providers/types.ts"
import { endpointOf, paramsOf, sourceOf, urlOf } from "./endpoints.ts"
import type { Party } from "./types.ts"
import type { Metadata } from "./types.ts"
import { refusal } from "./refusal.ts"
import { answerFrom, ask as request, boundedFetch, responseOf, type Answer } from "./request.ts"
import { isFields, parseJson } from "./shapes.ts"
import { namedAlgorithm } from "./id-token.ts"
import { checkSignature, claimsIn } from "./signature.ts"
import { anyScheme, clientFor, serverFor, step } from "./standard.ts"
import { filledHeaders } from "./token-request.ts"

const BEARER: TokenPlacement = { in: "header", name: "authorization", scheme: "Bearer" }

/** What is known before a request for the profile: the tokens, and the answers of requests made before. */
export interface Known {
  tokens: TokenSet
  extra: Readonly<Record<string, unknown>>
  /** The answer of the userinfo endpoint, once there is one. */
  profile?: Profile
  /** The subject of the ID token. */
  subject?: string | undefined
}

/**
 * The answer of the userinfo endpoint, asked for as the provider's description says.
 *
 * @throws {AuthError} `OAuthCallbackError` for whatever is not a JSON object of a success
 */
export async function userinfo(party: Party, metadata: Metadata, known: Known): Promise<Profile> {
  const { provider } = party
  const endpoint: UserinfoEndpoint = endpointOf(provider.userinfo)
  if (endpoint.request)
    return own(provider.id, await endpoint.request({ tokens: known.tokens, provider, fetch: boundedFetch(party) }))
  const source = sourceFor(party, known)
  const url = urlOf(party, endpoint.url ?? metadata.userinfo_endpoint, "userinfo endpoint", source)
  const ask = async () => {
    const answer = await send(party, url, { ...endpoint, known, source, what: "userinfo endpoint" })
    if (isSigned(answer)) return answer
    const mended = await endpoint.conform?.(responseOf(answer))
    return mended ? answerFrom(mended, `userinfo endpoint of ${provider.id}`) : answer
  }
  // The profile of a plain OAuth 2.0 provider has no standard form, and no `sub`
  return provider.type === "oidc"
    ? standardProfile(party, { ...metadata, userinfo_endpoint: url.href }, { known, ask })
    : profileIn(provider.id, await ask())
}

function isSigned({ status, headers }: Answer): boolean {
  return status === 200 && /^\s*application\/jwt\b/i.test(headers.get("content-type") ?? "")
}

interface Asking {
  known: Known
  /** Sends the request with the token where the provider's row wants it. */
  ask(): Promise<Answer>
}

/** OpenID Connect Core, section 5.3: the answer is about the subject of the ID token, and a signed one is the provider's for us. */
async function standardProfile(party: Party, metadata: Metadata, { known, ask }: Asking): Promise<Profile> {
  const { provider } = party
  const [server, client] = [serverFor(party, metadata), clientFor(party)]
  const { access_token: accessToken = "" } = known.tokens
  const sent: { profile?: Profile; token?: string } = {}
  const customFetch = async () => {
    const answer = await ask()
    if (!isSigned(answer)) return Response.json((sent.profile = profileIn(provider.id, answer)))
    sent.token = answer.text.trim()
    return new Response(sent.token, { headers: { "content-type": "application/jwt" } })
  }
  const options = { ...anyScheme, [oauth.customFetch]: customFetch }
  const response = await step(party, "userinfo", () => oauth.userInfoRequest(server, client, accessToken, options))
  const subject = known.subject ?? oauth.skipSubjectCheck
  await step(party, "userinfo", () => oauth.processUserInfoResponse(server, client, subject, response))
  const { token } = sent
  if (token === undefined) return sent.profile ?? own(provider.id, undefined)
  const algorithm = namedAlgorithm(provider.client?.["userinfo_signed_response_alg"])
  await checkSignature(party, { metadata, server, response, token, algorithm }, "userinfo")
  return { ...claimsIn(token) }
}

function own(id: string, profile: unknown): Profile {
  if (isFields(profile)) return { ...profile }
  throw refusal(`The userinfo request of ${id} gave no profile`)
}

// An error must never be taken for a person, whatever else its body holds
function profileIn(id: string, { status, headers, text }: Answer): Profile {
  if (status !== 200) throw refusal(`The userinfo endpoint of ${id} answered with status ${status}`)
  const type = headers.get("content-type") ?? ""
  if (/^\s*(?:text\/html|image\/|multipart\/|application\/(?:xml|jwt))/i.test(type)) {
    throw refusal(`The userinfo endpoint of ${id} answered with ${type.slice(0, 80)}; JSON was wanted`)
  }
  const body = parseJson(text)
  const profile = Array.isArray(body) && body.length === 1 ? { 0: body[0], ...fieldsOf(body[0]) } : body
  if (!isFields(profile)) throw refusal(`The userinfo endpoint of ${id} answered with no JSON object`)
  if (isError(profile["error"])) throw refusal(`The userinfo endpoint of ${id} answered with an error`)
  return { ...profile }
}

// TikTok says `error: { code: "ok" }` of a success
function isError(error: unknown): boolean {
  return Boolean(error) && !(isFields(error) && error["code"] === "ok")
}

function fieldsOf(value: unknown): object {
  return isFields(value) ? value : {}
}

/** The answers of the further requests whose turn it is; one that fails leaves its name without an answer. */
export async function extraAnswers(
  party: Party,
  known: Known,
  { before }: { before: boolean },
): Promise<Record<string, unknown>> {
  const wanted = (party.provider.extraRequests ?? []).filter(
    ({ beforeUserinfo = false, needsScope }) => beforeUserinfo === before && granted(known.tokens, needsScope),
  )
  const answers: Record<string, unknown> = { ...known.extra }
  for (const request of wanted) answers[request.name] = await extraAnswer(party, request, { ...known, extra: answers })
  return answers
}

async function extraAnswer(party: Party, request: ExtraRequest, known: Known): Promise<unknown> {
  const source = sourceFor(party, known)
  const url = urlOf(party, request.url, `${request.name} request`, source)
  const { status, text } = await send(party, url, { ...request, known, source, what: `${request.name} request` })
  const body = status === 200 ? parseJson(text) : undefined
  if (body === undefined)
    party.engine.logger.debug(`The ${request.name} request of ${party.provider.id} answered with status ${status}`)
  return request.unwrap && isFields(body) ? readPath(request.unwrap, body) : body
}

function granted({ scope }: TokenSet, needed: string | null | undefined): boolean {
  return !needed || scope === undefined || scope.split(/[ ,]/).includes(needed)
}

function sourceFor({ provider }: Party, { tokens, extra, profile }: Known): Source {
  return sourceOf(provider, { $token: tokens, $extra: extra, ...(profile && { $profile: profile }) })
}

interface Sending {
  what: string
  method?: "GET" | "POST"
  auth?: TokenPlacement
  headers?: Record<string, string>
  params?: Record<string, unknown>
  body?: unknown
  bodyFormat?: "form" | "json" | null
  known: Known
  source: Source
}

function send(
  party: Party,
  url: URL,
  { what, method = "GET", auth = BEARER, known, source, ...sending }: Sending,
): Promise<Answer> {
  const headers = filledHeaders(sending.headers ?? {}, source)
  const token = [auth.scheme, known.tokens.access_token].filter(Boolean).join(" ")
  for (const [name, value] of paramsOf(fillAll(sending.params ?? {}, source))) url.searchParams.set(name, value)
  const body: Record<string, unknown> = { ...(isFields(sending.body) && fillAll(sending.body, source)) }
  if (auth.in === "header") headers[auth.name] = token
  if (auth.in === "query") url.searchParams.set(auth.name, token)
  if (auth.in === "body") body[auth.name] = token
  if (method === "GET") return request(party, url, what, { headers })
  // Dropbox refuses a content type where there is no content
  if (Object.keys(body).length === 0 && !sending.bodyFormat) return request(party, url, what, { method, headers })
  const json = sending.bodyFormat === "json"
  const type = json ? "application/json" : "application/x-www-form-urlencoded;charset=UTF-8"
  return request(party, url, what, {
    method,
    headers: { "content-type": type, ...headers },
    body: json ? JSON.stringify(body) : new URLSearchParams(paramsOf(body)),
  })
}
