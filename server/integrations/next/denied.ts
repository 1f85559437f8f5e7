import type { NextRequest } from "next/server.js"
import type { Session } from "../../../client/contract.ts"
import type { AuthService } from "../../auth.ts"
import { AuthError } from "../../errors.ts"

interface Asking<S extends Session> {
  request: NextRequest
  session: S | null
  service: AuthService<S>
  /** Whether the app's own handler runs behind `auth`. */
  wraps: boolean
}

/**
 * The response for a request that `callbacks.authorized` rejects: its own one, or a redirect to the sign-in page. Returns
 * `undefined` if the request may pass.
 */
export async function denied<S extends Session>(asking: Asking<S>): Promise<Response | undefined> {
  const { request, session, service, wraps } = asking
  if (await service.acts(request)) return undefined
  const answer = await service.authorized(request, session, wraps)
  if (answer instanceof Response) return withWholeLocation(answer, request)
  return answer || (await service.isSignInPage(request)) ? undefined : toSignIn(request, service)
}

async function toSignIn(request: NextRequest, service: AuthService): Promise<Response> {
  const { pathname, search } = new URL(request.url)
  try {
    const { url } = await service.signIn(request, undefined, { redirectTo: pathname + search })
    // RFC 9700, section 4.12: what a form held is not posted on to another page
    const status = request.method === "GET" || request.method === "HEAD" ? 307 : 303
    return new Response(null, { status, headers: { location: url, "cache-control": "private, no-store" } })
  } catch (error) {
    if (error instanceof AuthError && error.cause?.["status"] === 403) return new Response(null, { status: 403 })
    throw error
  }
}

// Next reads the Location of a proxy's answer as a whole address, and shortens it again where it is on the site
function withWholeLocation(answer: Response, request: NextRequest): Response {
  const location = answer.headers.get("location")
  if (location === null || URL.canParse(location)) return answer
  const whole = new Response(answer.body, answer)
  whole.headers.set("location", new URL(location, request.url).href)
  return whole
}
