import type { Session } from "../../../client/contract.ts"
import type { FormInput } from "../../../client/forms.ts"
import type { AdapterOption, AuthConfig, SessionStrategyName, StrategyWith } from "../../config/types.ts"
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

/** What the service needs of an event, be it an API route's or `getRequestEvent()`. */
export interface WithRequest {
  request: Request
  clientAddress?: string | undefined
}

export interface WithResponse extends WithRequest {
  response: { headers: Headers }
}

export interface SolidAuthService<S extends Session = Session> {
  /** For `routes/api/auth/[...path].ts`. Undefined where the path is not under the prefix. */
  GET(event: WithRequest): Promise<Response | undefined>
  POST(event: WithRequest): Promise<Response | undefined>
  /**
   * For a server action: returns the redirect that the action returns, or a failure if a field is invalid or the sign-in is
   * rejected.
   */
  signIn(event: WithRequest, form: FormInput): Promise<Response | SignInFailure>
  signOut(event: WithRequest, form: FormInput): Promise<Response | SignOutFailure>
  /** What `SignIn` is made from on a page of the app's own, whose address ends in that query. */
  signInProps(event: WithResponse, query: string): Promise<SignInPageProps>
  /** Runs the callbacks with trigger `update`; the event's answer carries the cookies. */
  update(event: WithResponse, data: unknown): Promise<S | null>
}
