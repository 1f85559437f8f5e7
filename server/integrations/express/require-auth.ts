import type { RequestHandler } from "express"
import type { Session } from "../../../client/contract.ts"
import type { IntegrationService } from "../../auth.ts"
import { rejectionResponse } from "../step-up.ts"
import { sendFetchResponse } from "./answer.ts"
import { toHelperRequest } from "./request.ts"
import type { ExpressAuthService } from "./types.ts"

/** Creates `requireAuth`, which returns middleware. */
export function createRequireAuth<S extends Session>(
  service: IntegrationService<S>,
): ExpressAuthService<S>["requireAuth"] {
  return ({ redirectTo, ...requirement } = {}) => {
    const guard = async (...[req, res, next]: Parameters<RequestHandler>) => {
      const request = new Request(toHelperRequest(req), { method: req.method })
      try {
        res.locals["session"] = await service.require(request, requirement)
      } catch (error) {
        return sendFetchResponse(await rejectionResponse(service, request, { error, redirectTo }), res)
      }
      next()
    }
    return (req, res, next) => void guard(req, res, next).catch(next)
  }
}
