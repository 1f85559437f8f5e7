import type { RequestHandler } from "express"
import type { Session } from "../../../client/contract.ts"
import type { IntegrationService } from "../../auth.ts"
import { rejectionResponse } from "../step-up.ts"
import { sendFetchResponse } from "./answer.ts"
import { toHelperRequest } from "./request.ts"
import type { ExpressAuthService, SessionMiddleware } from "./types.ts"

/** Creates `requireAuth`, which returns middleware. */
export function createRequireAuth<S extends Session>(
  service: IntegrationService<S>,
): ExpressAuthService<S>["requireAuth"] {
  return ({ redirectTo, ...requirement } = {}) => {
    const guard = async (...[req, res, next]: Parameters<RequestHandler>) => {
      const request = toHelperRequest(req, req.method)
      try {
        res.locals["session"] = await service.require(request, requirement)
      } catch (error) {
        return sendFetchResponse(await rejectionResponse(service, request, { error, redirectTo }), res)
      }
      next()
    }
    const middleware: RequestHandler = (req, res, next) => void guard(req, res, next).catch(next)
    return middleware as SessionMiddleware<S> // `guard` stores a session before it calls `next`
  }
}
