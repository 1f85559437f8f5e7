import { asError, AuthError, type ErrorCause, type ErrorType } from "../errors.ts"

/** Creates the error for a provider's invalid response. */
export function callbackError(message: string, cause?: ErrorCause): AuthError {
  return new AuthError("OAuthCallbackError", message, cause)
}

/** Creates the error for a provider whose configuration can't work. */
export function configurationError(message: string, cause?: ErrorCause): AuthError {
  return new AuthError("InvalidProvider", message, cause)
}

/** Returns `thrown` if it is an `AuthError`, otherwise an `AuthError` of `type` with `thrown` as its cause. */
export function wrapAsAuthError(thrown: unknown, type: ErrorType, message: string): AuthError {
  if (thrown instanceof AuthError) return thrown
  return new AuthError(type, message, { err: asError(thrown) })
}

/** Keeps at most 200 printable ASCII characters, which are all that RFC 6749 allows in errors. */
export function printable(text: string): string {
  return text.slice(0, 200).replace(/[^\x20-\x7e]/g, "?")
}
