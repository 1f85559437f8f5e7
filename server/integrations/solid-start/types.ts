import type { AccountPageProps } from "../../features/account/page/props.ts"
import type { Users } from "../../features/administration/types.ts"
import type { Session } from "../../../client/contract.ts"
import type { FormInput } from "../../../client/forms.ts"
import type { AuthConfig } from "../../service/config.ts"
import type { AdapterOption, StrategyWith } from "../../core/config/types.ts"
import type { SessionStrategyName } from "../../core/config/callbacks.ts"
import type { JWT } from "../../core/crypto/jwt-types.ts"
import type { OpenStep } from "../../core/steps/row.ts"
import type { SignInPageProps } from "../../core/pages/sign-in-props.ts"
import type { SignInFailure, SignOutFailure } from "../forms.ts"
import type { RequireAuthOptions, StepUpFailure } from "../step-up.ts"

/** The configuration of `SolidAuth`. */
export interface SolidAuthConfig<
  S extends Session = Session,
  Token extends JWT = JWT,
  A extends AdapterOption = AdapterOption,
  Strategy extends SessionStrategyName = StrategyWith<A>,
> extends AuthConfig<S, Token, A, Strategy> {
  /** The base path. @default "/api/auth" */
  prefix?: string | undefined
}

/** The part of an event that Latchkit needs. API routes and `getRequestEvent()` have it. */
export interface WithRequest {
  request: Request
  clientAddress?: string | undefined
  /** The server's own event. Some servers have a `waitUntil` there. */
  nativeEvent?: unknown
}

/** An event whose response can be changed, such as the event of `getRequestEvent()`. */
export interface WithResponse extends WithRequest {
  response: { headers: Headers }
}

/** The functions that `SolidAuth` returns. */
export interface SolidAuthService<S extends Session = Session> {
  /** The handler for `routes/api/auth/[...path].ts`. Returns `undefined` if the path isn't below the prefix. */
  GET(event: WithRequest): Promise<Response | undefined>
  /** The same handler for POST requests. */
  POST(event: WithRequest): Promise<Response | undefined>
  /** The same handler for the preflights of `trustedOrigins`. */
  OPTIONS(event: WithRequest): Promise<Response | undefined>
  /**
   * The middleware for the addresses below `/.well-known/`, which API routes can't serve: `change-password` with
   * `Password()`, `passkey-endpoints` and `webauthn` with `Passkey()`. Returns `undefined` for any other path.
   *
   * @example
   * // src/middleware.ts, which `solidStart({ middleware: "./src/middleware.ts" })` names in vite.config.ts
   * export default createMiddleware({ onRequest })
   */
  onRequest(event: WithRequest): Promise<Response | undefined>
  /**
   * Signs in from a server action. Returns the redirect for the action to return, or a failure if a field is invalid or
   * the sign-in is rejected.
   */
  signIn(event: WithRequest, form: FormInput): Promise<Response | SignInFailure>
  /** Signs out from a server action, like `signIn`. */
  signOut(event: WithRequest, form: FormInput): Promise<Response | SignOutFailure>
  /** Returns the session, or `null` if the user is signed out. @throws {AuthError} if the configuration is invalid */
  getSession(event: WithRequest): Promise<S | null>
  /**
   * Lists, changes, disables and deletes users, and lets an administrator act as one. Call it in server code only,
   * behind your own check.
   */
  readonly users: Users
  /**
   * Returns the session, if it meets the requirement. With `redirect: false`, returns what is missing instead, for
   * `useStepUp`.
   */
  requireAuth(event: WithRequest, options: RequireAuthOptions & { redirect: false }): Promise<S | StepUpFailure>
  /**
   * Returns the session of a signed-in user. With a requirement, the user must also have confirmed who they are
   * recently and strongly enough. Otherwise returns the response for an API route or a server function to return: a
   * redirect to the page that signs in or confirms. A script that calls an API route gets 401 with a challenge (RFC
   * 9470).
   *
   * @example
   * const session = await requireAuth(event, { within: "10m" })
   * if (session instanceof Response) return session
   */
  requireAuth(event: WithRequest, options?: RequireAuthOptions): Promise<S | Response>
  /**
   * Returns the browser's paused sign-in for the page of an app's own step, or `null`. Adds the cookies of its form to
   * the event's response.
   */
  openStep(event: WithResponse): Promise<OpenStep | null>
  /** Returns the props of `SignIn` for your own page. Pass the query of the page's URL. */
  signInProps(event: WithResponse, query: string): Promise<SignInPageProps>
  /**
   * Returns the props of Latchkit's `Account` for your own page, which is then complete without JavaScript. Pass the
   * path and the query of the page's URL. Marks the response as not cacheable.
   */
  accountProps(event: WithResponse, page: string): Promise<AccountPageProps>
  /**
   * Changes the session: calls the `jwt` and `session` callbacks with the trigger `update` and `data`. Adds the cookies
   * to the event's response. Returns `null` if the user is signed out.
   */
  updateSession(event: WithResponse, data: unknown): Promise<S | null>
}
