import type { Session } from "../../../client/contract.ts"
import type { FormInput } from "../../../client/forms.ts"
import type { AdapterOption, AuthConfig, StrategyWith } from "../../config/types.ts"
import type { SessionStrategyName } from "../../config/callbacks.ts"
import type { JWT } from "../../crypto/jwt-types.ts"
import type { SignInPageProps } from "../../pages/sign-in-props.ts"
import type { SignInFailure, SignOutFailure } from "../forms.ts"

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
}

export interface WithResponse extends WithRequest {
  response: { headers: Headers }
}

export interface SolidAuthService<S extends Session = Session> {
  /** The handler for `routes/api/auth/[...path].ts`. Returns `undefined` if the path isn't below the prefix. */
  GET(event: WithRequest): Promise<Response | undefined>
  POST(event: WithRequest): Promise<Response | undefined>
  /**
   * Signs in from a server action. Returns the redirect for the action to return, or a failure if a field is invalid or
   * the
   * sign-in is rejected.
   */
  signIn(event: WithRequest, form: FormInput): Promise<Response | SignInFailure>
  signOut(event: WithRequest, form: FormInput): Promise<Response | SignOutFailure>
  /** Returns the props of `SignIn` on a page of the app's own. Pass the query of the page's URL. */
  signInProps(event: WithResponse, query: string): Promise<SignInPageProps>
  /** Runs the callbacks with the trigger `update`, and adds the cookies to the event's response. */
  update(event: WithResponse, data: unknown): Promise<S | null>
}
