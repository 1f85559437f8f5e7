import { asError } from "../errors.ts"
import { customFetch, type Fetch } from "../providers/types.ts"
import { USER_AGENT } from "./endpoints.ts"
import type { ProviderClient } from "./types.ts"
import { guardNetwork } from "./network.ts"
import { callbackError } from "./refusal.ts"

/** A provider's answer, read whole. */
export interface ProviderResponse {
  status: number
  headers: Headers
  text: string
}

export interface ProviderRequest {
  method?: "GET" | "POST"
  headers?: Record<string, string>
  body?: URLSearchParams | string
  /** Whether it may be sent a second time, where the connection broke before any answer. @default true */
  again?: boolean
}

const MAX_RESPONSE_BYTES = 1024 * 1024
/** Milliseconds until a request to a provider is given up, sent once or twice. */
const TIMEOUT = 10_000

/** The fetch that requests to a provider go through. */
export function fetchFor({ engine, provider }: ProviderClient): Fetch {
  const authjsSymbol = Object.getOwnPropertySymbols(provider).find(
    // Objects made for @auth/core carry a symbol of its own, known by its description
    (symbol) => symbol === customFetch || symbol.description === customFetch.description,
  )
  const found: unknown = authjsSymbol && Reflect.get(provider, authjsSymbol)
  return typeof found === "function" ? (found as Fetch) : engine.fetch // what the symbol stands for
}

/**
 * Returns the provider's fetch for code of a row or an app, such as a `profile` callback. It gives up after 10 seconds, and
 * reading a body fails after 1 MB.
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
 * One request to a provider: redirects are not followed, the answer is at most 1 MB, and it comes in time.
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
    throw callbackError(`The ${what} of ${client.provider.id} could not be reached`, {
      err: asError(thrown),
      host: url.host,
    })
  }
  if (response.type === "opaqueredirect" || (response.status >= 300 && response.status < 400)) {
    throw callbackError(
      `The ${what} of ${client.provider.id} answered with a redirect (${response.status}), which is not followed`,
    )
  }
  return {
    status: response.status,
    headers: response.headers,
    text: await readLimitedText(response, `${what} of ${client.provider.id}`),
  }
}

/** How Node and undici name a connection that was closed, or never came about. */
const CONNECTION_ERRORS: ReadonlySet<unknown> = new Set(["ECONNRESET", "EPIPE", "ETIMEDOUT", "UND_ERR_SOCKET"])

/**
 * A kept connection that the provider is just closing looks like one that works until something was written to it, and a
 * process that was busy while it connected gives up the attempt: neither is a reason to send somebody away.
 *
 * @see [undici#3492](https://github.com/nodejs/undici/issues/3492)
 */
async function fetchWithRetry(send: () => Promise<Response>, retries: boolean): Promise<Response> {
  try {
    return await send()
  } catch (thrown) {
    // undici's own error is the cause of fetch's
    const codes = [thrown, asError(thrown).cause].map((error) => (Object(error) as { code?: unknown }).code)
    if (!retries || !codes.some((code) => CONNECTION_ERRORS.has(code))) throw thrown
    return send()
  }
}

/** The answer as a `Response`, for a provider's own `conform`. */
export function toResponse({ status, headers, text }: ProviderResponse): Response {
  const copy = new Headers(headers)
  copy.delete("content-encoding") // the text is decoded already
  copy.delete("content-length")
  return new Response(status === 204 || status === 205 ? null : text, { status, headers: copy })
}

/** What a provider's own code answered, read whole. */
export async function readResponse(response: Response, what: string): Promise<ProviderResponse> {
  return { status: response.status, headers: response.headers, text: await readLimitedText(response, what) }
}

async function readLimitedText(response: Response, what: string): Promise<string> {
  if (Number(response.headers.get("content-length")) > MAX_RESPONSE_BYTES)
    throw callbackError(`The answer of the ${what} is longer than 1 MB`)
  const reader = response.body?.getReader()
  if (!reader) return ""
  const decoder = new TextDecoder()
  let text = ""
  let length = 0
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      length += part.value.byteLength
      if (length > MAX_RESPONSE_BYTES) throw callbackError(`The answer of the ${what} is longer than 1 MB`)
      text += decoder.decode(part.value, { stream: true })
    }
  } catch (thrown) {
    reader.cancel().catch(() => undefined) // the answer is given up in any case
    throw thrown instanceof Error && thrown.name === "OAuthCallbackError"
      ? thrown
      : callbackError(`The answer of the ${what} broke off`, { err: asError(thrown) })
  }
  return text + decoder.decode()
}

function withLowerCaseNames(headers: Record<string, string> = {}): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
}
