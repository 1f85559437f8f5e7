import type { NextRequest } from "next/server.js"
import type { Session } from "../../../client/contract.ts"
import type { AuthService } from "../../auth.ts"
import { AuthError } from "../../errors.ts"

interface Asking<S extends Session> {
  request: NextRequest
  session: S | null
  service: AuthService<S>
}

/**
 * What is answered where `callbacks.authorized` does not let a request through: its own response, or the way to the sign-in
 * page. Anything but `true` and a response denies, a callback that throws among them. Undefined lets the request through.
 */
export async function denied<S extends Session>({
  request,
  session,
  service,
}: Asking<S>): Promise<Response | undefined> {
  if (await service.acts(request)) return undefined
  const answer = await service.authorized(request, session)
  if (answer === true) return undefined
  return answer instanceof Response ? withWholeLocation(answer, request) : toSignIn(request, service)
}

async function toSignIn(request: NextRequest, service: AuthService): Promise<Response | undefined> {
  const { pathname, search } = new URL(request.url)
  try {
    const { url } = await service.signIn(request, undefined, { redirectTo: pathname + search })
    // The page that people sign in on must be seen by those who have not
    if (new URL(url).pathname === pathname) return undefined
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
