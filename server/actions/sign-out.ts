import { emitEvent } from "../http/events.ts"
import type { Outcome } from "../http/outcome.ts"
import { requestedRedirect } from "../http/redirect-url.ts"
import type { ActionContext } from "../sessions/action-context.ts"
import { clearSessionProvider, readSessionProvider } from "../sessions/opened-by.ts"
import { versionCookie } from "../sessions/version.ts"

/** `POST signout`: ends the session and redirects back, through the provider if `endSession` is set. */
export async function signOut(context: ActionContext): Promise<Outcome> {
  const { settings, sessions, body, query } = context
  const to = await requestedRedirect(context, body.fields["callbackUrl"], query.get("callbackUrl"))
  const session = await context.reading()
  const { cookies, message } = await sessions.close(context, session)
  if (session.kind === "live") await emitEvent(settings, "signOut", message)
  const ended = [...cookies, ...clearSessionProvider(context), versionCookie(context)]
  const opener = await readSessionProvider(context, session)
  if (!opener) return { kind: "redirect", to, cookies: ended }
  const { startEndSession: leaveThrough } = await import("./end-session.ts")
  const method = await leaveThrough(context, opener, to)
  return { kind: "redirect", to: method.to, cookies: [...ended, ...method.cookies] }
}
