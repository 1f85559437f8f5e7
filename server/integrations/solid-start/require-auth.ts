import type { Session } from "../../../client/contract.ts"
import type { HelperResponse } from "../../service/api.ts"
import type { IntegrationService } from "../../service/auth.ts"
import { withCookies } from "../responses.ts"
import { checkRequirement, pageRequest, rejectionResponse, returnPage, type RequireAuthOptions } from "../step-up.ts"
import type { SolidAuthService, WithRequest } from "./types.ts"

/** Creates `requireAuth` for API routes and server functions. */
export function createRequireAuth<S extends Session>(
  service: IntegrationService<S>,
): SolidAuthService<S>["requireAuth"] {
  async function requireAuth({ request }: WithRequest, options: RequireAuthOptions = {}) {
    const { headers, url } = request
    // A server function has a URL of its own
    const isServerFunction = headers.has("x-server-id")
    const method = isServerFunction ? "POST" : request.method
    const redirectTo = options.redirectTo ?? returnPage({ method, headers, url }, isServerFunction ? "/" : url)
    const page = pageRequest(request, redirectTo)
    const required = await checkRequirement(service, { request, page }, options)
    if (!required.failure) return required.session
    if (options.redirect === false) return required.failure
    if (isServerFunction) return redirectWithCookies({ url: required.url, cookies: [] })
    return rejectionResponse(service, request, { error: required.error, redirectTo })
  }
  return requireAuth as SolidAuthService<S>["requireAuth"] // its overloads say which call returns what
}

// The browser leaves the page, so it must not reload the page's data: a loader for signed-in users could redirect
// elsewhere
const NO_REVALIDATION = { "x-revalidate": "" }

/** Returns the redirect for a server function to return. */
export function redirectWithCookies({ url, cookies, headers }: HelperResponse): Response {
  const init = { status: 303, headers: { ...headers, location: url, ...NO_REVALIDATION } }
  return withCookies(new Response(null, init), cookies)
}
