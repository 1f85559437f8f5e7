/**
 * The URLs, header, cookie and JSON of Latchkit's HTTP interface.
 *
 * Apps rarely need them. `latchkit/headless` exports them for clients of another kind.
 */

/** The browser's `PublicKeyCredential`. Its types are missing in a program for servers. @internal */
interface ParsesOptions<Request, Creation> {
  PublicKeyCredential: {
    parseRequestOptionsFromJSON(options: Request): unknown
    parseCreationOptionsFromJSON(options: Creation): unknown
  }
}

/** The options of `navigator.credentials.get` as JSON, in the browser's own type. */
export type PasskeyRequestOptions = typeof globalThis extends ParsesOptions<infer Options, never> ? Options : object

/** The options of `navigator.credentials.create` as JSON, in the browser's own type. */
export type PasskeyCreationOptions = typeof globalThis extends ParsesOptions<never, infer Options> ? Options : object

/** The actions under the base path, as `{base path}/<action>`. */
export const ACTIONS = [
  "account",
  "accounts",
  "authorize",
  "backchannel-logout",
  "callback",
  "change-email",
  "change-password",
  "confirm",
  "csrf",
  "deletion",
  "device-bound",
  "error",
  "export",
  "fedcm",
  "forgot-password",
  "initiate-login",
  "passkey-endpoints",
  "popup",
  "providers",
  "related-origins",
  "reset-password",
  "revoke",
  "session",
  "sign-in-props",
  "sign-up",
  "signin",
  "signout",
  "step",
  "token",
  "two-step",
  "undo",
  "verify-request",
  "webauthn-options",
] as const

/** Routes that serve files, beside the actions. */
export const FILES = ["assets", "theme.css"] as const

/** The name of an action. */
export type Action = (typeof ACTIONS)[number]

/** The response of `GET csrf`. */
export interface CsrfResponse {
  csrfToken: string
}

/** The response of `GET fedcm/<provider>`: what the browser's account chooser needs. */
export interface FedcmOptions {
  /** The https URL of the provider's FedCM file. */
  configURL: string
  /** Your app's id at the provider. */
  clientId: string
  /** The ID token must repeat it. */
  nonce: string
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
  /** Where the browser goes next. */
  url: string
  /** After the start of a popup sign-in: the allowed URL that the page navigates to when the popup is done. */
  callbackUrl?: string
  /** Why the request failed, such as `CredentialsSignin`. */
  error?: string
  /** Details of `error`, such as the `code` of a `CredentialsSignin`. */
  code?: string
  /**
   * The step that the sign-in waits for. `url` is its page, and the user isn't signed in yet. After `POST confirm` it
   * is `confirm` if another proof is required.
   */
  step?: string
  /** The step of a paused sign-in, as `GET step` returns it. So a client shows its form without another request. */
  stepProps?: StepResponse
  /** Seconds until another try is allowed, after the error `RateLimited`. */
  retryAfter?: number
  /** The fields of {@link StepUpDemand}, after the error `StepUpRequired`. */
  maxAge?: number
  factors?: 1 | 2
  phishingResistant?: boolean
}

/**
 * The response to a POST of a password form: sign-up, forgot password or reset password. If an email was sent, `url` is
 * the page that asks for its code, with `status=sent`. A rejected form has `error`, which is `InvalidForm` if only
 * fields have errors.
 */
export interface PasswordFormResponse extends RedirectResponse {
  failed?: boolean
  /** The errors of the fields, by name. */
  fieldErrors?: Readonly<Record<string, readonly string[]>>
  /** The errors of the whole form. */
  formErrors?: readonly string[]
  /** The values that the user typed, without passwords. */
  values?: Readonly<Record<string, string>>
}

/**
 * The response of `GET step`: the step that a sign-in in this browser pauses for.
 * A step of Latchkit's own has the props of its card. A step of your app has only the fields of {@link StepFields}.
 */
