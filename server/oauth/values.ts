import { asError, AuthError, type ErrorCause, type ErrorType } from "../errors.ts"
import { variablePrefix } from "../providers/variables.ts"
import { fillTemplate, type Source } from "../providers/template.ts"
import type { OAuthConfig } from "../providers/types.ts"
import type { ProviderClient } from "./types.ts"

export type Fields = Readonly<Record<string, unknown>>

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}

/**
 * Parses JSON without `__proto__`. Returns `undefined` if the text isn't JSON. A whole number above 2^53 becomes a
 * string: as a number it would be rounded, and two users could have the same id.
 */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text, reviveExactNumber)
  } catch {
    return undefined
  }
}

function reviveExactNumber(key: string, value: unknown, context?: { source?: string }): unknown {
  if (key === "__proto__") return undefined
  const rounded = typeof value === "number" && Number.isInteger(value) && !Number.isSafeInteger(value)
  return rounded && /^-?\d+$/.test(context?.source ?? "") ? context?.source : value
}

/** Returns whether a value is a string that isn't empty. */
export function isText(value: unknown): value is string {
  return typeof value === "string" && value !== ""
}

/** Creates the error for a provider's invalid response. */
export function callbackError(message: string, cause?: ErrorCause): AuthError {
  return new AuthError("OAuthCallbackError", message, cause)
}

/** Creates the error for a provider whose configuration can't work. */
export function configurationError(message: string, cause?: ErrorCause): AuthError {
  return new AuthError("InvalidProvider", message, cause)
}

/** Creates the error for a provider without a client id. */
export const missingClientId = ({ id }: { id: string }): AuthError =>
  configurationError(`Provider ${id} has no client id. Set \`clientId\`, or ${variablePrefix(id)}_ID`)

/** Returns `thrown` if it is an `AuthError`, otherwise an `AuthError` of `type` with `thrown` as its cause. */
export function wrapAsAuthError(thrown: unknown, type: ErrorType, message: string): AuthError {
  if (thrown instanceof AuthError) return thrown
  return new AuthError(type, message, { err: asError(thrown) })
}

/** Keeps at most 200 printable ASCII characters, which are all that RFC 6749 allows in errors. */
export function printable(text: string): string {
  return text.slice(0, 200).replace(/[^\x20-\x7e]/g, "?")
}

/** Returns the values for placeholders in an endpoint's URLs, parameters and headers before there are tokens. */
export function placeholderValues(provider: OAuthConfig, more?: Source): Source {
  const { clientId, clientSecret, issuer } = provider
  return {
    userAgent: USER_AGENT,
    ...(isText(clientId) && { clientId }),
    ...(isText(clientSecret) && { clientSecret }),
    ...(isText(issuer) && { issuer }),
    ...more,
  }
}

export const USER_AGENT = "latchkit"

/** Returns an endpoint as an object, whether the configuration has an object, a string or a `URL`. */
export function toEndpoint<E extends { url?: string }>(
  endpoint: string | E | undefined,
): Partial<E> & { url?: string } {
  if (endpoint === undefined) return {}
  // Configurations in plain JavaScript may contain `URL` objects
  if (typeof endpoint === "string" || endpoint instanceof URL)
    return { url: String(endpoint) } as Partial<E> & { url: string }
  return endpoint
}

/**
 * Fills the placeholders of a provider's URL and checks it: https, or http to this machine, without credentials.
 *
 * @throws {AuthError} `InvalidProvider`
 */
export function resolveUrl(client: ProviderClient, text: string | undefined, what: string, source?: Source): URL {
  const { provider } = client
  if (!text)
    throw configurationError(`Provider ${provider.id} has no ${what}. Set it, or an \`issuer\` to discover it from`)
  const filled = fillTemplate(String(text), source ?? placeholderValues(provider), encodeURIComponent)
  if (!URL.canParse(filled))
    throw configurationError(
      `The ${what} of provider ${provider.id} is ${JSON.stringify(filled)}. Set it to an absolute URL`,
    )
  const url = new URL(filled)
  const plain = url.protocol === "http:" && (isLoopbackUrl(url) || allowsHttp(client))
  if (url.protocol !== "https:" && !plain) {
    const remedy = "Set it to an https URL. In development, `allowInsecureRequests` of the provider also allows http"
    throw configurationError(`The ${what} of provider ${provider.id} uses ${url.protocol} for ${url.host}. ${remedy}`)
  }
  if (url.username || url.password)
    throw configurationError(`The ${what} of provider ${provider.id} contains a user name or password. Remove them`)
  return url
}

/** Returns whether the provider's URLs may use http, in development. */
export function allowsHttp({ provider, engine }: ProviderClient): boolean {
  return provider.allowInsecureRequests === true && engine.production === false
}

/** Returns whether a URL points to this machine. */
export function isLoopbackUrl({ hostname }: URL): boolean {
  return /^(?:(?:.+\.)?localhost\.?|\[::1\]|127(?:\.\d+){3})$/.test(hostname)
}

/**
 * Returns parameters as strings. Objects (such as `claims`) become JSON; lists are joined with the provider's
 * separator.
 */
export function toParams(params: Record<string, unknown> | undefined, separator = " "): [string, string][] {
  return Object.entries(params ?? {}).flatMap(([name, value]): [string, string][] => {
    if (value === undefined || value === null) return []
    if (Array.isArray(value)) return [[name, value.map(String).join(separator)]]
    return [[name, typeof value === "object" ? JSON.stringify(value) : String(value)]]
  })
}
