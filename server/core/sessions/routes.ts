import { RejectedRequest } from "../../errors.ts"
import type { ActionContext } from "../request/action-context.ts"
import { issueCsrf } from "../request/csrf-check.ts"
import { sessionFailure } from "../request/failures.ts"
import { lazy } from "../../lazy.ts"
import type { Outcome } from "../request/outcome.ts"
import type { Routes } from "../request/route.ts"
import { session } from "./read.ts"

/** The session and the CSRF token. */
export const SESSION_ROUTES: Routes = {
  "GET session": { impersonated: true, json: true, onError: sessionFailure, run: session },
  "POST session": {
    impersonated: true,
    json: true,
    onError: sessionFailure,
    run: lazy(() => import("./update.ts"), "updateSession"),
    csrf: "always",
  },
  "GET csrf": { impersonated: true, json: true, run: csrf },
}

/** `GET csrf`: returns the CSRF token for the next form. */
async function csrf(context: ActionContext): Promise<Outcome> {
  const { csrfCheck, logger } = context.settings
  if (!csrfCheck) {
    logger.warn("csrf-disabled")
    throw new RejectedRequest(404, "The CSRF token is off")
  }
  const { csrfToken, cookies } = await issueCsrf(context)
  return { kind: "json", body: { csrfToken }, cookies }
}
