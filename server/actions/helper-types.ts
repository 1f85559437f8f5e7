import type { AccountDetails, Session } from "../../client/contract.ts"
import type { AccessToken } from "../accounts/access-token.ts"
import type { OwnPageProps } from "../pages/sign-in-props.ts"
import type { RequestLike } from "../sessions/helper-request.ts"
import type { SessionEntry } from "../sessions/manage.ts"
import type { FieldErrors, SignInFormFields } from "../sign-in/validate-form.ts"
import type { FormRejection, RejectedForm } from "./form-rejection.ts"

/** What a helper answers beside its result: the `Set-Cookie` lines that the app's own answer must carry. */
export interface HelperResponse {
  /** Where to send the visitor. */
  url: string
  cookies: readonly string[]
}

export interface SignInOptions {
  /** Where to go afterwards. @default the page that the visitor came from, else the site */
  redirectTo?: string
  /** The fields of the form: `email`, or a credentials provider's. */
  fields?: Record<string, string>
  /** Up to 1000 characters that the callbacks of this sign-in get again, as `carried`. */
  carry?: string
  /** Whether the session outlives the browser, where the configuration lets that be chosen. @default as it says */
  remember?: boolean
  /**
   * Parameters to add to the authorization request. All are sent except those that Latchkit sets itself, such as `state`. They
   * must come from your own code.
   */
  authorizationParams?: AuthorizationParams
  /**
   * The same from a form or a query of the user's browser. Latchkit sends the harmless ones, such as `prompt` and `login_hint`,
   * and those that the provider's `allowedAuthorizationParams` lists.
   */
  userAuthorizationParams?: AuthorizationParams
}

export type AuthorizationParams = string | Record<string, string> | URLSearchParams | [string, string][]

/** The service without HTTP: for server components, loaders and actions, which have the request's headers in hand. */
export interface Helpers<S extends Session = Session> {
  /** The session of a request, or null. With stored sessions it has `user.id`. @throws {AuthError} when the configuration cannot be served */
  session(request: RequestLike): Promise<S | null>
  /** The session, with the cookies that extend it. */
  refresh(request: RequestLike): Promise<{ session: S | null; cookies: readonly string[] }>
  /**
   * What the kit's `SignIn` is made from on a page of the app's own, whose address holds `error`, `code` and
   * `callbackUrl`. The answer's cookies belong to its forms, which then work without JavaScript too.
   */
  signInProps(request: RequestLike): Promise<{ props: OwnPageProps; cookies: readonly string[] }>
  /**
   * `Set-Cookie` lines for what stands before the pages and may set cookies where they may not, as Next's proxy: with them
   * the forms of `pages.signIn` hold a token from the start. Empty for every other request.
   */
  formCookies(request: Request): Promise<readonly string[]>
  /** What of a form of the app's own the service will not do; `signIn` would refuse it too, or lead elsewhere. */
  refusedFields(request: RequestLike, asked: SignInFormFields): Promise<FieldErrors>
  /**
   * What a form action returns for an error of `signIn` or `signOut` that a user may cause, such as a wrong password.
   *
   * @throws {unknown} every other error
   */
  formRejection(request: RequestLike, error: unknown, form?: RejectedForm): Promise<FormRejection>
  /** Starts or finishes signing in. @throws {AuthError} when it is refused */
  signIn(request: RequestLike, provider?: string, options?: SignInOptions): Promise<HelperResponse>
  /** Ends the session; the answer's `url` leads on, by way of the provider where its `endSession` is set. */
  signOut(request: RequestLike, options?: { redirectTo?: string }): Promise<HelperResponse>
  /** Runs the callbacks with trigger `update`; null when nobody is signed in. */
  update(request: RequestLike, data: unknown): Promise<{ session: S | null; cookies: readonly string[] }>
  /**
   * The signed-in user's token for a provider's API, refreshed where it has ended.
   *
   * @throws {AuthError} `RefreshTokenError`; the `reason` in its cause tells "link the account" from "ask for consent again"
   */
  getAccessToken(request: RequestLike, provider: string): Promise<AccessToken>
  /** What the account page of the signed-in user shows, as `GET account` answers it; null for a visitor. */
  account(request: RequestLike): Promise<AccountDetails | null>
  /** The signed-in user's stored sessions. @throws {AuthError} `UnsupportedStrategy` where sessions are not stored */
  listSessions(request: RequestLike): Promise<SessionEntry[]>
  /** Ends one of them, by its id; false where the user has none of that id. */
  revokeSession(request: RequestLike, id: string): Promise<boolean>
  /** Ends all of them but the one that asks; answers how many. */
  revokeOtherSessions(request: RequestLike): Promise<number>
}
