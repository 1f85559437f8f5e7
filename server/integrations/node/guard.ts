import type { Session } from "../../../client/contract.ts"
import type { AuthService } from "../../service/auth.ts"
import { toHelperRequest } from "./request.ts"
import { BAD_REQUEST, sendResponse, toPlain } from "./response.ts"
import {
  unwrapNodeRequest,
  type NodeRequest,
  type NodeResponse,
  type WrappedNodeRequest,
  type WrappedNodeResponse,
} from "./types.ts"

/**
 * Returns the session, or `null` if the user is signed out. Then it has responded: a page redirects to the sign-in
 * page and back, and a script gets 401.
 */
export type NodeGuard<S extends Session = Session> = (
  req: NodeRequest | WrappedNodeRequest,
  res: NodeResponse | WrappedNodeResponse,
) => Promise<S | null>

/**
 * Returns a guard for pages of Node's `(req, res)`, and of Fastify. It extends the session, and sets
 * `Cache-Control: private, no-store` on your response.
 *
 * @example
 * const session = await guard(req, res)
 * if (!session) return
 */
export function toNodeGuard<S extends Session>(auth: Pick<AuthService<S>, "requireSession">): NodeGuard<S> {
  return async (req, res) => {
    const request = tryRequest(unwrapNodeRequest(req))
    if (!request) return (sendResponse(BAD_REQUEST, res), null)
    const { session, headers, response } = await auth.requireSession(request)
    if (response) return (sendResponse(await toPlain(response), res), null)
    const out = "raw" in res ? res.raw : res
    for (const [name, value] of headers) if (name !== "set-cookie") out.setHeader(name, value)
    const cookies = headers.getSetCookie()
    if (cookies.length > 0) out.appendHeader("set-cookie", cookies)
    return session
  }
}

/** Returns the request without its body. `undefined` for an invalid URL or header. */
function tryRequest(req: NodeRequest): Request | undefined {
  try {
    return toHelperRequest(req, req.method)
  } catch (error) {
    if (error instanceof TypeError) return undefined
    throw error
  }
}
