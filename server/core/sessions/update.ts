import * as v from "valibot"
import { RejectedRequest } from "../../errors.ts"
import { readJson } from "../request/form.ts"
import { sessionBody } from "../request/next-auth-4.ts"
import type { Outcome } from "../request/outcome.ts"
import type { ActionContext } from "../request/action-context.ts"
import { currentSession } from "./current.ts"
import { versionCookie } from "../request/version-cookie.ts"
import { isRefreshSkipped, UNPROVEN } from "./read.ts"

const updateBody = v.object({ data: v.optional(v.unknown()) })

/**
 * `POST session`: updates the session. The `jwt` and `session` callbacks get what the client sent, and decide what to
 * keep.
 */
export async function updateSession(context: ActionContext): Promise<Outcome> {
  const { body, settings } = context
  const { data } = readJson(body, updateBody)
  const sessionLookup = await context.lookupSession()
  if (isRefreshSkipped(context, sessionLookup)) return UNPROVEN
  if (sessionLookup.kind === "none")
    return { kind: "json", body: sessionBody(null, settings), cookies: sessionLookup.cookies }
  if (data !== undefined && sessionLookup.impersonation)
    throw new RejectedRequest(403, "An administrator who acts as a user can't update the session")
  const { session, cookies } = await currentSession(context, sessionLookup, { data })
  return { kind: "json", body: sessionBody(session, settings), cookies: [...cookies, versionCookie(context)] }
}
