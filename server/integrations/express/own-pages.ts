import type { Response } from "express"
import type { Session } from "../../../client/contract.ts"
import { AuthError } from "../../errors.ts"
import type { NodeRequest } from "../node/types.ts"
import type { IntegrationService } from "../../service/auth.ts"
import { toHelperRequest } from "../node/request.ts"
import type { ExpressAuthService } from "./types.ts"

/** Creates the functions for the app's own sign-in page, its account page, and the pages of its steps. */
export function createOwnPages(
  service: Pick<IntegrationService, "accountProps" | "openStep" | "signInProps">,
): Pick<ExpressAuthService, "accountProps" | "openStep" | "signInProps"> {
  return {
    async openStep(req, res) {
      const { step, cookies } = await service.openStep(toHelperRequest(req))
      appendCookies(res, cookies)
      return step
    },
    async accountProps(req, res) {
      const { props, cookies } = await service.accountProps(toHelperRequest(req))
      appendCookies(res, cookies)
      res.setHeader("cache-control", "private, no-store")
      return props
    },
    async signInProps(req, res) {
      const { props, cookies } = await service.signInProps(toHelperRequest(req))
      appendCookies(res, cookies)
      return props
    },
  }
}

/** Adds cookies to a response, and marks it as not cacheable. */
export function appendCookies(res: Response, cookies: readonly string[]): void {
  if (cookies.length === 0) return
  res.append("set-cookie", [...cookies])
  res.setHeader("cache-control", "private, no-store")
}

/**
 * Returns the session of a request of Express or of Node, such as a WebSocket's upgrade. A malformed request has none.
 */
export async function readSession<S extends Session>(
  service: IntegrationService<S>,
  req: NodeRequest,
): Promise<S | null> {
  try {
    return await service.getSession(toHelperRequest(req))
  } catch (error) {
    if (error instanceof TypeError || (error instanceof AuthError && error.type === "InvalidRequest")) return null
    throw error
  }
}
