import type { RequestHandler, Response as ExpressResponse } from "express"
import type { Session } from "../../../client/contract.ts"
import type { IntegrationService } from "../../service/auth.ts"
import { rejectionResponse } from "../step-up.ts"
import { meetRequirement } from "../meet-requirement.ts"
import { toHelperRequest } from "../node/request.ts"
import type { ExpressAuthService, SessionMiddleware } from "./types.ts"

/** Creates `requireAuth`, which returns middleware. */
export function createRequireAuth<S extends Session>(
  service: IntegrationService<S>,
): ExpressAuthService<S>["requireAuth"] {
  return ({ redirectTo, ...requirement } = {}) => {
    const guard = async (...[req, res, next]: Parameters<RequestHandler>) => {
      const request = toHelperRequest(req, req.method)
      try {
        res.locals["session"] = await meetRequirement(service, request, requirement)
      } catch (error) {
        return sendFetchResponse(await rejectionResponse(service, request, { error, redirectTo }), res)
      }
      next()
    }
    const middleware: RequestHandler = (req, res, next) => void guard(req, res, next).catch(next)
    return middleware as SessionMiddleware<S> // `guard` stores a session before it calls `next`
  }
}

/** Writes a `Response` whose body is a short text. */
async function sendFetchResponse(response: Response, res: ExpressResponse): Promise<void> {
  res.status(response.status)
  for (const [name, value] of response.headers) res.setHeader(name, value)
  res.end(await response.text())
}
