import type { GetServerSidePropsContext, NextApiRequest, NextApiResponse } from "next"
import type { NextRequest } from "next/server.js"
import type { Session } from "../../../client/contract.ts"
import type { IntegrationService } from "../../service/auth.ts"
import { deniedResponse } from "./denied.ts"
import { requestHeaders } from "./cookies.ts"
import { continueRequest, withCookies } from "./continue-request.ts"
import type { AuthIn, NextAuthRequest } from "./types.ts"

type Handler<S extends Session> = (request: NextAuthRequest<S>, context: unknown) => unknown

/** Creates `auth`, which finds out from its first argument how it was called. */
export function createAuthFunction<S extends Session>(service: () => IntegrationService<S>): AuthIn<S> {
  async function guarded(request: NextRequest, context: unknown, handler?: Handler<S>): Promise<Response> {
    const { session, cookies } = await service().refreshSession(request)
    const rejected = await deniedResponse({ request, session, service: service(), wraps: handler !== undefined })
    if (rejected) return withCookies(rejected, cookies)
    const ofForms = await service().formCookies(request, session !== null)
    const answer = await handler?.(Object.assign(request, { auth: session }), context)
    return continueRequest(answer instanceof Response ? answer : undefined, request, [...cookies, ...ofForms])
  }

  async function fromNode(request: NextApiRequest, response: NextApiResponse): Promise<S | null> {
    const { session, cookies } = await service().refreshSession({ headers: request.headers })
    for (const line of cookies) response.appendHeader("set-cookie", line)
    if (cookies.length > 0) response.setHeader("cache-control", "private, no-store")
    return session
  }

  return ((first?: NextRequest | Handler<S> | NextApiRequest | GetServerSidePropsContext, second?: unknown) => {
    if (first === undefined) return requestHeaders().then((found) => service().getSession({ headers: found }))
    if (typeof first === "function") {
      return (request: NextRequest, context: unknown) => guarded(request, context, first)
    }
    if (first instanceof Request) return guarded(first, second)
    // The context of getServerSideProps has both. An API route gets them as two arguments
    if ("req" in first && "res" in first) return fromNode(first.req as NextApiRequest, first.res as NextApiResponse)
    return fromNode(first as NextApiRequest, second as NextApiResponse)
  }) as AuthIn<S> // its overloads say which call returns what
}
