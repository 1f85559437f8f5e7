import type { RequestEventCommon } from "@builder.io/qwik-city"
import type { Users } from "../../features/administration/types.ts"
import type { Session } from "../../../client/contract.ts"
import type { Awaitable } from "../../types.ts"
import { createIntegrationService, type IntegrationService } from "../../service/auth.ts"
import { waitUntilIn } from "../../core/config/background.ts"
import { processEnv, type Env } from "../../core/config/env.ts"
import type { AuthConfig } from "../../service/config.ts"
import type { HelperResponse } from "../../service/api.ts"
import type { Connection } from "../../core/request/auth-request.ts"
import { CROSS_SITE_FORM, type FormOptions } from "../responses.ts"

/** The part of an event that the integration needs. All of Qwik City's events have it. */
export type QwikEvent = Pick<RequestEventCommon, "cookie" | "headers" | "redirect" | "request" | "sharedMap" | "url">

const NOT_SEEN = "QwikAuth$ has not seen this request: export its onRequest from src/routes/plugin@auth.ts"
// Both entries are collected with the request
const SERVICES = new WeakMap<QwikEvent["sharedMap"], IntegrationService>()
const EVENTS = new WeakMap<Request, RequestEventCommon>()

/** Lets the configuration of a request be read with its event. */
export const rememberEvent = (request: Request, event: RequestEventCommon): void => void EVENTS.set(request, event)

/** Returns the `IntegrationService` that `onRequest` stored for this request. */
export function serviceFor({ sharedMap }: QwikEvent): IntegrationService {
  const service = SERVICES.get(sharedMap)
  if (!service) throw new Error(NOT_SEEN)
  return service
}

// Qwik City's servers pass a Worker's bindings on with each request
function envFor(request: Request | undefined): Env {
  const event = request && EVENTS.get(request)
  const own = processEnv()
  return event ? new Proxy({} as Env, { get: (_, name) => event.env.get(String(name)) ?? own[String(name)] }) : own
}

/** Responds to requests below the base path. Loads the session for all others, and rejects forms of other sites. */
export function createOnRequest(
  config: (event: RequestEventCommon) => Awaitable<AuthConfig>,
  { trustedOrigins = [] }: FormOptions = {},
) {
  const configFor = async (request: Request | undefined) => {
    const event = request && EVENTS.get(request)
    if (!event) throw new TypeError("The configuration is a function of the event, but there is no request")
    return config(event)
  }
  const service = createIntegrationService(configFor, { hasConnection: false, envFor })
  return async (event: RequestEventCommon): Promise<void> => {
    EVENTS.set(event.request, event)
    SERVICES.set(event.sharedMap, service)
    await service.reportRoute(event.request, event.params)
    if (await service.isUnderBasePath(event.request))
      throw event.send(await service.handle(event.request, toConnection(event)))
    if (await service.isCrossSiteForm(event.request, [event.url.origin, ...trustedOrigins]))
      throw event.error(403, CROSS_SITE_FORM)
    const { session, cookies } = await service.refreshSession(event.request)
    event.sharedMap.set("session", session)
    storeCookies(event, cookies)
  }
}

/** Returns the `waitUntil` that the servers for Cloudflare and Netlify pass on. */
export function toConnection({ platform }: Pick<RequestEventCommon, "platform">): Connection {
  const { ctx, context } = (platform ?? {}) as { ctx?: unknown; context?: unknown } // depends on the server
  return { waitUntil: waitUntilIn(ctx, context, platform) }
}

/** Adds cookies to the event's response, and marks it as not cacheable. */
export function storeCookies({ cookie, headers }: QwikEvent, lines: readonly string[]): void {
  // Qwik's servers write only the cookies of Qwik's own jar. Qwik itself does this for a Response
  for (const line of lines) cookie.set(line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1))
  if (lines.length > 0) headers.set("Cache-Control", "private, no-store")
}

/**
 * Redirects the user. A page that posted with fetch gets the URL instead: fetch can't follow redirects to other sites.
 */
export function redirectWithCookies(
  event: QwikEvent,
  { url, cookies, headers = {} }: HelperResponse,
): Record<string, never> {
  storeCookies(event, cookies)
  for (const [name, value] of Object.entries(headers)) event.headers.set(name, value)
  if (!event.sharedMap.has("@isQData")) throw event.redirect(303, url)
  event.headers.set("Location", url) // Qwik City adds it to the data
  return {}
}

/**
 * Returns the session, or `null` if the user is signed out. For loaders, actions and endpoints; components call
 * `useSession`.
 *
 * @throws {Error} if `onRequest` of `QwikAuth$` didn't run for this request
 */
export async function getSession<S extends Session = Session>(event: QwikEvent): Promise<S | null> {
  serviceFor(event)
  return event.sharedMap.get("session") as S | null // `onRequest` stored it
}

/**
 * Returns the functions that list, change, disable and delete users, and let an administrator act as one. For loaders,
 * actions and endpoints, behind your own check. Pass `event.request` to each of them.
 *
 * @throws {Error} if `onRequest` of `QwikAuth$` didn't run for this request
 */
export function getUsers(event: QwikEvent): Users {
  return serviceFor(event).users
}

/** Runs the callbacks with the trigger `update`. Returns `null` if the user is signed out. */
export async function updateSession(event: QwikEvent, data: unknown): Promise<Session | null> {
  const { session, cookies } = await serviceFor(event).updateSession(event.request, data)
  storeCookies(event, cookies)
  event.sharedMap.set("session", session)
  return session
}
