/**
 * Where an error of each type redirects the user: to the sign-in page or the error page. With `null` the error is
 * logged, and the error page shows `Configuration`.
 */
export const ERRORS = {
  /** The `signIn` callback denied access. Check what it returns for this user. */
  AccessDenied: "error",
  /** The sign-in method belongs to another user, or the user was signed out everywhere meanwhile. */
  AccountNotLinked: "signIn",
  /** The adapter or its database failed. Read the cause, and check the connection and the migration. */
  AdapterError: null,
  /** The sign-in or the form took too long, or the account changed meanwhile. The user starts again. */
  AttemptExpired: "signIn",
  /** The `beforeAttempt` callback returned something other than `true`. */
  AttemptRejected: "signIn",
  /**
   * The session must be bound to this device, and isn't. The browser doesn't support it, or its user must sign in
   * again.
   */
  BoundSessionRequired: "error",
  /** A callback of your configuration failed or took too long. Read the cause. */
  CallbackRouteError: null,
  /** The password or the other credentials were wrong. `authorize` returned `null` or threw it. */
  CredentialsSignin: "signIn",
  /** The email wasn't sent: the address is invalid or your email provider failed. Read the cause. */
  EmailSignin: "signIn",
  /** An event handler or an email about the account failed. The request itself succeeded. */
  EventError: null,
  /** The `redirect` callback failed or returned no URL. Return a path or an http(s) URL. */
  InvalidCallbackUrl: null,
  /** An option is invalid. The message names the option, what was found and what to set. */
  InvalidConfiguration: null,
  /** No provider has this id, or the provider's own responses don't follow its protocol. */
  InvalidProvider: null,
  /** Your code or the browser sent a parameter that isn't allowed. The message names it. */
  InvalidRequest: null,
  /** A session token couldn't be opened or sealed: it has expired, or the secret or salt changed. */
  JWTSessionError: null,
  /** An option or a provider needs an adapter, and the configuration has none. Set `adapter`. */
  MissingAdapter: null,
  /** The adapter lacks operations that an option needs. The message lists them. */
  MissingAdapterMethods: null,
  /** The form had no valid CSRF token. It expired, its cookie is missing, or another site sent it. */
  MissingCSRF: "signIn",
  /** No secret is set. Set `AUTH_SECRET`, and make sure that your process reads its `.env` file. */
  MissingSecretError: null,
  /** A user with this email address exists, and the provider isn't linked to it. */
  OAuthAccountNotLinked: "signIn",
  /** The provider rejected the sign-in, or its response wasn't valid. Read the cause. */
  OAuthCallbackError: "signIn",
  /** The sign-in at the provider couldn't be started. Check its issuer, endpoints and your network. */
  OAuthSignin: "signIn",
  /** A client reached a rate limit. `retryAfter` in the cause has the seconds to wait. */
  RateLimited: "signIn",
  /** The access token couldn't be refreshed. `cause.reason` says whether to link again or to ask for consent. */
  RefreshTokenError: null,
  /** Too many passwords were being hashed at once. The user can try again at once. */
  ServerBusy: "signIn",
  /** The user isn't signed in. Lead them to the sign-in page. */
  SessionRequired: "signIn",
  /** The session isn't stored anymore, or a callback didn't return a session. */
  SessionTokenError: null,
  /** The user must confirm who they are first. The error has the page's `url`. */
  StepUpRequired: "signIn",
  /** The function needs stored sessions. Set `session.strategy` to `database`. */
  UnsupportedStrategy: null,
  /** The site's URL isn't known. Set `AUTH_URL`, or `AUTH_TRUST_HOST` behind a proxy that sets the host. */
  UntrustedHost: null,
  /** The emailed link or code was wrong, used or too old. The user requests a new email. */
  Verification: "error",
  /** The passkey's response wasn't valid. Check the domain and read the cause. */
  WebAuthnVerificationError: "signIn",
} as const satisfies Record<string, "error" | "signIn" | null>

/** The `type` of an {@link AuthError}. It never changes, so that an app can depend on it. */
export type ErrorType = keyof typeof ERRORS

/** Details of a failure. They are logged and never shown to a user. */
export interface ErrorCause extends Record<string, unknown> {
  err?: Error
}

/** The base class of every error that Latchkit throws. */
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

/** Throw this, or a subclass with your own `code`, from `authorize` to reject credentials. */
export class CredentialsSignin extends AuthError {
  static readonly type = "CredentialsSignin"
  /** Appears in the URL as `code`, so it must not hint at the reason. @default "credentials" */
  code = "credentials"

  constructor(message = "The credentials were rejected", cause?: ErrorCause) {
    super("CredentialsSignin", message, cause)
  }
}

