import type { NextRequest } from "next/server.js"
import type { Session } from "../../../client/contract.ts"
import type { IntegrationService } from "../../service/auth.ts"
import { checkRequirement, pageHeaders, rejectionResponse, toPath, type RequireAuthOptions } from "../step-up.ts"
import { meetRequirement } from "../meet-requirement.ts"
import { PAGE_HEADER } from "./continue-request.ts"
import { redirectWithCookies, requestHeaders } from "./cookies.ts"
import type { ConfirmedRequest, ServerCalls } from "./server-calls-types.ts"

// Without a proxy, the header is the browser's
const isPath = (page: string) => /^\/(?![/\\])/.test(page)

type Handler<S extends Session> = (request: ConfirmedRequest<S>, context: unknown) => Response | Promise<Response>

/**
 * Creates `requireAuth`, which wraps a route handler, or checks the request of a server action or a server component.
 */
export function createRequireAuth<S extends Session>(
  service: () => IntegrationService<S>,
): ServerCalls<S>["requireAuth"] {
  async function guarded(request: NextRequest, context: unknown, [options, handler]: [RequireAuthOptions, Handler<S>]) {
    const { redirectTo, redirect: _, ...requirement } = options // a handler always responds
    const session = await meetRequirement(service(), request, requirement).catch((error: unknown) =>
      rejectionResponse(service(), request, { error, redirectTo }),
    )
    return session instanceof Response ? session : handler(Object.assign(request, { auth: session }), context)
  }

  async function inServerCode(options: RequireAuthOptions) {
    const currentHeaders = await requestHeaders()
    const own = currentHeaders.get(PAGE_HEADER) ?? ""
    const { redirectTo = isPath(own) ? own : undefined, redirect: leaves = true } = options
    const page = { headers: pageHeaders(currentHeaders), ...(redirectTo !== undefined && { url: toPath(redirectTo) }) }
    const required = await checkRequirement(service(), { request: { headers: currentHeaders }, page }, options)
    if (!required.failure) return required.session
    return leaves ? redirectWithCookies({ url: required.url, cookies: [] }) : required.failure
  }

  return ((options: RequireAuthOptions = {}, handler?: Handler<S>) =>
    handler
      ? (request: NextRequest, context: unknown) => guarded(request, context, [options, handler])
      : inServerCode(options)) as ServerCalls<S>["requireAuth"] // its overloads say which call returns what
}
