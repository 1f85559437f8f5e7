import type { RequestEvent } from "@sveltejs/kit"
import type { Session } from "../../../client/contract.ts"
import { createIntegrationService } from "../../service/auth.ts"
import type { AdapterOption, StrategyWith } from "../../core/config/types.ts"
import type { SessionStrategyName } from "../../core/config/callbacks.ts"
import { processEnv } from "../../core/config/env.ts"
import type { JWT } from "../../core/crypto/jwt-types.ts"
import type { ServerSession } from "../../core/sessions/server-session.ts"
import { CROSS_SITE_FORM } from "../responses.ts"
import { createRequestCache, toConnection } from "./event.ts"
import { kitEnvironment } from "./environment.ts"
import { createFormActions } from "./form-actions.ts"
import { createOwnPages } from "./own-pages.ts"
import { createRequireAuth } from "./require-auth.ts"
import type { AuthLocals, SvelteKitConfigInput, SvelteKitOptions, SvelteKitService } from "./types.ts"

export type { SignInFailure, SignOutFailure } from "../forms.ts"
export type { FormOptions } from "../responses.ts"
export type { RequireAuthOptions, StepUpFailure } from "../step-up.ts"
export type * from "./types.ts"

/**
 * Creates Latchkit as a hook of SvelteKit, at `/auth`. `handle` also rejects other sites' forms to your own routes.
 *
 * @example
 * export const { handle, signIn, signOut, signInProps } = SvelteKitAuth({ providers: [GitHub] })
 */
export function SvelteKitAuth<
  S extends Session = Session,
  Token extends JWT = JWT,
  A extends AdapterOption = undefined,
  Strategy extends SessionStrategyName = StrategyWith<A>,
>(
  config: SvelteKitConfigInput<S, Token, A, Strategy>,
  { trustedOrigins = [], env }: SvelteKitOptions = {},
): SvelteKitService<ServerSession<S, Strategy>> {
  const cache = createRequestCache()
  const { remember, begin, keep, findEvent, finish } = cache
  const sessions = new WeakMap<Request, Promise<ServerSession<S, Strategy> | null>>()
  const service = createIntegrationService<S, Token, A, Strategy>(
    typeof config === "function" ? (request) => config(findEvent(request)) : config,
    { basePath: `${kitEnvironment.base}/auth`, env: { ...processEnv(), ...kitEnvironment.env, ...env } },
  )
  const read = async (event: RequestEvent) => {
    const { session, cookies } = await service.refreshSession(remember(event))
    keep(event, cookies)
    return session
  }
  const auth = (event: RequestEvent) => {
    const session = sessions.get(event.request) ?? read(event)
    sessions.set(event.request, session)
    return session
  }
  return {
    requireAuth: createRequireAuth(service, cache),
    ...createOwnPages(service, cache),
    ...createFormActions(service, cache),
    async handle({ event, resolve }) {
      const request = remember(event)
      if (await service.isUnderBasePath(request)) return service.handle(request, toConnection(event))
      if (await service.isCrossSiteForm(request, [event.url.origin, ...trustedOrigins]))
        return new Response(CROSS_SITE_FORM, { status: 403 })
      begin(event)
      Object.assign(event.locals, { auth: () => auth(event) } satisfies AuthLocals<ServerSession<S, Strategy>>)
      return finish(request, await resolve(event))
    },
    getSession: auth,
    users: service.users,
    async updateSession(event, data) {
      const { session, cookies } = await service.updateSession(remember(event), data)
      keep(event, cookies)
      sessions.set(event.request, Promise.resolve(session))
      return session
    },
  }
}
