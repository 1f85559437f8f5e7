import type { Request, RequestHandler, Response } from "express"
import type { Session } from "../../../client/contract.ts"
import type { AdapterOption, AuthConfig, SessionStrategyName, StrategyWith } from "../../config/types.ts"
import type { JWT } from "../../crypto/jwt-types.ts"
import type { FormInput } from "../../../client/forms.ts"
import type { SignInPageProps } from "../../pages/sign-in-props.ts"
import type { SignInFailure, SignOutFailure } from "../forms.ts"

export type { AdapterUser } from "../../adapters/index.ts"
export type { DefaultSession, Session, User } from "../../../client/index.ts" // loaded for `declare module "latchkit"`
export type { JWT } from "../../jwt.ts"

/** A configuration that is written apart from `ExpressAuth`. */
export type ExpressAuthConfig<
  S extends Session = Session,
  Token extends JWT = JWT,
  A extends AdapterOption = AdapterOption,
  Strategy extends SessionStrategyName = StrategyWith<A>,
> = AuthConfig<S, Token, A, Strategy>

/** The handler of the service, and what the app's own routes ask of it. */
export interface ExpressAuthService<S extends Session = Session> extends RequestHandler {
  /** Middleware that puts the session, or null, at `res.locals.session`, and extends it where that is due. */
  session: RequestHandler
  /** The session of a request, or null. @throws {AuthError} when the configuration cannot be served */
  getSession(req: Request): Promise<S | null>
  /**
   * Signs in with a form of the app's own, by default the parsed body. Redirects, or returns a failure if a field is invalid or
   * the sign-in is rejected; the app then shows its page again.
   */
  signIn(req: Request, res: Response, form?: FormInput): Promise<SignInFailure | undefined>
  /** Signs out with a form of the app's own, as `signIn`. */
  signOut(req: Request, res: Response, form?: FormInput): Promise<SignOutFailure | undefined>
  /** Changes the session: the callbacks decide what becomes of `data`. Null when nobody is signed in. */
  update(req: Request, res: Response, data: unknown): Promise<S | null>
  /** What the kit's `SignIn` shows on a page of the app's own. */
  signInProps(req: Request, res: Response): Promise<SignInPageProps>
}