export type StepResponse =
  | (StepFields & { step: "second-factor" } & SecondFactorStep)
  | (StepFields & { step: "enroll-totp" } & EnrollTotpStep)
  | (StepFields & { step: string & {} })

/** The fields of every step. */
export interface StepFields {
  /** Identifies the step. Its page is `{base path}/step/<id>`, unless it is your app's own. */
  step: string
  /** The page of the step. */
  url: string
  /** The attempt's public id, which a form repeats. It isn't secret. */
  attempt: string
  /** The user's masked address, such as `a••@example.com`. */
  account?: string
}

/** The second factors of this user. */
export interface SecondFactorStep {
  methods: ("passkey" | "totp" | "email" | "recovery")[]
  /** Whether this device may be trusted, and for how many days. */
  canTrust?: boolean
  trustDays?: number
  /** If the methods include passkeys. */
  passkeyOptions?: PasskeyRequestOptions
}

/** A new secret for an authenticator app, which counts once its first code was entered. */
export interface EnrollTotpStep {
  qr: { size: number; d: string }
  secretText: string
  otpauthUrl: string
  required?: boolean
}

/** The proofs that the server requires. */
export interface StepUpDemand {
  /** How many seconds ago the user may have proven who they are. */
  maxAge: number
  /** @default 1 */
  factors?: 1 | 2
  /** Whether only a passkey or a security key counts. */
  phishingResistant?: boolean
}

/**
 * The body of a 401 response that asks the user to confirm who they are.
 *
 * @see [RFC 9470, section 3](https://www.rfc-editor.org/rfc/rfc9470#section-3)
 */
export interface StepUpRequiredBody extends StepUpDemand {
  error: "StepUpRequired"
  /** The confirmation's page. Its query says what is required. */
  url: string
}

/**
 * The response of `GET confirm` with `Accept: application/json`: the props of the confirmation's card, or `satisfied`
 * if the session already meets the requirement. The query has `max_age`, `factors` and `phishing_resistant`.
 */
export type ConfirmResponse = { satisfied: true; url: string } | ({ satisfied?: false } & ConfirmDetails)

/** How this user can confirm who they are. */
export interface ConfirmDetails {
  /** Where the forms post to. */
  url: string
  /** Identifies the session that the confirmation belongs to. A form repeats it. It isn't secret. */
  attempt: string
  /** The user's masked address, such as `a••@example.com`. */
  account?: string
  /** The masked address that gets a code by email. */
  email?: string
  csrfToken?: string
  /** Whether a code by email was sent that still works. With `false`, the card offers to send one. */
  codeSent?: boolean
  /** Empty if this user has none. `url` leads to a sign-in, or to the page that sets up two-step verification. */
  methods: ("passkey" | "password" | "totp" | "email" | "provider" | "recovery")[]
  /** The provider to sign in with again. */
  provider?: { id: string; name: string }
  passkeyOptions?: PasskeyRequestOptions
}

/** The request header that turns a redirect into a {@link RedirectResponse}. */
export const RETURN_REDIRECT_HEADER = "x-auth-return-redirect"

/**
 * The response of `GET webauthn-options`. `options` has the JSON form of WebAuthn Level 3, sections 5.1.8 and 5.1.9.
 */
export type WebAuthnOptions =
  | { action: "authenticate"; options: PasskeyRequestOptions }
  | { action: "register"; options: PasskeyCreationOptions }

/**
 * Why `GET webauthn-options` returned no options. The status is 400, or 200 if the browser sent the request without a
 * user action. `SessionRequired`: only a signed-in user whom the adapter stores can add a passkey.
 */
export type WebAuthnOptionsError = { error: "SessionRequired" | "InvalidRequest" } | StepUpRequiredBody

/**
 * The header of `GET session` with the version that the request had, or `none`. A page compares it with its cookie,
 * because a preloaded response may be older than the last sign-in.
 */
export const VERSION_HEADER = "latchkit-version"

/** The parameter of `GET deletion` after a deletion. Its page says that the account is or will be deleted. */
export const REQUESTED_PARAM = "requested"
