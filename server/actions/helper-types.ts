import type { Session } from "../../client/contract.ts"
import type { AccountDetails } from "../../client/account-contract.ts"
import type { AccessToken } from "../accounts/access-token.ts"
import type { OwnPageProps } from "../pages/sign-in-props.ts"
import type { RequestLike } from "../sessions/helper-request.ts"
import type { SessionEntry } from "../sessions/manage.ts"
import type { FieldErrors, SignInFormFields } from "../sign-in/validate-form.ts"
import type { FormRejection, RejectedForm } from "./form-rejection.ts"

/** The result of a helper, with the `Set-Cookie` lines that the app's response must carry. */
export interface HelperResponse {
  /** Where to redirect the user. */
  url: string
  cookies: readonly string[]
}

export interface SignInOptions {
  /** Where to redirect afterwards. @default the page that the user came from, otherwise the site */
  redirectTo?: string
  /** The form's fields: `email`, or a credentials provider's fields. */
  fields?: Record<string, string>
  /** Up to 1000 characters that this sign-in's callbacks get back as `carried`. */
  carry?: string
  /** Whether the session outlives the browser, if `session.remember` is on. @default the configured choice */
  remember?: boolean
  /**
   * Parameters to add to the authorization request. All are sent except those that Latchkit sets itself, such as `state`. They
   * must come from your own code.
   */
  authorizationParams?: AuthorizationParams
  /**
   * Like `authorizationParams`, but from a form or query of the user's browser. Latchkit sends the harmless ones, such
   * as `prompt` and `login_hint`, and those in the provider's `allowedAuthorizationParams`.
   */
  userAuthorizationParams?: AuthorizationParams
}

export type AuthorizationParams = string | Record<string, string> | URLSearchParams | [string, string][]

/** Latchkit without HTTP, for server components, loaders and actions that have the request's headers. */
export interface Helpers<S extends Session = Session> {
  /**
   * Returns the request's session, or `null`. With stored sessions it has `user.id`.
   *
   * @throws {AuthError} if the configuration is invalid
   */
  session(request: RequestLike): Promise<S | null>
  /** Returns the session, with the cookies that extend it. */
  refresh(request: RequestLike): Promise<{ session: S | null; cookies: readonly string[] }>
  /**
   * Returns the props for the kit's `SignIn` on your own page, whose URL may contain `error`, `code` and
   * `callbackUrl`. Set the returned cookies: the forms need them to work without JavaScript.
   */
  signInProps(request: RequestLike): Promise<{ props: OwnPageProps; cookies: readonly string[] }>
  /**
   * Returns `Set-Cookie` lines for code that runs before the page, such as Next's proxy, because a page there can't
   * set cookies. With them, the forms of `pages.signIn` have a CSRF token from the start. Empty for every other
   * request.
   */
  formCookies(request: Request): Promise<readonly string[]>
  /** Validates an app's own sign-in form. Returns the same errors that `signIn` would throw. */
  refusedFields(request: RequestLike, asked: SignInFormFields): Promise<FieldErrors>
  /**
   * Returns the form action's result for an error of `signIn` or `signOut` that a user may cause, such as a wrong
   * password.
   *
   * @throws {unknown} every other error
   */
  formRejection(request: RequestLike, error: unknown, form?: RejectedForm): Promise<FormRejection>
  /** Starts or finishes a sign-in. @throws {AuthError} if the sign-in is rejected */
  signIn(request: RequestLike, provider?: string, options?: SignInOptions): Promise<HelperResponse>
  /** Ends the session. Redirect to the returned `url`: it leads through the provider if `endSession` is set. */
  signOut(request: RequestLike, options?: { redirectTo?: string }): Promise<HelperResponse>
  /** Runs the callbacks with trigger `update`. Returns a `null` session if the user isn't signed in. */
  update(request: RequestLike, data: unknown): Promise<{ session: S | null; cookies: readonly string[] }>
  /**
   * Returns the signed-in user's access token for a provider, refreshed if it has expired.
   *
   * @throws {AuthError} `RefreshTokenError`; `cause.reason` tells "link the account" from "ask for consent again"
   */
  getAccessToken(request: RequestLike, provider: string): Promise<AccessToken>
  /** Returns the signed-in user's account details, as `GET account` does, or `null`. */
  account(request: RequestLike): Promise<AccountDetails | null>
  /**
   * Returns the signed-in user's stored sessions.
   *
   * @throws {AuthError} `UnsupportedStrategy` if sessions aren't stored
   */
  listSessions(request: RequestLike): Promise<SessionEntry[]>
  /** Ends one of the user's sessions by its id. Returns `false` if the user has no such session. */
  revokeSession(request: RequestLike, id: string): Promise<boolean>
  /** Ends all of the user's sessions except the current one. Returns how many it ended. */
  revokeOtherSessions(request: RequestLike): Promise<number>
}
