import { emit } from "../http/events.ts"
import type { Outcome } from "../http/outcome.ts"
import { wantedTarget } from "../http/redirect-url.ts"
import type { Routed } from "../sessions/action-context.ts"
import { forgetOpener, openerOf } from "../sessions/opened-by.ts"
import { versionCookie } from "../sessions/version.ts"

/** `POST signout`: ends the session and leads back, by way of the provider where its own session is to end as well. */
export async function signOut(routed: Routed): Promise<Outcome> {
  const { settings, sessions, body, query } = routed
  const to = await wantedTarget(routed, body.fields["callbackUrl"], query.get("callbackUrl"))
  const reading = await routed.reading()
  const { cookies, message } = await sessions.close(routed, reading)
  if (reading.kind === "live") await emit(settings, "signOut", message)
  const ended = [...cookies, ...forgetOpener(routed), versionCookie(routed)]
  const opener = await openerOf(routed, reading)
  if (!opener) return { kind: "redirect", to, cookies: ended }
  const { leaveThrough } = await import("./end-session.ts")
  const way = await leaveThrough(routed, opener, to)
  return { kind: "redirect", to: way.to, cookies: [...ended, ...way.cookies] }
}
