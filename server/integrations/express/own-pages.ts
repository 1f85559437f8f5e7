import type { IntegrationService } from "../../auth.ts"
import { appendCookies } from "./answer.ts"
import { toHelperRequest } from "./request.ts"
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
