import { fail, redirect, type RequestEvent } from "@sveltejs/kit"
import type { Session } from "../../../client/contract.ts"
import { createAuth } from "../../auth.ts"
import type { AdapterOption, StrategyWith } from "../../config/types.ts"
import type { SessionStrategyName } from "../../config/callbacks.ts"
import type { JWT } from "../../crypto/jwt-types.ts"
import type { HelperResponse } from "../../api.ts"
import type { ServerSession } from "../../sessions/server-session.ts"
import { signInByForm, signOutByForm } from "../forms.ts"
import { CROSS_SITE_FORM, failureStatus, withCookies, type FormOptions } from "../responses.ts"
import { clientAddress, createRequestCache } from "./event.ts"
import type { AuthLocals, SvelteKitConfigInput, SvelteKitService } from "./types.ts"

export type { FormOptions } from "../responses.ts"
export type { AdapterUser, DefaultSession, JWT, User } from "./types.ts"
export type { AuthLocals, Handle, SvelteKitAuthConfig, SvelteKitConfigInput, SvelteKitService } from "./types.ts"

/** Creates Latchkit as a hook of SvelteKit, at `/auth`. `handle` also rejects other sites' forms to your own routes. */
export function SvelteKitAuth<
  S extends Session = Session,
  Token extends JWT = JWT,
  A extends AdapterOption = undefined,
  Strategy extends SessionStrategyName = StrategyWith<A>,
>(
  config: SvelteKitConfigInput<S, Token, A, Strategy>,
  { trustedOrigins = [] }: FormOptions = {},
): SvelteKitService<ServerSession<S, Strategy>> {
  const { remember, begin, keep, linesOf, eventOf } = createRequestCache()
  const sessions = new WeakMap<Request, Promise<ServerSession<S, Strategy> | null>>()
  const service = createAuth<S, Token, A, Strategy>(
    typeof config === "function" ? (request) => config(eventOf(request)) : config,
  )
  const read = async (event: RequestEvent) => {
    const { session, cookies } = await service.refresh(remember(event))
    keep(event, cookies)
    return session
  }
  const auth = (event: RequestEvent) => {
    const session = sessions.get(event.request) ?? read(event)
    sessions.set(event.request, session)
    return session
  }
  const leave = (event: RequestEvent, { url, cookies }: HelperResponse): never => {
    keep(event, cookies)
    redirect(303, url, { external: true }) // an identity provider is external; SvelteKit 2 doesn't check
  }
  return {
    async handle({ event, resolve }) {
      const request = remember(event)
      if (await service.owns(request)) return service.handle(request, { address: clientAddress(event) })
      if (await service.isForeignForm(request, [event.url.origin, ...trustedOrigins]))
        return new Response(CROSS_SITE_FORM, { status: 403 })
      begin(request)
      Object.assign(event.locals, { auth: () => auth(event) } satisfies AuthLocals<ServerSession<S, Strategy>>)
      return withCookies(await resolve(event), linesOf(request))
    },
    async signIn(event) {
      const context = { request: remember(event), address: clientAddress(event) }
      const result = await signInByForm(service, context, await event.request.formData())
      return "failed" in result ? fail(failureStatus(result), result) : leave(event, result)
    },
    async signInProps(event) {
      const page = new Request(event.url, { headers: event.request.headers }) // the request may be for the page's data instead
      const { props, cookies } = await service.signInProps(remember(event, page))
      keep(event, cookies)
      return props
    },
    async update(event, data) {
      const { session, cookies } = await service.update(remember(event), data)
      keep(event, cookies)
      sessions.set(event.request, Promise.resolve(session))
      return session
    },
    async signOut(event) {
      const answer = await signOutByForm(service, remember(event), await event.request.formData())
      return "failed" in answer ? fail(failureStatus(answer), answer) : leave(event, answer)
    },
  }
}
