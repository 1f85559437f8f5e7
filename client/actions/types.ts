import type { Session } from "../contract.ts"
import type { Http } from "../http/http.ts"
import type { Page, PopupWindow } from "../page/page.ts"
import type { FullStore } from "../session/types.ts"

/** Options of `signIn`; further fields are those of the provider's form, as `email` or `password`. */
export interface SignInOptions {
  /** Where to go afterwards. @default the present page, without `token`, `secret` and `password` parameters */
  redirectTo?: string | undefined
  /** The older name of `redirectTo`. */
  callbackUrl?: string | undefined
  /** False stays on the page and tells how it went. @default true, and false with `popup` */
  redirect?: boolean | undefined
  /**
   * Signs in with an OAuth or OpenID provider in a small window, and leaves the page as it is. Call it in the click itself.
   * @default false
   */
  popup?: boolean | undefined
  /** Which service, where the page has several. */
  basePath?: string | undefined
  [field: string]: string | boolean | undefined
}

/**
 * How a sign-in went. `error` is a value of `SIGN_IN_ERRORS`, or `RequestFailed` when the service did not answer; with `popup` also
 * one of `ERROR_PAGE_ERRORS`, `Cancelled`, or `PopupBlocked` when the browser opened no window.
 */
export type SignInResult =
  | { ok: true; status: number; url: string; error?: undefined; code?: undefined }
  | { ok: false; status: number; url: null; error: string; code?: string | undefined }

export type AuthorizationParams = string | string[][] | Record<string, string> | URLSearchParams

/** Options of `signOut`. */
export interface SignOutOptions {
  /** Where to go afterwards. @default the present page, without `token`, `secret` and `password` parameters */
  redirectTo?: string | undefined
  /** The older name of `redirectTo`. */
  callbackUrl?: string | undefined
  /** False stays on the page and tells how it went. @default true */
  redirect?: boolean | undefined
  /** Which service, where the page has several. */
  basePath?: string | undefined
}

/**
 * How a sign-out went; after a failure the visitor is still signed in. `url` is where to go on: with a provider's `endSession` an
 * address of the service, which leads to the provider and back.
 */
export type SignOutResult = { ok: true; url: string; error?: undefined } | { ok: false; url: null; error: string }

/** Options of every ceremony. */
export interface PasskeyOptions {
  /** Id of the passkey provider, where the service has several. @default its first */
  provider?: string | undefined
  /** Gives up, as when the page's form goes away. */
  signal?: AbortSignal | undefined
  /** Which service, where the page has several. */
  basePath?: string | undefined
}

export interface PasskeySignInOptions extends PasskeyOptions {
  /** Where to go afterwards. @default the present page, without `token`, `secret` and `password` parameters */
  redirectTo?: string | undefined
  /** False stays on the page and tells how it went. @default true */
  redirect?: boolean | undefined
  /** Whether to stay signed in; a function is asked once the passkey was chosen. @default as the service says */
  remember?: boolean | (() => boolean | undefined) | undefined
  /** Up to 1000 characters that the service's callbacks of this sign-in get, as `carried`. */
  carry?: string | undefined
  /** Offers passkeys in the list below a field with `autocomplete="username webauthn"`, and waits there. @default false */
  autofill?: boolean | undefined
}

export interface PasskeyRegisterOptions extends PasskeyOptions {
  /**
   * Lets the browser make one by itself right after a password sign-in, where it can, without asking; otherwise it is
   * refused as `Unsupported`. @default false
   */
  automatic?: boolean | undefined
}

/**
 * Why there is no passkey. `Cancelled`: by the visitor, by `signal` or by a newer request; nothing needs to be said.
 * `Exists`: this device has one for the user. `Unknown`: the service has none like it any more. `Refused`: the service did
 * not accept it. `InvalidDomain`: the page is not on the domain of the service's passkeys.
 */
export const PASSKEY_ERRORS = [
  "Cancelled",
  "Unsupported",
  "Exists",
  "Unknown",
  "Refused",
  "InvalidDomain",
  "SessionRequired",
  "RequestFailed",
  "Failed",
] as const

export type PasskeyErrorCode = (typeof PASSKEY_ERRORS)[number]

/** How a ceremony went. */
export type PasskeyResult =
  | { ok: true; url: string; error?: undefined; cause?: undefined }
  | { ok: false; url: null; error: PasskeyErrorCode; cause?: unknown }

/** A client with all that a page does not need for its first paint. */
export interface FullClient<S extends Session = Session> {
  readonly base: string
  readonly page: Page
  readonly http: Http
  readonly store: FullStore<S>
  /** `popup` is the window that the caller opened in the click, null where the browser refused. */
  signIn(
    provider: string | undefined,
    options: SignInOptions,
    params: AuthorizationParams,
    popup?: PopupWindow | null,
  ): Promise<SignInResult>
  signOut(options: SignOutOptions): Promise<SignOutResult>
}
