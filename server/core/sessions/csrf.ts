import { issueCsrf } from "../request/csrf-check.ts"
import type { Outcome } from "../request/outcome.ts"
import { RejectedRequest } from "../../errors.ts"
import type { ActionContext } from "../request/action-context.ts"

/** `GET csrf`: returns the CSRF token for the next form. */
export async function csrf(context: ActionContext): Promise<Outcome> {
  const { csrfCheck, logger } = context.settings
  if (!csrfCheck) {
    logger.warn("csrf-disabled")
    throw new RejectedRequest(404, "The CSRF token is off")
  }
  const { csrfToken, cookies } = await issueCsrf(context)
  return { kind: "json", body: { csrfToken }, cookies }
}
