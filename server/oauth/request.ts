import { withTimeout } from "../core/crypto/with-timeout.ts"
import type { ResponseTransform } from "../providers/request-types.ts"
import { asError } from "../errors.ts"
import { customFetch, type Fetch } from "../providers/types.ts"
import { USER_AGENT, callbackError } from "./values.ts"
import type { ProviderClient, ProviderResponse } from "./types.ts"
import { guardNetwork } from "./network.ts"

export interface ProviderRequest {
  method?: "GET" | "POST"
  headers?: Record<string, string>
  body?: URLSearchParams | string
  /** Whether to retry the request if the connection breaks before a response. @default true */
  again?: boolean
}

const MAX_RESPONSE_BYTES = 1024 * 1024
/** Milliseconds until a request to a provider times out, including a retry. */
const TIMEOUT = 10_000

/** Returns the fetch function for requests to a provider. */
export function fetchFor({ engine, provider }: ProviderClient): Fetch {
  const authjsSymbol = Object.getOwnPropertySymbols(provider).find(
    // @auth/core has a symbol of its own with the same description
    (symbol) => symbol === customFetch || symbol.description === customFetch.description,
  )
  const ownFetch: unknown = authjsSymbol && Reflect.get(provider, authjsSymbol)
  return typeof ownFetch === "function" ? (ownFetch as Fetch) : engine.fetch // `customFetch` holds a fetch function
}

/** Returns the innermost cause, because `fetch` itself only says that it failed. */
function networkReason(error: Error): string {
  const code: unknown = Reflect.get(error, "code")
  if (typeof code === "string" && code !== "") return code
  return error.cause instanceof Error ? networkReason(error.cause) : error.message
}

/**
 * Returns the provider's fetch for code of a row or an app, such as a `profile` callback. It times out after 10
 * seconds, and reading a body fails after 1 MB.
 */
export function boundedFetch(client: ProviderClient): Fetch {
  const send = fetchFor(client)
  return async (input, init = {}) => {
    const signals = [init.signal, input instanceof Request ? input.signal : undefined].filter(
      (signal) => signal instanceof AbortSignal,
    )
    const signal = AbortSignal.any([AbortSignal.timeout(TIMEOUT), ...signals])
    const response = await send(input, { ...init, signal })
    return response.body ? new Response(response.body.pipeThrough(limitBytes()), response) : response
  }
}

function limitBytes(): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  const read = { bytes: 0 }
  return new TransformStream({
    transform(chunk, controller) {
      read.bytes += chunk.byteLength
      if (read.bytes > MAX_RESPONSE_BYTES) throw new TypeError("The body is longer than 1 MB")
      controller.enqueue(chunk)
    },
  })
}

/**
 * Sends one request to a provider. Doesn't follow redirects, and limits the response to 1 MB and 10 seconds.
 *
 * @throws {AuthError} `OAuthCallbackError`
 */
export async function requestProvider(
  client: ProviderClient,
  url: URL,
  what: string,
  { method = "GET", headers, body, again = true }: ProviderRequest,
): Promise<ProviderResponse> {
  guardNetwork(client, url)
  const signal = AbortSignal.timeout(TIMEOUT)
  const init: RequestInit = {
    method,
    headers: { accept: "application/json", "user-agent": USER_AGENT, ...withLowerCaseNames(headers) },
    redirect: "manual",
    signal,
    ...(body !== undefined && { body }),
  }
  let response: Response
  try {
    response = await fetchWithRetry(() => fetchFor(client)(url.href, init), again)
  } catch (thrown) {
    const err = asError(thrown)
    const where = `${url.origin}${url.pathname} (${networkReason(err)})` // without the query, which may hold a secret
    throw callbackError(`The ${what} of ${client.provider.id} could not be reached at ${where}`, {
      err,
      host: url.host,
    })
  }
  rejectRedirect(response, `The ${what} of ${client.provider.id}`, url)
  return {
    status: response.status,
    headers: response.headers,
    text: await readLimitedText(response, `${what} of ${client.provider.id}`),
  }
}

// An app's own `fetch` may ignore `redirect`, and reach an internal address
function rejectRedirect(response: Response, subject: string, url: URL): void {
  const { redirected, type, status, headers } = response
  if (!redirected && type !== "opaqueredirect" && (status < 300 || status >= 400)) return
  const to = redirected ? response.url : headers.get("location")
  const target = to !== null && URL.canParse(to, url.href) ? new URL(to, url) : undefined
  const where = target ? ` to ${`${target.origin}${target.pathname}`.slice(0, 200)}` : "" // the query may hold a secret
  throw callbackError(
    redirected
      ? `${subject} was redirected${where}. Your \`fetch\` followed the redirect, although Latchkit sets \`redirect: "manual"\``
      : `${subject} responded with a redirect (${status})${where}, which Latchkit doesn't follow`,
  )
}

/** Codes that Node and undici use for a connection that was closed or couldn't be opened. */
const CONNECTION_ERRORS: ReadonlySet<unknown> = new Set(["ECONNRESET", "EPIPE", "ETIMEDOUT", "UND_ERR_SOCKET"])

/**
 * Retries if the connection fails. A kept-alive connection that the provider is closing looks usable until a write, and
 * a busy process may time out while it connects. Neither should fail the user's sign-in.
 *
 * @see [undici#3492](https://github.com/nodejs/undici/issues/3492)
 */
async function fetchWithRetry(send: () => Promise<Response>, retries: boolean): Promise<Response> {
  try {
    return await send()
  } catch (thrown) {
    // fetch's error has undici's error as its cause
    const codes = [thrown, asError(thrown).cause].map((error) => (Object(error) as { code?: unknown }).code)
    if (!retries || !codes.some((code) => CONNECTION_ERRORS.has(code))) throw thrown
    return send()
  }
}

/** Returns the response that the endpoint's `transformResponse` or `conform` makes of it, if it makes one. */
export async function transformedBy(
  { transformResponse, conform }: ResponseTransform,
  response: ProviderResponse,
): Promise<Response | undefined> {
  return withTimeout("`transformResponse`", (transformResponse ?? conform)?.(toResponse(response)))
}

/** Converts the response to a `Response` for a provider's own code. */
export function toResponse({ status, headers, text }: ProviderResponse): Response {
  const copy = new Headers(headers)
  copy.delete("content-encoding") // the text is already decoded
  copy.delete("content-length")
  return new Response(status === 204 || status === 205 ? null : text, { status, headers: copy })
}

/** Reads a response of a provider's own code completely. */
export async function readResponse(response: Response, what: string): Promise<ProviderResponse> {
  return { status: response.status, headers: response.headers, text: await readLimitedText(response, what) }
}

async function readLimitedText(response: Response, what: string): Promise<string> {
  if (Number(response.headers.get("content-length")) > MAX_RESPONSE_BYTES)
    throw callbackError(`The response of the ${what} is longer than 1 MB`)
  const reader = response.body?.getReader()
  if (!reader) return ""
  const decoder = new TextDecoder()
  let text = ""
  let length = 0
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      length += part.value.byteLength
      if (length > MAX_RESPONSE_BYTES) throw callbackError(`The response of the ${what} is longer than 1 MB`)
      text += decoder.decode(part.value, { stream: true })
    }
  } catch (thrown) {
    reader.cancel().catch(() => undefined) // the response is discarded anyway
    throw thrown instanceof Error && thrown.name === "OAuthCallbackError"
      ? thrown
      : callbackError(`The response of the ${what} is incomplete`, { err: asError(thrown) })
  }
  return text + decoder.decode()
}

function withLowerCaseNames(headers: Record<string, string> = {}): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
}
