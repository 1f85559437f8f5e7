import { asError, AuthError, type ErrorCause, type ErrorType } from "../errors.ts"

/** A provider's answer, or what came back from it, that is not accepted. */
export function callbackError(message: string, cause?: ErrorCause): AuthError {
  return new AuthError("OAuthCallbackError", message, cause)
}

/** The provider's configuration cannot work. */
export function configurationError(message: string, cause?: ErrorCause): AuthError {
  return new AuthError("InvalidProvider", message, cause)
}

/** What was thrown as an `AuthError`: itself where it is one, otherwise `type` with it as the cause. */
export function wrapAsAuthError(thrown: unknown, type: ErrorType, message: string): AuthError {
  if (thrown instanceof AuthError) return thrown
  return new AuthError(type, message, { err: asError(thrown) })
}

/** At most 200 printable ASCII characters, as RFC 6749 has them in errors. */
export function printable(text: string): string {
  return text.slice(0, 200).replace(/[^\x20-\x7e]/g, "?")
}
