import type { NextFunction, Request, RequestHandler, Response } from "express"
import type { AccountPageProps } from "../../features/account/page/props.ts"
import type { Users } from "../../features/administration/types.ts"
import type { Session } from "../../../client/contract.ts"
import type { AuthConfig } from "../../service/config.ts"
import type { AdapterOption, StrategyWith } from "../../core/config/types.ts"
import type { SessionStrategyName } from "../../core/config/callbacks.ts"
import type { JWT } from "../../core/crypto/jwt-types.ts"
import type { FormInput } from "../../../client/forms.ts"
import type { NodeRequest } from "../node/types.ts"
import type { OpenStep } from "../../core/steps/row.ts"
import type { SignInPageProps } from "../../core/pages/sign-in-props.ts"
import type { SignInFailure, SignOutFailure } from "../forms.ts"
import type { RequireAuthOptions } from "../step-up.ts"

export type { AdapterUser } from "../../adapters/index.ts"
export type { DefaultSession, Session, User } from "../../../client/index.ts" // loaded for `declare module "latchkit"`
export type { JWT } from "../../jwt.ts"
export type { NodeRequest } from "../node/types.ts"
export type { OpenStep } from "../../core/steps/row.ts"

/** Types a configuration that is defined separately from `ExpressAuth`. */
export type ExpressAuthConfig<
  S extends Session = Session,
  Token extends JWT = JWT,
  A extends AdapterOption = AdapterOption,
  Strategy extends SessionStrategyName = StrategyWith<A>,
> = AuthConfig<S, Token, A, Strategy>

declare global {
  // eslint-disable-next-line @typescript-eslint/no-namespace -- Express types `res.locals` by this namespace
  namespace Express {
    interface Locals {
      /** The session that `auth.session` or `auth.requireAuth()` stored, or `null` if the user is signed out. */
      session?: Session | null
    }
  }
}

/** Middleware that stores the session in `res.locals.session`. Routes after it in the same call have its type. */
export interface SessionMiddleware<S extends Session | null = Session | null> {
  (req: object, res: object, next: NextFunction): void // a `RequestHandler` with any `res.locals`
  // The routes take the type from the last signature. A request with type parameters would change `req.params`
  // eslint-disable-next-line @typescript-eslint/unified-signatures -- one signature would lose the type
  (req: object, res: Response<unknown, SessionLocals<S>>, next: NextFunction): void
}

/** The `res.locals` of a route. An app's own values stay untyped, as in Express. */
export type SessionLocals<S extends Session | null = Session | null> = Record<string, ReturnType<typeof JSON.parse>> & {
  session: S
}

/** Latchkit's handler, and the functions that the app's own routes call. */
export interface ExpressAuthService<S extends Session = Session> extends RequestHandler {
  /** Middleware that stores the session, or `null`, in `res.locals.session`, and refreshes it if it is due. */
  session: SessionMiddleware<S | null>
  /**
   * Middleware for routes that need a signed-in user, and with a requirement a recent confirmation. Stores the session
   * in `res.locals.session`. Otherwise a script gets 401 with a challenge (RFC 9470). A page or a form is redirected to
   * the page that signs in or confirms.
   *
   * @example
   * app.post("/keys", auth.requireAuth({ within: "10m" }), createKey)
   */
  requireAuth(options?: Omit<RequireAuthOptions, "redirect">): SessionMiddleware<S>
  /**
   * Returns the session of a request, or `null` if the user is signed out. Also takes Node's own request, such as the
   * upgrade of a WebSocket.
   *
   * @throws {AuthError} if the configuration is invalid
   */
  getSession(req: NodeRequest): Promise<S | null>
  /**
   * Signs in with a form of the app's own, by default the parsed body. Redirects, or returns a failure if a field is
   * invalid or the sign-in is rejected. The app then shows its page again.
   */
  signIn(req: Request, res: Response, form?: FormInput): Promise<SignInFailure | undefined>
  /** Signs out with a form of the app's own, like `signIn`. */
  signOut(req: Request, res: Response, form?: FormInput): Promise<SignOutFailure | undefined>
  /**
   * Changes the session: calls the `jwt` and `session` callbacks with the trigger `update` and `data`. Returns `null`
   * if the user is signed out.
   */
  updateSession(req: Request, res: Response, data: unknown): Promise<S | null>
  /**
   * Returns the browser's paused sign-in for the page of an app's own step, or `null`. Sets the cookies of its form.
   */
  openStep(req: Request, res: Response): Promise<OpenStep | null>
  /** Returns the props of Latchkit's `SignIn` for your own page. */
  signInProps(req: Request, res: Response): Promise<SignInPageProps>
  /**
   * Returns the props of Latchkit's `Account` for your own page, which is then complete without JavaScript. Marks the
   * response as not cacheable.
   */
  accountProps(req: Request, res: Response): Promise<AccountPageProps>
  /**
   * Lists, changes, disables and deletes users, and lets an administrator act as one. Call it in server code only,
   * behind your own check.
   */
  readonly users: Users
}
