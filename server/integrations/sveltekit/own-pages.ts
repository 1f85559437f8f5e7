import type { Session } from "../../../client/contract.ts"
import type { IntegrationService } from "../../auth.ts"
import type { createRequestCache } from "./event.ts"
import type { SvelteKitService } from "./types.ts"

/** Creates the functions for the load functions of the app's own sign-in page, and of the pages of its steps. */
export function createOwnPages<S extends Session>(
  service: IntegrationService<S>,
  { remember, keep }: Pick<ReturnType<typeof createRequestCache>, "keep" | "remember">,
): Pick<SvelteKitService<S>, "openStep" | "signInProps"> {
  return {
    async openStep(event) {
      const { step, cookies } = await service.openStep(remember(event))
      keep(event, cookies)
      return step
    },
    async signInProps(event) {
      const page = new Request(event.url, { headers: event.request.headers }) // the request may be for the page's data instead
      const { props, cookies } = await service.signInProps(remember(event, page))
      keep(event, cookies)
      return props
    },
  }
}
