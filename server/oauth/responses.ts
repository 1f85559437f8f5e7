import { asError, AuthError, type ErrorCause, type ErrorType } from "../errors.ts"
import { variablePrefix } from "../providers/variables.ts"

/** An object with unknown fields. */
export type Fields = Readonly<Record<string, unknown>>

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}

/**
 * Parses JSON without `__proto__`. Returns `undefined` if the text isn't JSON. A whole number above 2^53 becomes a
 * string:
 * as a number it would be rounded, and two users could have the same id.
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
