import type { BrowserAccount } from "../account-contract.ts"
import type { Session } from "../contract.ts"
import type { FetchAction } from "../http/fetch-action.ts"
import type { Http } from "../http/http.ts"
import type { StepResponse } from "../protocol.ts"
import type { Page } from "../page/page.ts"
import type { BaseMemory } from "../session/seed.ts"
import type { FullStore } from "../session/types.ts"

/**
 * Options of `signIn`. Any other field is sent with the provider's form, for example `email` or `password`. A field of
 * a `FormData` needs no cast: `null` and files are left out.
 */
export interface SignInOptions {
  /** Where to go afterwards. @default the current page, without `token`, `secret` and `password` parameters */
  redirectTo?: string | undefined
  /** Another name of `redirectTo`, as in Auth.js. `redirectTo` takes precedence. */
  callbackUrl?: string | undefined
  /** If false, stays on the page and returns the result. @default true, or false with `popup` */
  redirect?: boolean | undefined
  /**
   * Signs in with an OAuth or OpenID provider in a popup, and leaves the page as it is. Call it directly in the click
   * handler.
   * @default false
   */
  popup?: boolean | undefined
  /**
   * Whether to stay signed in after the browser is closed, if the server has `session.remember`.
   * @default the server's setting
   */
  remember?: boolean | undefined
  /** Up to 1000 characters that the server's callbacks receive as `carried` during this sign-in. @default none */
  carry?: string | undefined
  /**
   * The base path to use.
   * @default the base path of the page's `SessionProvider`, otherwise "/auth" ("/api/auth" in Next)
   */
  basePath?: string | undefined
  [field: string]: string | File | boolean | null | undefined
}

/**
 * The result of a sign-in. `error` is a value of `SIGN_IN_ERRORS`, or `RequestFailed` if the request failed. With
 * `popup`, it can also be one of `ERROR_PAGE_ERRORS`, `Cancelled`, or `PopupBlocked` if the browser opened no window.
 * With `StepUpRequired`, a signed-in user must confirm who they are before linking an account; `cause` is the response.
 * With `step`, the sign-in waits for that step, whose page is `url`, and the user isn't signed in yet. `stepProps` has
 * the fields of `GET step`, for a form of your own.
 */
export type SignInResult =
  | { ok: true; status: number; url: string; step?: undefined; error?: undefined; code?: undefined }
  | {
      ok: false
      status: number
      url: null
      step?: undefined
      error: string
      code?: string | undefined
      cause?: unknown
    }
  | {
      ok: false
      status: number
      url: string
      step: string
      stepProps?: StepResponse | undefined
      error?: undefined
      code?: undefined
    }

/**
 * More parameters of the authorization request, for example `{ prompt: "login" }`. The server sends only those that a
 * browser may add.
 */
export type AuthorizationParams = string | string[][] | Record<string, string> | URLSearchParams

/** Options of `signOut`. */
export interface SignOutOptions {
  /** Where to go afterwards. @default the current page, without `token`, `secret` and `password` parameters */
  redirectTo?: string | undefined
  /** Another name of `redirectTo`, as in Auth.js. `redirectTo` takes precedence. */
  callbackUrl?: string | undefined
  /** If false, stays on the page and returns the result. @default true */
  redirect?: boolean | undefined
  /**
   * The base path to use.
   * @default the base path of the page's `SessionProvider`, otherwise "/auth" ("/api/auth" in Next)
   */
  basePath?: string | undefined
}

/**
 * The result of a sign-out. After a failure the user is still signed in. `url` is where to go next. With a provider's
 * `endSession`, it is a Latchkit URL that redirects to the provider and back.
 */
export type SignOutResult = { ok: true; url: string; error?: undefined } | { ok: false; url: null; error: string }

/** Options of every passkey ceremony. */
export interface PasskeyOptions {
  /** Id of the passkey provider, if several are configured. @default the first one */
  provider?: string | undefined
  /** Cancels the ceremony, for example when the form is removed from the page. @default none */
  signal?: AbortSignal | undefined
  /**
   * The base path to use.
   * @default the base path of the page's `SessionProvider`, otherwise "/auth" ("/api/auth" in Next)
   */
  basePath?: string | undefined
}

