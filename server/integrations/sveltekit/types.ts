import type { ActionFailure, RequestEvent } from "@sveltejs/kit"
import type { Session } from "../../../client/contract.ts"
import type { Awaitable } from "../../types.ts"
import type { AdapterOption, AuthConfig, StrategyWith } from "../../config/types.ts"
import type { SessionStrategyName } from "../../config/callbacks.ts"
import type { JWT } from "../../crypto/jwt-types.ts"
import type { SignInPageProps } from "../../pages/sign-in-props.ts"
import type { SignInFailure, SignOutFailure } from "../forms.ts"

export type { AdapterUser } from "../../adapters/index.ts"
export type { DefaultSession, User } from "../../../client/index.ts" // loaded for `declare module "latchkit"`
export type { JWT } from "../../jwt.ts"

/** A configuration, or a function of the event, which has the platform's bindings. */
export type SvelteKitConfigInput<
  S extends Session = Session,
  Token extends JWT = JWT,
  A extends AdapterOption = AdapterOption,
  Strategy extends SessionStrategyName = StrategyWith<A>,
> = AuthConfig<S, Token, A, Strategy> | ((event: RequestEvent) => Awaitable<AuthConfig<S, Token>>)

/** Types a configuration that is defined separately from `SvelteKitAuth`. */
export type SvelteKitAuthConfig<
  S extends Session = Session,
  Token extends JWT = JWT,
  A extends AdapterOption = AdapterOption,
  Strategy extends SessionStrategyName = StrategyWith<A>,
> = AuthConfig<S, Token, A, Strategy>

/** A hook. SvelteKit moved its own type between versions. */
export type Handle = (input: {
  event: RequestEvent
  resolve(event: RequestEvent): Awaitable<Response>
}) => Promise<Response>

/** The properties that an app adds to its `App.Locals`. */
export interface AuthLocals<S extends Session = Session> {
  /**
   * Returns the session of this request, or `null` if the user is signed out. Reads it once per request.
   * @throws {AuthError} if the configuration is invalid
   */
  auth(): Promise<S | null>
}

export interface SvelteKitService<S extends Session = Session> {
  /** The hook for `hooks.server.ts`. Responds to requests below the base path, and sets `event.locals.auth()`. */
  handle: Handle
  /** Signs in from a form action. Redirects, or returns a failure if a field is invalid or the sign-in is rejected. */
  signIn(event: RequestEvent): Promise<ActionFailure<SignInFailure>>
  /** Signs out from a form action, like `signIn`. */
  signOut(event: RequestEvent): Promise<ActionFailure<SignOutFailure>>
  /** Returns the props of `SignIn`, for the load function of your own sign-in page. */
  signInProps(event: RequestEvent): Promise<SignInPageProps>
  /** Runs the callbacks with the trigger `update`. Returns `null` if the user is signed out. */
  update(event: RequestEvent, data: unknown): Promise<S | null>
}