/** No secret is configured. */
export class MissingSecretError extends AuthError {
  static readonly type = "MissingSecretError"

  constructor(
    message = "Missing secret: `AUTH_SECRET` is not set. Set it, or `secret` in the configuration, to at least 32 random characters",
  ) {
    super("MissingSecretError", message)
  }
}

/** The `signIn` callback denied access. Throw it from there to give a reason in the log. */
export class AccessDenied extends AuthError {
  static readonly type = "AccessDenied"

  constructor(message = "The `signIn` callback denied access", cause?: ErrorCause) {
    super("AccessDenied", message, cause)
  }
}

/** `auth.require` found no session. Lead the user to the sign-in page. */
export class SessionRequired extends AuthError {
  static readonly type = "SessionRequired"

  constructor(message = "The user isn't signed in", cause?: ErrorCause) {
    super("SessionRequired", message, cause)
  }
}

/**
 * `auth.require` with `bound: true` found a session that isn't bound to this device. `auth.stepUpResponse` turns it
 * into a response.
 */
export class BoundSessionRequired extends AuthError {
  static readonly type = "BoundSessionRequired"

  constructor() {
    const problem = "The session isn't bound to this device: the browser doesn't support it, or registered no key"
    super("BoundSessionRequired", `${problem} after the sign-in`)
  }
}

/** The confirmation that a {@link StepUpRequired} asks for. */
export interface StepUpDemand {
  /** The page on which the user confirms who they are. */
  url: string
  /** Seconds that a confirmation counts. */
  maxAge: number
  factors?: 1 | 2 | undefined
  phishingResistant?: boolean | undefined
}

/**
 * The user must confirm who they are first. `auth.require` throws it. `auth.stepUpResponse` turns it into a response.
 */
export class StepUpRequired extends AuthError implements StepUpDemand {
  static readonly type = "StepUpRequired"
  /** The page on which the user confirms who they are. */
  readonly url: string
  /** Seconds that a confirmation counts. */
  readonly maxAge: number
  readonly factors: 1 | 2 | undefined
  readonly phishingResistant: boolean | undefined

  constructor({ url, maxAge, factors, phishingResistant }: StepUpDemand) {
    super("StepUpRequired", "The user must confirm who they are first", { url, maxAge, factors, phishingResistant })
    this.url = url
    this.maxAge = maxAge
    this.factors = factors
    this.phishingResistant = phishingResistant
  }
}

/** An error of `auth.require` that has a response: see `auth.stepUpResponse`. */
export type StepUpFailure = StepUpRequired | SessionRequired | BoundSessionRequired

/** Returns whether `auth.stepUpResponse` has a response to an error. */
export const isStepUpFailure = (error: unknown): error is StepUpFailure =>
  [StepUpRequired, SessionRequired, BoundSessionRequired].some((kind) => error instanceof kind)

/** The browser's response to a passkey request wasn't valid. */
export class WebAuthnVerificationError extends AuthError {
  static readonly type = "WebAuthnVerificationError"
  /** `unknown` if no user has that passkey anymore. The browser may be told so. */
  readonly code: "unknown" | undefined

  constructor(message: string, code?: "unknown", cause?: ErrorCause) {
    super("WebAuthnVerificationError", message, cause)
    this.code = code
  }
}

/** Converts any thrown value to an `Error`. */
export function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown))
}

/**
 * Returns the thrown value if it is an `AuthError`. Converts an error of `next-auth` or `@auth/core` with the same
 * type, because a migrated app may still throw its `CredentialsSignin`. Returns `undefined` for every other error.
 */
export function authErrorIn(thrown: unknown): AuthError | undefined {
  if (thrown instanceof AuthError) return thrown
  if (!(thrown instanceof Error)) return undefined
  const { type, code } = thrown as { type?: unknown; code?: unknown } // the fields of those packages' errors
  if (typeof type !== "string" || !Object.hasOwn(ERRORS, type)) return undefined
  if (type !== "CredentialsSignin") return new AuthError(type as ErrorType, thrown.message, { err: thrown }) // checked above
  return Object.assign(
    new CredentialsSignin(thrown.message, { err: thrown }),
    typeof code === "string" && code !== "" && { code },
  )
}

/** An invalid request that is rejected before its action runs, with an HTTP status and a message for the log. */
export class RejectedRequest extends Error {
  readonly status: number
  /** Additional response headers, such as `allow`. */
  readonly headers: Readonly<Record<string, string>>

  constructor(status: number, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message)
    this.name = "RejectedRequest"
    this.status = status
    this.headers = headers
  }
}
