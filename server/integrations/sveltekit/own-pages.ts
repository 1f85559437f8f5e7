import type { RequestEvent } from "@sveltejs/kit"
import type { Session } from "../../../client/contract.ts"
import type { IntegrationService } from "../../service/auth.ts"
import type { createRequestCache } from "./event.ts"
import type { SvelteKitService } from "./types.ts"

/**
 * Creates the functions for the load functions of the app's own sign-in page, its account page, and the pages of its
 * steps.
 */
export function createOwnPages<S extends Session>(
  service: IntegrationService<S>,
  { remember, keep, keepPrivate }: Pick<ReturnType<typeof createRequestCache>, "keep" | "keepPrivate" | "remember">,
): Pick<SvelteKitService<S>, "accountProps" | "openStep" | "signInProps"> {
  return {
    async accountProps(event) {
      const { props, cookies } = await service.accountProps(remember(event, toPageRequest(event)))
      keep(event, cookies)
      keepPrivate(event)
      return props
    },
    async openStep(event) {
      const { step, cookies } = await service.openStep(remember(event))
      keep(event, cookies)
      return step
    },
    async signInProps(event) {
      const { props, cookies } = await service.signInProps(remember(event, toPageRequest(event)))
      keep(event, cookies)
      return props
    },
  }
}

// The request may be for the page's data instead
const toPageRequest = ({ url, request: { headers } }: RequestEvent) => new Request(url, { headers })
