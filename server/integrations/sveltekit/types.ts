import type { ActionFailure, RequestEvent } from "@sveltejs/kit"
import type { AccountPageProps } from "../../features/account/page/props.ts"
import type { Users } from "../../features/administration/types.ts"
import type { Session } from "../../../client/contract.ts"
import type { RegisteredSession } from "../../../client/index.ts"
import type { Awaitable } from "../../types.ts"
import type { AuthConfig } from "../../service/config.ts"
import type { AdapterOption, StrategyWith } from "../../core/config/types.ts"
import type { SessionStrategyName } from "../../core/config/callbacks.ts"
import type { Env } from "../../core/config/env.ts"
import type { JWT } from "../../core/crypto/jwt-types.ts"
import type { OpenStep } from "../../core/steps/row.ts"
import type { SignInPageProps } from "../../core/pages/sign-in-props.ts"
import type { SignInFailure, SignOutFailure } from "../forms.ts"
import type { FormOptions } from "../responses.ts"
import type { RequireAuthOptions, StepUpFailure } from "../step-up.ts"

export type { AdapterUser } from "../../adapters/index.ts"
export type { DefaultSession, User } from "../../../client/index.ts" // loaded for `declare module "latchkit"`
export type { JWT } from "../../jwt.ts"
export type { OpenStep } from "../../core/steps/row.ts"

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

/** The options of `SvelteKitAuth` in addition to the configuration. */
export interface SvelteKitOptions extends FormOptions {
  /**
   * More environment variables, which take precedence.
   * @default those of `$env/dynamic/private`, and then of `process.env`
   */
  env?: Env | undefined
}

/** A hook. SvelteKit moved its own type between versions. */
export type Handle = (input: {
  event: RequestEvent
  resolve(event: RequestEvent): Awaitable<Response>
}) => Promise<Response>

/** The properties that `handle` adds to `event.locals`. The session has the type that the app names in `Register`. */
export interface AuthLocals<S extends Session = RegisteredSession> {
  /**
   * Returns the session of this request, or `null` if the user is signed out. Reads it once per request.
   * @throws {AuthError} if the configuration is invalid
   */
  auth(): Promise<S | null>
}

declare global {
  // eslint-disable-next-line @typescript-eslint/no-namespace -- SvelteKit types `event.locals` by this namespace
  namespace App {
    interface Locals {
      /** Returns the session of this request, or `null` if the user is signed out. `handle` sets it. */
      auth: AuthLocals["auth"]
    }
  }
}

/** The functions that `SvelteKitAuth` returns. */
export interface SvelteKitService<S extends Session = Session> {
  /** The hook for `hooks.server.ts`. Responds to requests below the base path, and sets `event.locals.auth()`. */
  handle: Handle
  /** Signs in from a form action. Redirects, or returns a failure if a field is invalid or the sign-in is rejected. */
  signIn(event: RequestEvent): Promise<ActionFailure<SignInFailure>>
  /** Signs out from a form action, like `signIn`. */
  signOut(event: RequestEvent): Promise<ActionFailure<SignOutFailure>>
  /** Returns the session, or `null` if the user is signed out. `event.locals.auth()` does the same. */
  getSession(event: RequestEvent): Promise<S | null>
  /**
   * Lists, changes, disables and deletes users, and lets an administrator act as one. Call it in server code only,
   * behind your own check.
   */
  readonly users: Users
  /**
   * Returns the session, if it meets the requirement. With `redirect: false`, returns what is missing instead, for
   * `useStepUp`.
   */
  requireAuth(event: RequestEvent, options: RequireAuthOptions & { redirect: false }): Promise<S | StepUpFailure>
  /**
   * Returns the session of a signed-in user. With a requirement, the user must also have confirmed who they are
   * recently and strongly enough. Otherwise redirects a page or a form action to the page that signs in or confirms. A
   * script that calls an endpoint gets 401 with a challenge (RFC 9470).
   */
  requireAuth(event: RequestEvent, options?: RequireAuthOptions): Promise<S>
  /** Returns the browser's paused sign-in for the page of your own step, or `null`. Sets the cookies of its form. */
  openStep(event: RequestEvent): Promise<OpenStep | null>
  /** Returns the props of `SignIn`, for the load function of your own sign-in page. */
  signInProps(event: RequestEvent): Promise<SignInPageProps>
  /**
   * Returns the props of `Account`, for the load function of your own page, which is then complete without JavaScript.
   * Marks the response as not cacheable.
   */
  accountProps(event: RequestEvent): Promise<AccountPageProps>
  /**
   * Changes the session: calls the `jwt` and `session` callbacks with the trigger `update` and `data`. Returns `null`
   * if the user is signed out.
   */
  updateSession(event: RequestEvent, data: unknown): Promise<S | null>
}
