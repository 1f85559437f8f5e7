/**
 * The data that the server and a page exchange.
 *
 * Everything depends on this file, and it depends on nothing.
 */

/** The fields of a user in every app. */
export interface DefaultUser {
  id?: string | undefined
  name?: string | null | undefined
  email?: string | null | undefined
  image?: string | null | undefined
}

/**
 * The signed-in user as an app sees them. An app adds fields with `declare module "latchkit" { interface User { … } }`.
 */
export interface User extends DefaultUser {}

/** The fields of a session in every app. */
export interface DefaultSession {
  user?: User
  /** ISO 8601 date after which the session is no longer valid. */
  expires: string
}

/**
 * The response of `GET session`. The `session` callback can add fields: their types follow from the callback, or from
 * `declare module "latchkit" { interface Session { … } }`.
 */
export interface Session extends DefaultSession {}

export type ProviderType = "oidc" | "oauth" | "email" | "credentials" | "webauthn"

/** A provider as a page may see it: without its secret or the identity provider's endpoints. */
export interface PublicProvider {
  id: string
  name: string
  type: ProviderType
  /** Absolute URL for the sign-in POST. */
  signinUrl: string
  /** Absolute URL that the identity provider redirects to. */
  callbackUrl: string
}

/** The response of `GET providers`. */
export type PublicProviders = Record<string, PublicProvider>

export interface Theme {
  /**
   * The color of the primary button, links and the focus ring: hex, rgb(), hsl() or oklch(), or `var(--name)` of the
   * surrounding page.
   *
   * The derived colors stay readable: text has a contrast of 4.5:1, edges and the ring 3:1.
   */
  brandColor?: string | undefined
  /** Text color of the primary button. @default black or white, whichever contrasts more */
  buttonText?: string | undefined
  /** @default "auto" */
  colorScheme?: "auto" | "dark" | "light" | undefined
  /** An https URL or a path on the same origin. */
  logo?: string | undefined
}

/** The actions under the base path, as `{base path}/<action>`. */
export const ACTIONS = [
  "account",
  "backchannel-logout",
  "callback",
  "csrf",
  "error",
  "popup",
  "providers",
  "session",
  "signin",
  "signout",
  "verify-request",
  "webauthn-options",
] as const

export type Action = (typeof ACTIONS)[number]

/** Values of `error` on the sign-in page. */
export const SIGN_IN_ERRORS = [
  "Signin",
  "OAuthSignin",
  "OAuthCallbackError",
  "OAuthCreateAccount",
  "EmailCreateAccount",
  "Callback",
  "OAuthAccountNotLinked",
  "AccountNotLinked",
  "EmailSignin",
  "CredentialsSignin",
  "SessionRequired",
  "MissingCSRF",
  "RateLimited",
  "WebAuthnVerificationError",
] as const

export type SignInErrorCode = (typeof SIGN_IN_ERRORS)[number]

/** Values of `error` on the error page. */
export const ERROR_PAGE_ERRORS = ["Configuration", "AccessDenied", "Verification"] as const

export type ErrorPageCode = (typeof ERROR_PAGE_ERRORS)[number]

/** The response of `GET csrf`. */
export interface CsrfResponse {
  csrfToken: string
}

/** The JSON body of `POST session`. */
export interface UpdateRequest {
  csrfToken: string
  data?: unknown
}

/**
 * The response to a POST with the header `X-Auth-Return-Redirect`: the URL that it would have redirected to. If the
 * request was rejected, it has the error too.
 */
export interface RedirectResponse {
  url: string
  /** After the start of a popup sign-in: the allowed URL that the page navigates to when the popup is done. */
  callbackUrl?: string
  error?: string
  code?: string
}

/** The request header that turns a redirect into a {@link RedirectResponse}. */
export const RETURN_REDIRECT_HEADER = "x-auth-return-redirect"

/**
 * The response of `GET webauthn-options`. `options` has the JSON form of WebAuthn Level 3, sections 5.1.8 and 5.1.9.
 */
export type WebAuthnOptions =
  | { action: "authenticate"; options: PublicKeyCredentialRequestOptionsJSON }
  | { action: "register"; options: PublicKeyCredentialCreationOptionsJSON }

