import type { Session } from "../../../client/contract.ts"
import type { Helpers, RequestLike } from "../../helpers.ts"
import type { SignInPageProps } from "../../sign-in-props.ts"
import type { SignInFailure } from "../forms.ts"

export interface NextSignInOptions extends Record<string, unknown> {
  /** Where to go afterwards. @default the page that the visitor came from */
  redirectTo?: string
  /** False answers the address instead of going there. @default true */
  redirect?: boolean
}

type AuthorizationParams = string | Record<string, string> | URLSearchParams | [string, string][]

/** The helpers of the service that need nothing but the request. */
type Helped<S extends Session, Name extends keyof Helpers<S>> = {
  [Key in Name]: Helpers<S>[Key] extends (request: RequestLike, ...rest: infer Rest) => infer Answer
    ? (...rest: Rest) => Answer
    : never
}
type Kept = "account" | "getAccessToken" | "listSessions" | "revokeSession" | "revokeOtherSessions"

/** For server actions, server components and route handlers. */
export interface ServerCalls<S extends Session = Session> extends Helped<S, Kept> {
  /**
   * Signs in and redirects; a form that asks for what cannot be is answered with what is wrong with it.
   *
   * @throws {AuthError} when the sign-in is refused, `CredentialsSignin` among them
   */
  signIn(provider: string | undefined, form: FormData): Promise<SignInFailure>
  signIn(
    provider: string | undefined,
    options: NextSignInOptions & { redirect: false },
    authorizationParams?: AuthorizationParams,
  ): Promise<string>
  signIn(provider?: string, options?: NextSignInOptions, authorizationParams?: AuthorizationParams): Promise<never>
  /** Signs out and redirects. */
  signOut(options: { redirect: false; redirectTo?: string }): Promise<string>
  signOut(options?: { redirect?: boolean; redirectTo?: string }): Promise<never>
  /** Runs the callbacks with trigger `update`; null when nobody is signed in. */
  unstable_update(data: unknown): Promise<S | null>
  /** What the kit's `SignIn` shows on a page of the app's own, whose `searchParams` are given. */
  signInProps(searchParams?: Readonly<Record<string, string | string[] | undefined>>): Promise<SignInPageProps>
}
