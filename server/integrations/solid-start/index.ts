import type { Session } from "../../../client/contract.ts"
import type { FormInput } from "../../../client/forms.ts"
import { createAuth, type AuthService } from "../../auth.ts"
import type { AuthConfig } from "../../config/types.ts"
import type { JWT } from "../../crypto/jwt-types.ts"
import type { HelperAnswer } from "../../helpers.ts"
import { signInByForm, signOutByForm, withCookies, type SignInFailure, type SignOutFailure } from "../forms.ts"

export interface SolidAuthConfig<S extends Session = Session, Token extends JWT = JWT> extends AuthConfig<S, Token> {
  /** The base path. @default "/api/auth" */
  prefix?: string | undefined
}

/** What the service needs of an event, be it an API route's or `getRequestEvent()`. */
interface WithRequest {
  request: Request
}

interface WithResponse extends WithRequest {
  response: { headers: Headers }
}

export interface SolidAuthService {
  /** For `routes/api/auth/[...path].ts`. Undefined where the path is not under the prefix. */
  GET(event: WithRequest): Promise<Response | undefined>
  POST(event: WithRequest): Promise<Response | undefined>
  /**
   * For a server action: answers the redirect that the action returns, or what is wrong with the form.
   *
   * @throws {AuthError} when the sign-in is refused, `CredentialsSignin` among them
   */
  signIn(event: WithRequest, form: FormInput): Promise<Response | SignInFailure>
  signOut(event: WithRequest, form: FormInput): Promise<Response | SignOutFailure>
  /** Runs the callbacks with trigger `update`; the event's answer carries the cookies. */
  update(event: WithResponse, data: unknown): Promise<Session | null>
}

/** The service as API routes of SolidStart. */
export function SolidAuth<S extends Session, Token extends JWT>(config: SolidAuthConfig<S, Token>): SolidAuthService {
  const service = serviceOf(config)
  const answer = async ({ request }: WithRequest) =>
    (await service.owns(request)) ? service.handle(request) : undefined
  return {
    GET: answer,
    POST: answer,
    async signIn({ request }, form) {
      const result = await signInByForm(service, request, form)
      return "failed" in result ? result : redirectTo(result)
    },
    async signOut({ request }, form) {
      const result = await signOutByForm(service, request, form)
      return "failed" in result ? result : redirectTo(result)
    },
    async update({ request, response }, data) {
      const { session, cookies } = await service.update(request, data)
      for (const cookie of cookies) response.headers.append("set-cookie", cookie)
      return session
    },
  }
}

/** The session of a request, or null. @throws {AuthError} when the configuration cannot be served */
export async function getSession<S extends Session, Token extends JWT>(
  request: Request,
  options: SolidAuthConfig<S, Token>,
): Promise<S | null> {
  return serviceOf(options).session(request)
}

const SERVICES = new WeakMap<object, AuthService>() // gone with the configuration it belongs to

function serviceOf<S extends Session, Token extends JWT>(config: SolidAuthConfig<S, Token>): AuthService<S> {
  const { prefix = "/api/auth" } = config
  const service = SERVICES.get(config) ?? createAuth(config, { basePath: prefix })
  SERVICES.set(config, service)
  return service as AuthService<S> // kept under the very configuration that its session type is from
}

function redirectTo({ url, cookies }: HelperAnswer): Response {
  return withCookies(new Response(null, { status: 303, headers: { location: url } }), cookies)
}
