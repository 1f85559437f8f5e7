import * as v from "valibot"
import { sessionBody } from "../http/next-auth-4.ts"
import { RejectedRequest } from "../errors.ts"
import type { Outcome } from "../http/outcome.ts"
import { readJson } from "../http/form.ts"
import type { ActionContext } from "../sessions/action-context.ts"
import { currentSession } from "../sessions/current.ts"
import { versionCookie, versionHeader } from "../sessions/session-cookies.ts"
import type { SessionLookup } from "../sessions/strategy.ts"

/** `GET session`: returns the session, or `null`. */
export async function session(context: ActionContext): Promise<Outcome> {
  const sessionLookup = await context.lookupSession()
  if (isRefreshSkipped(context, sessionLookup)) return UNPROVEN
  const { session, cookies } = await currentSession(context, sessionLookup)
  const kept = await keptRegistration(context, sessionLookup)
  return {
    kind: "json",
    body: sessionBody(session, context.settings),
    cookies: [...cookies, ...kept.cookies],
    headers: { ...versionHeader(context), ...kept.headers },
  }
}

const NOTHING_KEPT = { headers: {}, cookies: [] }

// A sign-in by a server action keeps one
async function keptRegistration(context: ActionContext, lookup: SessionLookup) {
  if (!context.settings.session.deviceBound) return NOTHING_KEPT
  return (await import("../sessions/device-bound/pending-registration.ts")).takeRegistration(context, lookup)
}

/** `null` with status 200 would sign the user out in every tab. After a 503, the client keeps the session and asks again. */
const UNPROVEN: Outcome = { kind: "json", status: 503, body: null, headers: { "retry-after": "10" } }

/**
 * Returns whether the browser has the key of a bound session, but couldn't prove it before this request. Either it was
 * offline, or it has signed too often.
 *
 * @see [Device Bound Session Credentials, `Secure-Session-Skipped`](https://w3c.github.io/webappsec-dbsc/#header-secure-session-skipped)
 */
const isRefreshSkipped = ({ headers }: ActionContext, lookup: SessionLookup) =>
  lookup.kind === "none" && lookup.isUnproven === true && headers.has("secure-session-skipped")

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
