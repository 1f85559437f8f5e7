import type { Session } from "../../../client/contract.ts"
import type { Helpers, RequestLike } from "../../api.ts"
import type { SignInPageProps } from "../../pages/sign-in-props.ts"
import type { SignInFailure, SignOutFailure } from "../forms.ts"

export interface NextSignInOptions<Redirects extends boolean = boolean> extends Record<string, unknown> {
  /** URL to redirect to afterwards. @default the page that the user came from */
  redirectTo?: string
  /** If false, returns the URL instead of redirecting. @default true */
  redirect?: Redirects
}

export interface NextSignOutOptions<Redirects extends boolean = boolean> {
  /** URL to redirect to afterwards. @default the page that the user came from */
  redirectTo?: string
  /** If false, returns the URL instead of redirecting. @default true */
  redirect?: Redirects
}

/** The URL if the call doesn't redirect. With the `authjs()` preset `signOut` returns what Auth.js does. */
type UrlUnless<Redirects extends boolean> = Redirects extends false ? string : never

type AuthorizationParams = string | Record<string, string> | URLSearchParams | [string, string][]

/** The helpers that need only the request. */
type BoundHelpers<S extends Session, Name extends keyof Helpers<S>> = {
  [Key in Name]: Helpers<S>[Key] extends (request: RequestLike, ...rest: infer Rest) => infer Answer
    ? (...rest: Rest) => Answer
    : never
}
type UnchangedHelpers = "account" | "getAccessToken" | "listSessions" | "revokeSession" | "revokeOtherSessions"

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
  /** Runs the callbacks with the trigger `update`. Returns `null` if the user is signed out. */
  unstable_update(data: unknown): Promise<S | null>
  /** Returns the props of the kit's `SignIn` on a page of the app's own. Pass the page's `searchParams`. */
  signInProps(searchParams?: Readonly<Record<string, string | string[] | undefined>>): Promise<SignInPageProps>
}
