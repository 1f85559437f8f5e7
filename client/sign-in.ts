import { clientOf } from "./client.ts"

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

/**
 * Signs in with a provider, or without one shows the sign-in page. Never throws for a refusal or a failed request.
 * What it takes is loaded with the first call.
 */
export async function signIn(
  provider?: string,
  options: SignInOptions = {},
  authorizationParams: AuthorizationParams = "",
): Promise<SignInResult> {
  const client = clientOf(options)
  // before anything is waited for: a moment later the click is over, and the browser opens no window
  const popup = options.popup && provider ? client.page.open?.("", "", "popup,width=480,height=680") : undefined
  const whole = await client.load().catch(() => undefined)
  if (whole) return whole.signIn(provider, options, authorizationParams, popup)
  popup?.close()
  return { ok: false, status: 0, url: null, error: "RequestFailed", code: "script" }
}
