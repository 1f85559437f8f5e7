import type { NextRequest } from "next/server.js"
import type { Session } from "../../../client/contract.ts"
import type { Awaitable } from "../../types.ts"
import type { AccountPageProps } from "../../features/account/page/props.ts"
import type { OpenStep } from "../../core/steps/row.ts"
import type { AuthorizationParams } from "../../service/api/types.ts"
import type { Helpers, RequestLike } from "../../service/api.ts"
import type { InviteOptions, InviteResult } from "../../features/sign-up/invite.ts"
import type { SignInPageProps } from "../../core/pages/sign-in-props.ts"
import type { SignInFailure, SignOutFailure } from "../forms.ts"
import type { RequireAuthOptions, StepUpFailure } from "../step-up.ts"

/** The options of `signIn` in server code. Other fields are sent with the provider's form. */
export interface NextSignInOptions<Redirects extends boolean = boolean> extends Record<string, unknown> {
  /** URL to redirect to afterwards. @default the page that the user came from */
  redirectTo?: string
  /** If false, returns the URL instead of redirecting. @default true */
  redirect?: Redirects
}

/** The options of `signOut` in server code. */
export interface NextSignOutOptions<Redirects extends boolean = boolean> {
  /** URL to redirect to afterwards. @default the page that the user came from */
  redirectTo?: string
  /** If false, returns the URL instead of redirecting. @default true */
  redirect?: Redirects
}

/** The URL if the call doesn't redirect. With the `authjs()` preset `signOut` returns what Auth.js does. @internal */
type UrlUnless<Redirects extends boolean> = Redirects extends false ? string : never

/** The helpers that need only the request. @internal */
type BoundHelpers<S extends Session, Name extends keyof Helpers<S>> = {
  [Key in Name]: Helpers<S>[Key] extends (request: RequestLike, ...rest: infer Rest) => infer Result
    ? (...rest: Rest) => Result
    : never
}
/** @internal */
type UnchangedHelpers =
  | "getAccount"
  | "getAccessToken"
  | "listAccounts"
  | "listSessions"
  | "revokeSession"
  | "revokeOtherSessions"

/** A request whose user has confirmed who they are. */
export interface ConfirmedRequest<S extends Session = Session> extends NextRequest {
  auth: S
}

/** For server actions, server components and route handlers. */
export interface ServerCalls<S extends Session = Session> extends BoundHelpers<S, UnchangedHelpers> {
  /**
   * Signs in with a form and redirects. Returns a failure if a field is invalid or the sign-in is rejected, as for
   * `useActionState`.
   *
   * @param authorizationParams parameters of the authorization request; they override those of the form
   * @throws {AuthError} if the configuration has a problem; with the `authjs()` preset also if the sign-in is rejected
   */
  signIn(
    provider: string | undefined,
    form: FormData,
    authorizationParams?: AuthorizationParams,
  ): Promise<SignInFailure>
  /**
   * Signs in and redirects. With `redirect: false` it returns the URL instead.
   *
   * @throws {AuthError} if the sign-in is rejected, for example `CredentialsSignin`
   */
  signIn<Redirects extends boolean = true>(
    provider?: string,
    options?: NextSignInOptions<Redirects>,
    authorizationParams?: AuthorizationParams,
  ): Promise<UrlUnless<Redirects>>
  /** Signs out with a form and redirects. Returns a failure if a field is invalid. */
  signOut(form: FormData): Promise<SignOutFailure>
  /** Signs out and redirects. With `redirect: false` it returns the URL instead. */
  signOut<Redirects extends boolean = true>(options?: NextSignOutOptions<Redirects>): Promise<UrlUnless<Redirects>>
  /**
   * Returns the session, if it meets the requirement. With `redirect: false`, returns what is missing instead. A server
   * action can return it to `useStepUp`.
   */
  requireAuth(options: RequireAuthOptions & { redirect: false }): Promise<S | StepUpFailure>
  /**
   * Returns the session of a signed-in user. With a requirement, the user must also have confirmed who they are
   * recently and strongly enough. Otherwise redirects to the page that signs in or confirms. The user returns to
   * `redirectTo`, or to this page. Without `auth` in `proxy.ts`, a server component must set `redirectTo`, because
   * Next doesn't tell it which page it is.
   */
  requireAuth(options?: RequireAuthOptions): Promise<S>
  /**
   * Wraps a route handler, which gets the session as `request.auth`. Otherwise a script gets 401 with a challenge (RFC
   * 9470). A page or a form is redirected to the page that signs in or confirms.
   *
   * @example
   * export const POST = requireAuth({ within: "10m" }, async (request) => Response.json(await createKey(request.auth)))
   */
  requireAuth<Context = { params: Promise<Record<string, string | string[] | undefined>> }>(
    options: Omit<RequireAuthOptions, "redirect">,
    handler: (request: ConfirmedRequest<S>, context: Context) => Awaitable<Response>,
  ): (request: NextRequest, context: Context) => Promise<Response>
  /** Returns the session, or `null` if the user is signed out. `auth` does more: it also wraps proxies and routes. */
  getSession(): Promise<S | null>
  /**
   * Changes the session: calls the `jwt` and `session` callbacks with the trigger `update` and `data`. Returns `null`
   * if the user is signed out.
   */
  updateSession(data: unknown): Promise<S | null>
  /** The name of Auth.js for `updateSession`. @deprecated Use `updateSession` */
  unstable_update(data: unknown): Promise<S | null>
  /**
   * Emails an invitation to open an account with `Password()`. A server action that calls it must check first that its
   * user may invite.
   */
  invite(options: InviteOptions): Promise<InviteResult>
  /** Revokes the open invitation of an address. Returns whether there was one. */
  revokeInvitation(email: string): Promise<boolean>
  /**
   * Returns the browser's paused sign-in for the page of an app's own step, or `null`. The sign-in has already set the
   * cookie that its form needs, because a server component can't.
   */
  openStep(): Promise<OpenStep | null>
  /**
   * Returns the props of Latchkit's `Account` for your own page, which is then complete without JavaScript. Pass the
   * page's path and `searchParams`. Next never caches such a page.
   *
   * @example
   * <Account {...await accountProps("/settings", await searchParams)} />
   */
  accountProps(
    path: string,
    searchParams?: Readonly<Record<string, string | string[] | undefined>>,
  ): Promise<AccountPageProps>
  /**
   * Returns the props of Latchkit's `SignIn` for your own page. Pass the page's `searchParams`. Next.js doesn't tell
   * the page's path: pass `callbackUrl` to a card outside of `pages.signIn`.
   */
  signInProps(searchParams?: Readonly<Record<string, string | string[] | undefined>>): Promise<SignInPageProps>
}
