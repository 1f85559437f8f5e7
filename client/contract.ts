/**
 * What crosses the wire between the service and a page.
 *
 * Everything depends on this file and it depends on nothing.
 */

/** The fields of a user that every app has. */
export interface DefaultUser {
  id?: string | undefined
  name?: string | null | undefined
  email?: string | null | undefined
  image?: string | null | undefined
}

/** The signed-in person as an app sees them. An app adds fields with `declare module "latchkit" { interface User { … } }`. */
export interface User extends DefaultUser {}

/** The fields of a session that every app has. */
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

/** A provider as a page may know it: no secret, no endpoint of the identity provider. */
export interface PublicProvider {
  id: string
  name: string
  type: ProviderType
  /** Absolute URL that takes the sign-in POST. */
  signinUrl: string
  /** Absolute URL that the identity provider answers to. */
  callbackUrl: string
}

/** What `GET providers` answers. */
export type PublicProviders = Record<string, PublicProvider>

export interface Theme {
  /**
   * The primary button, links and the focus ring: hex, rgb(), hsl() or oklch(), or `var(--name)` of the page that the card stands in.
   * What follows from it can be read: text at 4.5:1, edges and the ring at 3:1.
   */
  brandColor?: string | undefined
  /** Colour of the text on the primary button. @default black or white, whichever contrasts more */
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

/** What `GET csrf` answers. */
export interface CsrfResponse {
  csrfToken: string
}

/** The JSON body of `POST session`. */
export interface UpdateRequest {
  csrfToken: string
  data?: unknown
}

/**
 * What a POST answers when the request carries `X-Auth-Return-Redirect`: where it would have redirected to,
 * and on a refusal what was refused.
 */
export interface RedirectResponse {
  url: string
  /** After the start of a popup sign-in: the allowed URL that the page continues at once the popup is done. */
  callbackUrl?: string
  error?: string
  code?: string
}

/** The request header that turns a redirect into a {@link RedirectResponse}. */
export const RETURN_REDIRECT_HEADER = "x-auth-return-redirect"

/** What `GET webauthn-options` answers. `options` is the JSON form of WebAuthn Level 3, section 5.1.8 and 5.1.9. */
export type WebAuthnOptions =
  | { action: "authenticate"; options: PublicKeyCredentialRequestOptionsJSON }
  | { action: "register"; options: PublicKeyCredentialCreationOptionsJSON }

/**
 * Why `GET webauthn-options` returned no options. The status is 400, or 200 if the browser asked by itself. `SessionRequired`: only
 * a signed-in user whom the adapter stores can add a passkey.
 */
export type WebAuthnOptionsError = { error: "SessionRequired" | "InvalidRequest" }

/** One way to sign in that the user has. Its id at the provider stays with the service. */
export interface LinkedAccount {
  /** Names the link in `POST account`, and opens nothing. */
  id: string
  /** The provider's id. */
  provider: string
  /** The provider's name. */
  name: string
  type: ProviderType
  /** What tells two links to one provider apart, where it is known: an address or a user name. */
  label: string | null
  /** False where the user could not sign in any more without it. */
  removable: boolean
}

/** One of the user's sessions. */
export interface SessionDetails {
  /** Names the session in `POST account`, and opens nothing. */
  id: string
  /** The one that asks. */
  current: boolean
  /** ISO 8601; null where the adapter does not keep it. */
  createdAt: string | null
  /** ISO 8601. */
  expires: string
  /** What opened it, as its browser calls itself; null where the adapter does not keep it. */
  userAgent: string | null
}

/** One of the user's passkeys. */
export interface PasskeyDetails {
  /** The credential's id, base64url: what the Signal API of browsers calls it. */
  id: string
  name: string
  /** ISO 8601; null where the adapter does not keep it. */
  createdAt: string | null
  /** ISO 8601; null where the adapter does not keep it, or the passkey was never used. */
  lastUsedAt: string | null
  /** Whether the passkey's owner keeps a copy of it elsewhere. */
  backedUp: boolean
  /** False where the user could not sign in any more without it. */
  removable: boolean
}

/** What `GET account` answers; `null` for a visitor. A list that the configuration cannot keep is null. */
export interface AccountDetails {
  user: User
  accounts: LinkedAccount[] | null
  /** The providers that the user can link by signing in with them now. */
  linkable: PublicProvider[]
  passkeys: PasskeyDetails[] | null
  /** How authenticators know the user, as the Signal API of browsers wants it; absent while passkeys are off. */
  passkeyUser?: { rpId: string; id: string; name: string; displayName: string }
  sessions: SessionDetails[] | null
}

/** What `POST account` does: the value of the form field `change`. `id` names the thing, `name` a passkey's new name. */
export const ACCOUNT_CHANGES = [
  "unlink",
  "revoke-session",
  "revoke-other-sessions",
  "rename-passkey",
  "remove-passkey",
] as const

export type AccountChange = (typeof ACCOUNT_CHANGES)[number]

/**
 * Why `POST account` changed nothing: `{ error }` to a fetch (status 401, 404, 409), and the parameter `error` of the
 * page that a form leads back to. `LastWayIn`: the user could not sign in any more.
 */
export const ACCOUNT_ERRORS = ["SessionRequired", "NotFound", "LastWayIn"] as const

export type AccountErrorCode = (typeof ACCOUNT_ERRORS)[number]

/** A field of a credentials form, as the `credentials` of its provider describes it. */
export interface CredentialField {
  label?: string | undefined
  /** `text`, `password`, `email`, `tel`, `number`, `url`, `search`; anything else shows as `text`. @default "text" */
  type?: string | undefined
  placeholder?: string | undefined
  value?: string | undefined
  autocomplete?: string | undefined
  required?: boolean | undefined
}

/** How a host wants a provider's button to look. */
export interface ProviderStyle {
  brandColor?: string | undefined
  /** An https URL or a path on the same origin. */
  logo?: string | undefined
  text?: string | undefined
  /** @deprecated use `brandColor` */
  bg?: string | undefined
}

/**
 * The cookie whose value the service changes at every sign-in, sign-out and update. A page can read it and learns
 * from it that the session changed, and nothing else; on https the name has the `__Host-` prefix.
 */
export const VERSION_COOKIE = "latchkit.version"

declare const clientSession: unique symbol

/** Marks the session type of the app's server code, which knows more than the client. It exists in types only. */
export interface HasClientSession<S extends Session> {
  readonly [clientSession]?: S
}
