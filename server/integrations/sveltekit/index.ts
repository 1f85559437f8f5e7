import { fail, redirect, type RequestEvent } from "@sveltejs/kit"
import type { Session } from "../../../client/contract.ts"
import { createAuth } from "../../auth.ts"
import type { AdapterOption, SessionStrategyName, StrategyWith } from "../../config/types.ts"
import type { JWT } from "../../crypto/jwt-types.ts"
import type { HelperAnswer } from "../../helpers.ts"
import { signInByForm, signOutByForm, withCookies } from "../forms.ts"
import { addressOf, eventOf } from "./event.ts"
import type { AuthLocals, SvelteKitConfigInput, SvelteKitService } from "./types.ts"

export type { AuthLocals, Handle, SvelteKitConfigInput, SvelteKitService } from "./types.ts"

/** The service as a hook of SvelteKit. The base path is `/auth`. */
export function SvelteKitAuth<
  S extends Session = Session,
  Token extends JWT = JWT,
  A extends AdapterOption = undefined,
  Strategy extends SessionStrategyName = StrategyWith<A>,
>(config: SvelteKitConfigInput<S, Token, A, Strategy>): SvelteKitService<S> {
  const events = new WeakMap<Request, RequestEvent>()
  // Kept by the request, because an action's event is another object than the hook's
  const sessions = new WeakMap<Request, Promise<S | null>>()
  const cookies = new WeakMap<Request, string[]>() // SvelteKit's own jar parses and prints them anew
  const service = createAuth<S, Token, A, Strategy>(
    typeof config === "function" ? (request) => config(eventOf(events, request)) : config,
  )
  const requestOf = (event: RequestEvent) => {
    events.set(event.request, event)
    return event.request
  }
  const keep = ({ request }: RequestEvent, lines: readonly string[]) => cookies.get(request)?.push(...lines)
  const read = async (event: RequestEvent) => {
    const { session, cookies: lines } = await service.refresh(requestOf(event))
    keep(event, lines)
    return session
  }
  const auth = (event: RequestEvent) => {
    const session = sessions.get(event.request) ?? read(event)
    sessions.set(event.request, session)
    return session
  }
  const leave = (event: RequestEvent, { url, cookies: lines }: HelperAnswer): never => {
    keep(event, lines)
    redirect(303, url, { external: true }) // an identity provider is; SvelteKit 2 does not ask
  }
  return {
    async handle({ event, resolve }) {
      const request = requestOf(event)
      if (await service.owns(request)) return service.handle(request, { address: addressOf(event) })
      cookies.set(request, [])
      Object.assign(event.locals, { auth: () => auth(event) } satisfies AuthLocals<S>)
      return withCookies(await resolve(event), cookies.get(request) ?? [])
    },
    async signIn(event) {
      const visit = { request: requestOf(event), address: addressOf(event) }
      const answer = await signInByForm(service, visit, await event.request.formData())
      return "failed" in answer ? fail(400, answer) : leave(event, answer)
    },
    async signInProps(event) {
      const page = new Request(event.url, { headers: event.request.headers }) // the request may be for the page's data
      events.set(page, event)
      const { props, cookies: lines } = await service.signInProps(page)
      keep(event, lines)
      return props
    },
    async update(event, data) {
      const { session, cookies: lines } = await service.update(requestOf(event), data)
      keep(event, lines)
      sessions.set(event.request, Promise.resolve(session))
      return session
    },
    async signOut(event) {
      const answer = await signOutByForm(service, requestOf(event), await event.request.formData())
      return "failed" in answer ? fail(400, answer) : leave(event, answer)
    },
  }
}
