import type { NextRequest } from "next/server.js"
import type { Session } from "../../../client/contract.ts"
import type { IntegrationService } from "../../service/auth.ts"
import { AuthError } from "../../errors.ts"

interface AccessCheck<S extends Session> {
  request: NextRequest
  session: S | null
  service: IntegrationService<S>
  /** Whether `auth` wraps a handler of the app. */
  wraps: boolean
}

/**
 * Returns the response for a request that `callbacks.authorized` denies: the callback's own, or a redirect to the
 * sign-in page.
 * Returns `undefined` if the request is allowed.
 */
export async function deniedResponse<S extends Session>(asking: AccessCheck<S>): Promise<Response | undefined> {
  const { request, session, service, wraps } = asking
  if (await service.matchesAction(request)) return undefined
  const result = await service.authorized(request, session, wraps)
  if (result instanceof Response) return withAbsoluteLocation(result, request)
  if (result || (await service.isSignInPage(request)) || (await service.isOpenStepPage(request))) return undefined
  return redirectToSignIn(request, service)
}

async function redirectToSignIn(request: NextRequest, service: IntegrationService): Promise<Response> {
  const { pathname, search } = new URL(request.url)
  try {
    const { url } = await service.signIn(request, undefined, { redirectTo: pathname + search })
    // RFC 9700, section 4.12: with 307 the browser would post the form's data to the next page
    const status = request.method === "GET" || request.method === "HEAD" ? 307 : 303
    return new Response(null, { status, headers: { location: url, "cache-control": "private, no-store" } })
  } catch (error) {
    if (error instanceof AuthError && error.cause?.["status"] === 403) return new Response(null, { status: 403 })
    throw error
  }
}

// Next requires an absolute Location in a proxy's response, and makes it relative again for URLs of the site
function withAbsoluteLocation(response: Response, request: NextRequest): Response {
  const location = response.headers.get("location")
  if (location === null || URL.canParse(location)) return response
  const absolute = new Response(response.body, response)
  absolute.headers.set("location", new URL(location, request.url).href)
  return absolute
}
