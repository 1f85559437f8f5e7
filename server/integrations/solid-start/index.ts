import type { Session } from "../../../client/contract.ts"
import type { ServerSession } from "../../core/sessions/server-session.ts"
import type { AdapterOption, StrategyWith } from "../../core/config/types.ts"
import type { SessionStrategyName } from "../../core/config/callbacks.ts"
import type { JWT } from "../../core/crypto/jwt-types.ts"
import { waitUntilIn } from "../../core/config/background.ts"
import { isWellKnown, type Connection } from "../../core/request/auth-request.ts"
import { signInByForm, signOutByForm } from "../forms.ts"
import { cachedService } from "../cached-service.ts"
import { appendCookies, createOwnPages } from "./own-pages.ts"
import { createRequireAuth, redirectWithCookies } from "./require-auth.ts"
import type { SolidAuthConfig, SolidAuthService, WithRequest } from "./types.ts"

export type { AdapterUser } from "../../adapters/index.ts"
export type { DefaultSession, Session, User } from "../../../client/index.ts" // loaded for `declare module "latchkit"`
export type { JWT } from "../../jwt.ts"
export type { OpenStep } from "../../core/steps/row.ts"
export type { SignInFailure, SignOutFailure } from "../forms.ts"
export type { RequireAuthOptions, StepUpFailure } from "../step-up.ts"
export type { SolidAuthConfig, SolidAuthService, WithRequest, WithResponse } from "./types.ts"

const PREFIX = "/api/auth"

/**
 * Creates Latchkit as API routes of SolidStart.
 *
 * @example
 * // src/auth.ts, and export GET and POST from src/routes/api/auth/[...path].ts
 * export const { GET, POST, getSession, signIn } = SolidAuth({ providers: [GitHub] })
 */
export function SolidAuth<
  S extends Session = Session,
  Token extends JWT = JWT,
  A extends AdapterOption = undefined,
  Strategy extends SessionStrategyName = StrategyWith<A>,
>(config: SolidAuthConfig<S, Token, A, Strategy>): SolidAuthService<ServerSession<S, Strategy>> {
  const service = cachedService(config, { basePath: config.prefix ?? PREFIX, ownOptions: ["prefix"] })
  const handleRequest = async (event: WithRequest) =>
    (await service.isUnderBasePath(event.request)) ? service.handle(event.request, toConnection(event)) : undefined
  return {
    GET: handleRequest,
    POST: handleRequest,
    OPTIONS: handleRequest,
    onRequest: async (event) => (isWellKnown(new URL(event.request.url).pathname) ? handleRequest(event) : undefined),
    requireAuth: createRequireAuth(service),
    users: service.users,
    ...createOwnPages(service),
    async signIn(event, form) {
      const result = await signInByForm(service, { request: event.request, ...toConnection(event) }, form)
      return "failed" in result ? result : redirectWithCookies(result)
    },
    async signOut({ request }, form) {
      const result = await signOutByForm(service, request, form)
      return "failed" in result ? result : redirectWithCookies(result)
    },
    getSession: ({ request }) => service.getSession(request),
    async updateSession({ request, response }, data) {
      const { session, cookies } = await service.updateSession(request, data)
      appendCookies(response, cookies)
      return session
    },
  }
}

const toConnection = ({ clientAddress: address, nativeEvent }: WithRequest): Connection => ({
  address,
  waitUntil: waitUntilIn(nativeEvent),
})

/**
 * Returns the session of a request, or `null` if the user is signed out.
 *
 * @deprecated the form of Auth.js, with a configuration. Use the `getSession` that `SolidAuth` returns
 * @throws {AuthError} if the configuration is invalid
 */
export async function getSession<
  S extends Session,
  Token extends JWT,
  A extends AdapterOption,
  Strategy extends SessionStrategyName,
>(request: Request, options: SolidAuthConfig<S, Token, A, Strategy>): Promise<S | null> {
  return cachedService(options, { basePath: options.prefix ?? PREFIX, ownOptions: ["prefix"] }).getSession(request)
}
