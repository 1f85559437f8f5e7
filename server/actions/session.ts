import { sessionBody } from "../http/next-auth-4.ts"
import type { Outcome } from "../http/outcome.ts"
import { Refusal } from "../errors.ts"
import type { Routed } from "../sessions/action-context.ts"
import { currentSession } from "../sessions/current.ts"
import { versionCookie } from "../sessions/version.ts"

/** `GET session`: the session, or null. */
export async function session(routed: Routed): Promise<Outcome> {
  const { session, cookies } = await currentSession(routed, await routed.reading())
  return { kind: "json", body: sessionBody(session, routed.settings), cookies }
}

/** `POST session`: the jwt and session callbacks see what the client sent, and decide what becomes of it. */
export async function updateSession(routed: Routed): Promise<Outcome> {
  const { body, settings } = routed
  if (body.json === undefined) throw new Refusal(415, "A session update is application/json")
  const reading = await routed.reading()
  if (reading.kind === "none") return { kind: "json", body: sessionBody(null, settings), cookies: reading.cookies }
  const { data } = body.json as { data?: unknown } // bodyOf lets objects through only
  const { session, cookies } = await currentSession(routed, reading, { data })
  return { kind: "json", body: sessionBody(session, settings), cookies: [...cookies, versionCookie(routed)] }
}
