import type { ActionFailure, RequestEvent } from "@sveltejs/kit"
import type { Session } from "../../../client/contract.ts"
import type { Awaitable } from "../../types.ts"
import type { AdapterOption, AuthConfig, SessionStrategyName, StrategyWith } from "../../config/types.ts"
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

/** A configuration that is written apart from `SvelteKitAuth`. */
export type SvelteKitAuthConfig<
  S extends Session = Session,
  Token extends JWT = JWT,
  A extends AdapterOption = AdapterOption,
  Strategy extends SessionStrategyName = StrategyWith<A>,
> = AuthConfig<S, Token, A, Strategy>

/** A hook; SvelteKit's own type has moved between its versions. */
export type Handle = (input: {
  event: RequestEvent
  resolve(event: RequestEvent): Awaitable<Response>
}) => Promise<Response>

/** What an app declares as part of its `App.Locals`. */
export interface AuthLocals<S extends Session = Session> {
  /** The session of this request, or null; asked once a request. @throws {AuthError} when the configuration is broken */
  auth(): Promise<S | null>
}

export interface SvelteKitService<S extends Session = Session> {
  /** For `hooks.server.ts`: answers what is under the base path, and gives `event.locals.auth()`. */
  handle: Handle
  /** A form action. Returns a failure if a field is invalid or the sign-in is rejected; otherwise redirects. */
  signIn(event: RequestEvent): Promise<ActionFailure<SignInFailure>>
  /** A form action, as `signIn`. */
  signOut(event: RequestEvent): Promise<ActionFailure<SignOutFailure>>
  /** What `SignIn` is made from, for the load of a sign-in page of the app's own. */
  signInProps(event: RequestEvent): Promise<SignInPageProps>
  /** Runs the callbacks with trigger `update`; null when nobody is signed in. */
  update(event: RequestEvent, data: unknown): Promise<S | null>
}
