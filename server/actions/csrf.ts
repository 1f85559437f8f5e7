import { issueCsrf } from "../sessions/csrf-check.ts"
import type { Outcome } from "../http/outcome.ts"
import { Refusal } from "../errors.ts"
import type { Routed } from "../sessions/action-context.ts"

/** `GET csrf`: the token for the next form. */
export async function csrf(routed: Routed): Promise<Outcome> {
  const { csrfCheck, logger } = routed.settings
  if (!csrfCheck) {
    logger.warn("csrf-disabled")
    throw new Refusal(404, "The token check is off")
  }
  const { csrfToken, cookies } = await issueCsrf(routed)
  return { kind: "json", body: { csrfToken }, cookies }
}
