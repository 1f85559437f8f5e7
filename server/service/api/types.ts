import type { Rules } from "../../core/config/rules.ts"
import type { Session } from "../../../client/contract.ts"
import type { AccountDetails, BrowserAccounts } from "../../../client/account-contract.ts"
import type { Connection } from "../../core/request/auth-request.ts"
import type { PlainResponse } from "../../core/request/respond.ts"
import type { AccessToken } from "../../features/access-tokens/access-token.ts"
import type { StepUpRequirement } from "../../core/proofs/step-ups.ts"
import type { OwnPageProps } from "../../core/pages/sign-in-props.ts"
import type { InviteOptions, InviteResult } from "../../features/sign-up/invite.ts"
import type { RequestLike } from "../../core/sessions/helper-request.ts"
import type { SessionEntry } from "../../core/sessions/session-entry.ts"
import type { FieldErrors, SignInFormFields } from "../validate-form.ts"
import type { Users } from "../../features/administration/types.ts"
import type { AccountPageProps } from "../../features/account/page/props.ts"
import type { FormRejection, RejectedForm } from "../../core/failures/form-rejection.ts"
import type { OpenStep } from "../../core/steps/row.ts"

/** The result of a helper that signs in or out. */
export interface HelperResponse {
  /** Where to redirect the user. */
  url: string
  /** The `Set-Cookie` lines that your response must have. */
  cookies: readonly string[]
  /**
   * Headers to set, if your framework allows it: the registration of a bound session. Otherwise Latchkit's next
   * response has it. @default none
   */
  headers?: Readonly<Record<string, string>>
  /** The step that the sign-in waits for. `url` is its page. The user isn't signed in yet. */
  step?: string
}

/** The options of a sign-in that server code starts. */
export interface SignInOptions {
  /** Where to redirect afterwards. @default the page that the user came from, otherwise the site */
  redirectTo?: string
  /** The form's fields: `email`, or a credentials provider's fields. */
  fields?: Record<string, string>
  /** Up to 1000 characters that this sign-in's callbacks get as `carried`. @default none */
  carry?: string
  /** Whether the session outlives the browser, if `session.remember` is on. @default `session.remember.checked` */
  remember?: boolean
  /**
   * Parameters to add to the authorization request, from your own code. All are sent except those that Latchkit sets
   * itself, such as `state`.
   */
  authorizationParams?: AuthorizationParams
  /**
   * Like `authorizationParams`, but from a form or query of the user's browser. Latchkit sends only harmless
   * parameters, such as `prompt` and `login_hint`, and those in the provider's `allowedAuthorizationParams`.
   */
  userAuthorizationParams?: AuthorizationParams
}

/** Parameters of the authorization request, in the forms that `URLSearchParams` accepts. */
export type AuthorizationParams = string | Record<string, string> | URLSearchParams | [string, string][]

/** A session, and the `Set-Cookie` lines that your response must have. */
export interface SessionWithCookies<S extends Session = Session> {
  /** The session, or `null` if no user is signed in. */
  session: S | null
  /** The `Set-Cookie` lines that your response must have. */
  cookies: readonly string[]
}

/** The props of a sign-in card, and the `Set-Cookie` lines that your response must have. */
export interface SignInPropsWithCookies {
  /** Pass them to `SignIn`. */
  props: OwnPageProps
  /** The `Set-Cookie` lines that your response must have. */
  cookies: readonly string[]
}

/** The props of an account card, and the `Set-Cookie` lines that your response must have. */
export interface AccountPropsWithCookies {
  /** Pass them to `Account`. */
  props: AccountPageProps
  /** The `Set-Cookie` lines that your response must have. */
  cookies: readonly string[]
}

/** A paused sign-in, and the `Set-Cookie` lines that your response must have. */
export interface OpenStepWithCookies {
  /** The paused sign-in, or `null` if there is none. */
  step: OpenStep | null
  /** The `Set-Cookie` lines that your response must have. */
  cookies: readonly string[]
}