/**
 * Why `GET webauthn-options` returned no options. The status is 400, or 200 if the browser sent the request without a
 * user action. `SessionRequired`: only a signed-in user whom the adapter stores can add a passkey.
 */
export type WebAuthnOptionsError = { error: "SessionRequired" | "InvalidRequest" }

/** One of the user's sign-in methods. Its account id at the provider never leaves the server. */
export interface LinkedAccount {
  /** Identifies the link in `POST account`. It isn't secret. */
  id: string
  /** The provider's id. */
  provider: string
  /** The provider's name. */
  name: string
  type: ProviderType
  /** Distinguishes two links to one provider, if known: an email address or a username. */
  label: string | null
  /** False if this is the user's last sign-in method. */
  removable: boolean
}

/** One of the user's sessions. */
export interface SessionDetails {
  /** Identifies the session in `POST account`. It isn't secret. */
  id: string
  /** Whether this is the session of the current request. */
  current: boolean
  /** ISO 8601, or null if the adapter doesn't store it. */
  createdAt: string | null
  /** ISO 8601. */
  expires: string
  /** The `User-Agent` header of the browser that opened it, or null if the adapter doesn't store it. */
  userAgent: string | null
}

/** One of the user's passkeys. */
export interface PasskeyDetails {
  /** The credential id in base64url, as browsers' Signal API uses it. */
  id: string
  name: string
  /** ISO 8601, or null if the adapter doesn't store it. */
  createdAt: string | null
  /** ISO 8601, or null if the adapter doesn't store it or the passkey was never used. */
  lastUsedAt: string | null
  /** Whether the passkey is backed up, for example synced to other devices. */
  backedUp: boolean
  /** False if this is the user's last sign-in method. */
  removable: boolean
}

/**
 * The response of `GET account`; `null` if no user is signed in. A list that the configuration doesn't support is null.
 */
export interface AccountDetails {
  user: User
  accounts: LinkedAccount[] | null
  /** The providers that the user can link now by signing in with them. */
  linkable: PublicProvider[]
  passkeys: PasskeyDetails[] | null
  /** How authenticators identify the user, in the form of the Signal API. Absent if passkeys are off. */
  passkeyUser?: { rpId: string; id: string; name: string; displayName: string }
  sessions: SessionDetails[] | null
}

/**
 * The changes that `POST account` can make: the value of the form field `change`. `id` identifies the item, `name` is a passkey's new
 * name.
 */
export const ACCOUNT_CHANGES = [
  "unlink",
  "revoke-session",
  "revoke-other-sessions",
  "rename-passkey",
  "remove-passkey",
] as const

export type AccountChange = (typeof ACCOUNT_CHANGES)[number]

/**
 * Why `POST account` changed nothing. A fetch receives `{ error }` with status 401, 404 or 409. A form's page receives
 * the parameter `error`. `LastWayIn`: the user's last sign-in method can't be removed.
 */
export const ACCOUNT_ERRORS = ["SessionRequired", "NotFound", "LastWayIn"] as const

export type AccountErrorCode = (typeof ACCOUNT_ERRORS)[number]

/** A field of a credentials form, as the `credentials` of its provider describes it. */
export interface CredentialField {
  label?: string | undefined
  /**
   * `text`, `password`, `email`, `tel`, `number`, `url` or `search`. Any other value renders as `text`.
   * @default "text"
   */
  type?: string | undefined
  placeholder?: string | undefined
  value?: string | undefined
  autocomplete?: string | undefined
  required?: boolean | undefined
}

/** How an app styles a provider's button. */
export interface ProviderStyle {
  brandColor?: string | undefined
  /** An https URL or a path on the same origin. */
  logo?: string | undefined
  text?: string | undefined
  /** @deprecated use `brandColor` */
  bg?: string | undefined
}

/**
 * The cookie whose value the server changes at every sign-in, sign-out and update. A page can read it, but learns only
 * that the session changed. On https its name has the `__Host-` prefix.
 */
export const VERSION_COOKIE = "latchkit.version"

declare const clientSession: unique symbol

/**
 * Marks the session type of the app's server code, which has more fields than the client's. It exists only in types.
 */
export interface HasClientSession<S extends Session> {
  readonly [clientSession]?: S
}
