import type { GetServerSidePropsContext, NextApiRequest, NextApiResponse } from "next"
import type { NextFetchEvent, NextRequest } from "next/server.js"
import type { Session } from "../../../client/contract.ts"
import type { Awaitable } from "../../adapters/contract.ts"
import type { AuthConfigInput } from "../../config/types.ts"
import type { JWT } from "../../crypto/jwt-types.ts"
import type { Helpers, RequestLike } from "../../helpers.ts"
import type { SignInPageProps } from "../../sign-in-props.ts"
import type { SignInFailure } from "../forms.ts"

/** A configuration, or a function of the request; in a server component there is none. */
export type NextAuthConfigInput<S extends Session = Session, Token extends JWT = JWT> = AuthConfigInput<S, Token>

/** A request with the session of who sent it. */
export interface NextAuthRequest<S extends Session = Session> extends NextRequest {
  auth: S | null
}

/** The second argument of a proxy is an event, that of a route handler its parameters. */
type Wrapped<S extends Session, Context> = (
  request: NextAuthRequest<S>,
  context: Context,
) => Awaitable<Response | void | undefined>

/** `auth` by what it is given. Where the session cannot be read it throws: nothing passes for a session. */
export interface AuthIn<S extends Session = Session> {
  /** The session, or null: in a server component, a server action or a route handler; with its context, in `getServerSideProps`. */
  (context?: GetServerSidePropsContext): Promise<S | null>
  /** As the proxy (`middleware` before Next 16): asks `callbacks.authorized`, and extends the session. */
  (request: NextRequest, event: NextFetchEvent): Promise<Response>
  /** Around a proxy or a route handler, which runs where `callbacks.authorized` lets it. */
  <Context = { params: Promise<Record<string, string | string[] | undefined>> }>(
    wrapped: Wrapped<S, Context>,
  ): (request: NextRequest, context: Context) => Promise<Response>
  /** In an API route of the pages router. */
  (request: NextApiRequest, response: NextApiResponse): Promise<S | null>
}

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

export interface NextAuthService<S extends Session = Session> extends ServerCalls<S> {
  /** What `app/api/auth/[...path]/route.ts` exports. */
  handlers: { GET(request: Request): Promise<Response>; POST(request: Request): Promise<Response> }
  auth: AuthIn<S>
}
