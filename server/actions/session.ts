import { sessionBody } from "../http/next-auth-4.ts"
import type { Outcome } from "../http/outcome.ts"
import { RejectedRequest } from "../errors.ts"
import type { ActionContext } from "../sessions/action-context.ts"
import { currentSession } from "../sessions/current.ts"
import { versionCookie } from "../sessions/version.ts"

/** `GET session`: returns the session, or `null`. */
export async function session(context: ActionContext): Promise<Outcome> {
  const { session, cookies } = await currentSession(context, await context.reading())
  return { kind: "json", body: sessionBody(session, context.settings), cookies }
}

/**
 * `POST session`: updates the session. The `jwt` and `session` callbacks get what the client sent, and decide what to
 * keep.
 */
export async function updateSession(context: ActionContext): Promise<Outcome> {
  const { body, settings } = context
  if (body.json === undefined) throw new RejectedRequest(415, "A session update must be application/json")
  const sessionLookup = await context.reading()
  if (sessionLookup.kind === "none")
    return { kind: "json", body: sessionBody(null, settings), cookies: sessionLookup.cookies }
  const { data } = body.json as { data?: unknown } // the body is always an object
  const { session, cookies } = await currentSession(context, sessionLookup, { data })
  return { kind: "json", body: sessionBody(session, settings), cookies: [...cookies, versionCookie(context)] }
}
