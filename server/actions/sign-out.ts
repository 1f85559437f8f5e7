import { emit } from "../events.ts"
import type { Outcome } from "../outcome.ts"
import { wantedTarget } from "../redirects.ts"
import type { Routed } from "../routed.ts"
import { versionCookie } from "../sessions/version.ts"

/** `POST signout`: ends the session and leads back. */
export async function signOut(routed: Routed): Promise<Outcome> {
  const { settings, sessions, body, query } = routed
  const to = await wantedTarget(routed, body.fields["callbackUrl"], query.get("callbackUrl"))
  const reading = await routed.reading()
  const { cookies, message } = await sessions.close(routed, reading)
  if (reading.kind === "live") await emit(settings, "signOut", message)
  return { kind: "redirect", to, cookies: [...cookies, versionCookie(routed)] }
}
