import type { Users } from "../../features/administration/types.ts"
import type { Session } from "../../../client/contract.ts"
import type { ServerSession } from "../../core/sessions/server-session.ts"
import { createIntegrationService, type IntegrationService } from "../../service/auth.ts"
import type { AdapterOption, StrategyWith } from "../../core/config/types.ts"
import type { SessionStrategyName } from "../../core/config/callbacks.ts"
import type { JWT } from "../../core/crypto/jwt-types.ts"
import { registerConfiguration } from "../../core/config/registered.ts"
import { serverCalls } from "./server-calls.ts"
import { keepRunning } from "./cookies.ts"
import { createAuthFunction } from "./auth-in.ts"
import type { NextAuthConfigInput, NextAuthService } from "./types.ts"

export { AccessDenied, AuthError, CredentialsSignin } from "../../errors.ts"
export { customFetch } from "../../providers/types.ts"
export type { AdapterUser } from "../../adapters/index.ts"
export type { Account } from "../../types.ts"
export type { OpenStep } from "../../core/steps/row.ts"
export type { JWT } from "../../jwt.ts"
export type { Profile } from "../../providers/profile-types.ts"
export type { DefaultSession, Session, User } from "../../../client/index.ts" // loaded for `declare module "latchkit"`
export type { SignInFailure, SignOutFailure } from "../forms.ts"
export type { RequireAuthOptions, StepUpFailure } from "../step-up.ts"
export type { ConfirmedRequest, NextSignInOptions, NextSignOutOptions, ServerCalls } from "./server-calls-types.ts"
export type {
  AuthIn,
  NextAuthConfig,
  NextAuthConfigInput,
  NextAuthRequest,
  NextAuthService,
  WrappedHandler,
} from "./types.ts"

/**
 * Creates Latchkit for Next. The base path is `/api/auth`, below Next's own `basePath`. The route
 * `app/api/auth/[...path]/route.ts` exports the handlers.
 *
 * @example
 * export const { handlers, auth, signIn, signOut } = NextAuth({ providers: [GitHub] })
 */
export function NextAuth<
  S extends Session = Session,
  Token extends JWT = JWT,
  A extends AdapterOption = undefined,
  Strategy extends SessionStrategyName = StrategyWith<A>,
  Seen = S,
>(config: NextAuthConfigInput<S, Token, A, Strategy, Seen>): NextAuthService<ServerSession<S, Strategy>> {
  // Next's compiler inserts its own `basePath`
  const basePath = `${process.env.__NEXT_ROUTER_BASEPATH ?? ""}/api/auth`
  registerConfiguration(config, basePath)
  // Created on first use, because `next build` loads every module in an environment without secrets
  const memo: { service?: IntegrationService<ServerSession<S, Strategy>> } = {}
  const service = () =>
    (memo.service ??= createIntegrationService(config, {
      basePath,
      trailingSlash: true,
      removesSubPath: true,
      hasConnection: false,
      waitUntil: keepRunning,
    }))
  const handle = (request: Request) => service().handle(request)
  // Apps destructure the result when the module loads, before there are secrets
  const users = new Proxy({} as Users, { get: (_, name): unknown => Reflect.get(service().users, name) })
  return {
    handlers: { GET: handle, POST: handle, OPTIONS: handle },
    auth: createAuthFunction(service),
    users,
    ...serverCalls(service),
  }
}

export { NextAuth as default } // the name that apps import
