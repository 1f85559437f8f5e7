import type { Session } from "../../../client/contract.ts"
import type { ServerSession } from "../../sessions/server-session.ts"
import type { AdapterOption, StrategyWith } from "../../config/types.ts"
import type { SessionStrategyName } from "../../config/callbacks.ts"
import type { JWT } from "../../crypto/jwt-types.ts"
import type { HelperResponse } from "../../api.ts"
import { signInByForm, signOutByForm } from "../forms.ts"
import { withCookies } from "../responses.ts"
import { cachedService } from "../kept-service.ts"
import type { SolidAuthConfig, SolidAuthService, WithRequest, WithResponse } from "./types.ts"

export type { AdapterUser } from "../../adapters/index.ts"
export type { DefaultSession, Session, User } from "../../../client/index.ts" // loaded for `declare module "latchkit"`
export type { JWT } from "../../jwt.ts"
export type { SolidAuthConfig, SolidAuthService } from "./types.ts"

const PREFIX = "/api/auth"

/** Creates Latchkit as API routes of SolidStart. */
export function SolidAuth<
  S extends Session = Session,
  Token extends JWT = JWT,
  A extends AdapterOption = undefined,
  Strategy extends SessionStrategyName = StrategyWith<A>,
>(config: SolidAuthConfig<S, Token, A, Strategy>): SolidAuthService<ServerSession<S, Strategy>> {
  const service = cachedService(config, config.prefix ?? PREFIX)
  const handleRequest = async ({ request, clientAddress: address }: WithRequest) =>
    (await service.owns(request)) ? service.handle(request, { address }) : undefined
  return {
    GET: handleRequest,
    POST: handleRequest,
    async signIn({ request, clientAddress: address }, form) {
      const result = await signInByForm(service, { request, address }, form)
      return "failed" in result ? result : redirectTo(result)
    },
    async signOut({ request }, form) {
      const result = await signOutByForm(service, request, form)
      return "failed" in result ? result : redirectTo(result)
    },
    async signInProps({ request, response }, query) {
      const url = new URL(request.url)
      url.search = query // a server function has a URL of its own
      const { props, cookies } = await service.signInProps(new Request(url, { headers: request.headers }))
      appendCookies(response, cookies)
      return props
    },
    async update({ request, response }, data) {
      const { session, cookies } = await service.update(request, data)
      appendCookies(response, cookies)
      return session
    },
  }
}

/**
 * Returns the session of a request, or `null` if the user is signed out. @throws {AuthError} if the configuration is
 * invalid
 */
export async function getSession<
  S extends Session,
  Token extends JWT,
  A extends AdapterOption,
  Strategy extends SessionStrategyName,
>(request: Request, options: SolidAuthConfig<S, Token, A, Strategy>): Promise<S | null> {
  return cachedService(options, options.prefix ?? PREFIX).session(request)
}

function appendCookies({ headers }: WithResponse["response"], cookies: readonly string[]): void {
  for (const cookie of cookies) headers.append("set-cookie", cookie)
  if (cookies.length > 0) headers.set("cache-control", "private, no-store")
}

// The browser leaves the page, so it must not reload the page's data: a loader for signed-in users could redirect
// elsewhere
const NO_REVALIDATION = { "x-revalidate": "" }

function redirectTo({ url, cookies }: HelperResponse): Response {
  return withCookies(new Response(null, { status: 303, headers: { location: url, ...NO_REVALIDATION } }), cookies)
}