/** Latchkit without HTTP, for server components, loaders and actions that have the request's headers. */
export interface Helpers<S extends Session = Session> {
  /**
   * Returns the request's session, or `null`. With stored sessions it has `user.id`.
   *
   * @throws {AuthError} if the configuration is invalid
   */
  getSession(request: RequestLike): Promise<S | null>
  /** Functions for your app's own administration. Your code must check who calls them. */
  readonly users: Users
  /**
   * Returns the session if its user has confirmed who they are recently and strongly enough, by default in the last 10
   * minutes. Call it before your code changes anything. {@link Helpers.stepUpResponse} turns what it throws into a
   * response.
   *
   * @example
   * const session = await auth.require(request, { within: "10m", factors: 2 })
   *
   * @throws {AuthError} `SessionRequired` if the user isn't signed in. `StepUpRequired` if the user must confirm first,
   * with the page's `url`, `maxAge` in seconds, `factors` and `phishingResistant`. `BoundSessionRequired` if the
   * session must be bound to this device and isn't. `InvalidConfiguration` if the requirement isn't valid
   */
  require(request: RequestLike, requirement?: StepUpRequirement): Promise<S>
  /**
   * Returns the response to a request for which {@link Helpers.require} threw. A script gets 401 with a challenge
   * (RFC 9470). A page or a form is redirected to the page that confirms, or to the sign-in page.
   *
   * @throws {unknown} every other error
   */
  stepUpResponse(request: RequestLike, error: unknown): Promise<Response>
  /** Returns the session, with the cookies that extend it. */
  refreshSession(request: RequestLike): Promise<SessionWithCookies<S>>
  /**
   * Returns the props for Latchkit's `SignIn` on your own page, whose URL may contain `error`, `code` and
   * `callbackUrl`. Set the returned cookies: the forms need them to work without JavaScript.
   */
  signInProps(request: RequestLike): Promise<SignInPropsWithCookies>
  /**
   * Returns the props for Latchkit's `Account` on your own page, whose URL may contain `error`. Without a signed-in
   * user, `details` is `null`. Set the returned cookies, and send the page with `Cache-Control: private, no-store`.
   */
  accountProps(request: RequestLike): Promise<AccountPropsWithCookies>
  /** Starts or finishes a sign-in. @throws {AuthError} if the sign-in is rejected */
  signIn(request: RequestLike, provider?: string, options?: SignInOptions): Promise<HelperResponse>
  /**
   * Returns the paused sign-in of a request, for the page of an app's own step. Returns `null` if there is none. Set
   * the returned cookies.
   */
  openStep(request: RequestLike): Promise<OpenStepWithCookies>
  /** Ends the session. Redirect to the returned `url`: it leads through the provider if `endSession` is set. */
  signOut(request: RequestLike, options?: { redirectTo?: string }): Promise<HelperResponse>
  /**
   * Changes the session: calls the `jwt` and `session` callbacks with the trigger `update` and `data`. Returns a `null`
   * session if the user isn't signed in.
   */
  updateSession(request: RequestLike, data: unknown): Promise<SessionWithCookies<S>>
  /**
   * Returns the signed-in user's access token for a provider, refreshed if it has expired.
   *
   * @throws {AuthError} `RefreshTokenError` if there is no valid token. `cause.reason` is `signed-out`, `not-linked`,
   * `no-refresh-token`, `no-key`, `rejected` or `busy`
   */
  getAccessToken(request: RequestLike, provider: string): Promise<AccessToken>
  /** Returns the signed-in user's account details, as `GET account` does, or `null`. */
  getAccount(request: RequestLike): Promise<AccountDetails | null>
  /**
   * Returns the accounts that the request's browser is signed in to, as `GET accounts` does. At most one without
   * `session.maxAccounts`.
   */
  listAccounts(request: RequestLike): Promise<BrowserAccounts>
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
  /**
   * Emails an invitation to open an account with `Password()`. The link proves the address, works once, and replaces
   * earlier ones. No route calls this. Check first that the signed-in user may invite. Check it again in the `signIn`
   * callback, which gets `data` when the invitation is accepted.
   *
   * @example
   * await auth.invite({ email: "grace@example.com", data: { role: "editor" }, request })
   *
   * @throws {AuthError} `InvalidRequest` if `email` isn't one address. `RateLimited` after too many invitations, with
   * `retryAfter` in seconds in its cause. `InvalidConfiguration` if `signUp` is `"off"`
   * @throws {TypeError} if another option is missing or isn't valid
   */
  invite(options: InviteOptions): Promise<InviteResult>
  /** Revokes the open invitation of an address. Returns whether there was one. */
  revokeInvitation(email: string, request?: RequestLike): Promise<boolean>
}

/** The helpers that only the integrations of frameworks call. */
export interface IntegrationHelpers<S extends Session = Session> extends FormHelpers {
  /** Responds like `handle`, with plain values for a server that writes them itself. */
  respond(request: Request, connection?: Connection): Promise<PlainResponse>
  /**
   * Returns whether a request is for an endpoint of Latchkit: its method, action and target match. Other paths under
   * the base path are the app's.
   */
  matchesAction(request: Request): Promise<boolean>
  /**
   * Returns whether a page of another site sent this form. Integrations call it for every route of the app: a framework
   * that must trust a provider's origin for its `form_post` trusts it on all routes.
   *
   * @param origins origins whose forms the app accepts, in addition to the site's own
   */
  isCrossSiteForm(request: Request, origins: readonly string[]): Promise<boolean>
  /**
   * Reports the route parameters of a request. A route with parameters over the base path, such as a catch-all, makes
   * the framework's own CSRF check run first. In development this logs a warning if a provider uses `form_post`.
   */
  reportRoute(request: Request, params: Readonly<Record<string, string>>): Promise<void>
  /**
   * Returns whether `callbacks.authorized` allows a request: true, false, or the response that it returned. Only `true`
   * allows it; with the `authjs()` preset any truthy value does. Returns true if there is no callback. If the callback
   * throws, logs the error and returns false.
   *
   * @param wraps whether the app's own handler runs afterwards. With the preset it then runs unless there is a response
   */
  authorized(request: Request, session: S | null, wraps?: boolean): Promise<boolean | Response>
  /** Returns whether a request is for the app's own sign-in page, which must be visible to a user who is signed out. */
  isSignInPage(request: Request): Promise<boolean>
  /** Returns the rules of another library that the configuration keeps. */
  rules(request?: Request): Promise<Rules>
}

/** The helpers for forms of the app, which only the integrations of frameworks call. */
export interface FormHelpers {
  /**
   * Returns `Set-Cookie` lines for code that runs before the page, such as Next's proxy, because a page there can't set
   * cookies. With them, the forms of `pages.signIn`, and those of every page of a signed-in user, have a CSRF token
   * from the start. Empty for every other request.
   */
  formCookies(request: Request, signedIn: boolean): Promise<readonly string[]>
  /** Returns whether a request is for the page of the app's own step that its browser's paused sign-in waits for. */
  isOpenStepPage(request: Request): Promise<boolean>
  /** Validates an app's own sign-in form. Returns the same errors that `signIn` would throw. */
  validateSignInForm(request: RequestLike, form: SignInFormFields): Promise<FieldErrors>
  /**
   * Returns the form action's result for an error of `signIn` or `signOut` that a user may cause, such as a wrong
   * password.
   *
   * @throws {unknown} every other error
   */
  formRejection(request: RequestLike, error: unknown, form?: RejectedForm): Promise<FormRejection>
}
