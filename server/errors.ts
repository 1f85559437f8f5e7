/**
 * Where a visitor is sent when an error of that type ends a request: to the sign-in page, the error page,
 * or nowhere (`null`: it is logged, and the error page says `Configuration`).
 */
export const ERRORS = {
  AccessDenied: "error",
  AccountNotLinked: "signIn",
  AdapterError: null,
  CallbackRouteError: null,
  CredentialsSignin: "signIn",
  EmailSignin: "signIn",
  EventError: null,
  InvalidCallbackUrl: null,
  InvalidCheck: null,
  InvalidConfiguration: null,
  InvalidProvider: null,
  InvalidRequest: null,
  JWTSessionError: null,
  MissingAdapter: null,
  MissingAdapterMethods: null,
  MissingCSRF: "signIn",
  MissingSecretError: null,
  OAuthAccountNotLinked: "signIn",
  OAuthCallbackError: "signIn",
  OAuthSignin: "signIn",
  RateLimited: "signIn",
  RefreshTokenError: null,
  SessionTokenError: null,
  SignOutError: null,
  UnsupportedStrategy: null,
  UntrustedHost: null,
  Verification: "error",
  WebAuthnVerificationError: "signIn",
} as const satisfies Record<string, "error" | "signIn" | null>

export type ErrorType = keyof typeof ERRORS

/** Further facts about a failure; they go to the log and never to a visitor. */
export interface ErrorCause extends Record<string, unknown> {
  err?: Error
}

/** The base of every error that the service raises. */
export class AuthError extends Error {
  readonly type: ErrorType
  override readonly cause?: ErrorCause

  constructor(type: ErrorType, message: string, cause?: ErrorCause) {
    super(message)
    this.name = type
    this.type = type
    if (cause !== undefined) this.cause = cause
  }
}

/** Throw it, or a subclass with a `code` of your own, from `authorize` to refuse credentials. */
export class CredentialsSignin extends AuthError {
  static readonly type = "CredentialsSignin"
  /** Shown in the URL as `code`: it must not hint at the reason. @default "credentials" */
  code = "credentials"

  constructor(message = "The credentials were refused", cause?: ErrorCause) {
    super("CredentialsSignin", message, cause)
  }
}

export class MissingSecretError extends AuthError {
  static readonly type = "MissingSecretError"

  constructor(
    message = "No secret: set AUTH_SECRET, or `secret` in the configuration, to at least 32 random characters",
  ) {
    super("MissingSecretError", message)
  }
}

export class AccessDenied extends AuthError {
  static readonly type = "AccessDenied"

  constructor(message = "The signIn callback refused", cause?: ErrorCause) {
    super("AccessDenied", message, cause)
  }
}

export class WebAuthnVerificationError extends AuthError {
  static readonly type = "WebAuthnVerificationError"
  /** `unknown`: nobody has that passkey any more, and the browser may be told so. */
  readonly code: "unknown" | undefined

  constructor(message: string, code?: "unknown", cause?: ErrorCause) {
    super("WebAuthnVerificationError", message, cause)
    this.code = code
  }
}

/** Anything thrown, as an Error. */
export function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown))
}

/**
 * Returns what was thrown if it is an `AuthError`, or an error of `next-auth` or `@auth/core` with a type of ours: an app that
 * moves from there may still throw its `CredentialsSignin`. Returns `undefined` for every other error.
 */
export function authErrorIn(thrown: unknown): AuthError | undefined {
  if (thrown instanceof AuthError) return thrown
  if (!(thrown instanceof Error)) return undefined
  const { type, code } = thrown as { type?: unknown; code?: unknown } // as those packages have them
  if (typeof type !== "string" || !Object.hasOwn(ERRORS, type)) return undefined
  if (type !== "CredentialsSignin") return new AuthError(type as ErrorType, thrown.message, { err: thrown }) // just looked up
  return Object.assign(
    new CredentialsSignin(thrown.message, { err: thrown }),
    typeof code === "string" && code !== "" && { code },
  )
}

/** A request that is refused before it means anything: an HTTP status, and a sentence for the log. */
export class RejectedRequest extends Error {
  readonly status: number
  /** Further headers of the answer, such as `allow`. */
  readonly headers: Readonly<Record<string, string>>

  constructor(status: number, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message)
    this.name = "Refusal"
    this.status = status
    this.headers = headers
  }
}
