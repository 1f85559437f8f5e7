import { fail } from "@sveltejs/kit"
import type { Session } from "../../../client/contract.ts"
import type { IntegrationService } from "../../service/auth.ts"
import { signInByForm, signOutByForm } from "../forms.ts"
import { failureStatus } from "../responses.ts"
import { toConnection, type createRequestCache } from "./event.ts"
import type { SvelteKitService } from "./types.ts"

/** Creates the form actions that sign in and out. */
export function createFormActions<S extends Session>(
  service: IntegrationService<S>,
  { remember, leave }: Pick<ReturnType<typeof createRequestCache>, "leave" | "remember">,
): Pick<SvelteKitService<S>, "signIn" | "signOut"> {
  return {
    async signIn(event) {
      const context = { request: remember(event), ...toConnection(event) }
      const result = await signInByForm(service, context, await event.request.formData())
      return "failed" in result ? fail(failureStatus(result), result) : leave(event, result)
    },
    async signOut(event) {
      const result = await signOutByForm(service, remember(event), await event.request.formData())
      return "failed" in result ? fail(failureStatus(result), result) : leave(event, result)
    },
  }
}