/** Options of `passkey.signIn`. */
export interface PasskeySignInOptions extends PasskeyOptions {
  /** Where to go afterwards. @default the current page, without `token`, `secret` and `password` parameters */
  redirectTo?: string | undefined
  /** If false, stays on the page and returns the result. @default true */
  redirect?: boolean | undefined
  /**
   * Whether to stay signed in. A function is called once the user has chosen a passkey.
   * @default the server's setting
   */
  remember?: boolean | (() => boolean | undefined) | undefined
  /** Up to 1000 characters that the server's callbacks receive as `carried` during this sign-in. @default none */
  carry?: string | undefined
  /**
   * Offers passkeys in the autofill list of a field with `autocomplete="username webauthn"`, and waits there.
   * @default false
   */
  autofill?: boolean | undefined
  /**
   * Asks only if this device has a passkey, and otherwise returns `NoPasskey` at once: show your sign-in page then.
   * Call it in a click. A browser without immediate mediation returns `Unsupported`.
   * @default false
   */
  immediate?: boolean | undefined
}

/** Options of `passkey.register`. */
export interface PasskeyRegisterOptions extends PasskeyOptions {
  /**
   * Lets a supporting browser create a passkey without a prompt, in the 5 minutes after a sign-in. Otherwise the result
   * is `Unsupported` or `SessionRequired`.
   * @default false
   */
  automatic?: boolean | undefined
}

/**
 * Why a ceremony returned no passkey.
 *
 * `Cancelled`: the user, `signal` or a newer ceremony canceled it; show nothing. `Exists`: this device already has a
 * passkey for the user. `Unknown`: the server doesn't know this passkey anymore. `Rejected`: the server rejected it.
 * `InvalidDomain`: the page isn't on the domain of the server's passkeys. `StepUpRequired`: the user must confirm who
 * they are first; call it in `stepUp`. `NoPasskey`: with `immediate`, this device has no passkey for the site, or the
 * user closed the dialog. `SessionRequired`: no user is signed in. `Unsupported`: the browser or the authenticator
 * doesn't support the call. `RequestFailed`: a request or a script failed. `Failed`: the browser reported another
 * error, which is the `cause`.
 */
export const PASSKEY_ERRORS = [
  "Cancelled",
  "Unsupported",
  "Exists",
  "Unknown",
  "Rejected",
  "InvalidDomain",
  "SessionRequired",
  "StepUpRequired",
  "NoPasskey",
  "RequestFailed",
  "Failed",
] as const

/** A value of {@link PASSKEY_ERRORS}. */
export type PasskeyErrorCode = (typeof PASSKEY_ERRORS)[number]

/** The result of a passkey ceremony. */
export type PasskeyResult =
  | { ok: true; url: string; error?: undefined; cause?: undefined }
  | { ok: false; url: null; error: PasskeyErrorCode; cause?: unknown }

/** A client with everything that a page doesn't need for its first paint. */
export interface FullClient<S extends Session = Session> {
  readonly base: string
  readonly page: Page
  readonly early: BaseMemory
  readonly fetchAction: FetchAction
  readonly store: FullStore<S>
  /** Sends an anonymous user to the sign-in page. Rejects if the script for it couldn't be loaded. */
  goToSignIn(): Promise<void>
  signOut(options: SignOutOptions): Promise<SignOutResult>
}

/** A client with the requests that only actions send. A page that shows its session doesn't load them. */
export interface ActionClient<S extends Session = Session> extends FullClient<S> {
  readonly http: Http
}

/** The accounts that this browser is signed in to. */
export type AccountsState =
  | { readonly status: "loading"; readonly accounts: undefined; readonly canAdd: false; readonly error: Error | null }
  | {
      readonly status: "ready"
      /** The active account first, then the others, the last used first. */
      readonly accounts: readonly BrowserAccount[]
      /** Whether another account can be added without signing out of one. */
      readonly canAdd: boolean
      readonly error: Error | null
    }

/** The accounts before they are known. */
export const LOADING_ACCOUNTS: AccountsState = { status: "loading", accounts: undefined, canAdd: false, error: null }

/** Options of `switchAccount` and `signOutAccount`. */
export interface AccountSwitchOptions {
  /**
   * Where to go once another account is active.
   * @default the current page, without `token`, `secret` and `password` parameters
   */
  redirectTo?: string | undefined
  /** If false, stays on the page. Its content from the server is then still the other account's. @default true */
  redirect?: boolean | undefined
  /**
   * The base path to use.
   * @default the base path of the page's `SessionProvider`, otherwise "/auth" ("/api/auth" in Next)
   */
  basePath?: string | undefined
}

/**
 * The result of a switch: the active session, and the accounts. `NotFound`: the account's session has ended, so the
 * user must sign in again.
 */
export type AccountSwitchResult =
  | { ok: true; session: Session | null; accounts: readonly BrowserAccount[]; error?: undefined }
  | { ok: false; session?: undefined; accounts?: undefined; error: "NotFound" | "RequestFailed" }
