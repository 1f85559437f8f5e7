import { emit } from "../events.ts"
import type { Visit } from "../exchange.ts"
import { sessionStrategy } from "./index.ts"
import type { PresentedSession, SessionReading } from "./strategy.ts"

/** The session of a visit as its client may see it, extended where that is due; the `session` event fires. */
export async function currentSession(visit: Visit, reading: SessionReading): Promise<PresentedSession> {
  if (reading.kind === "none") return { session: null, cookies: reading.cookies }
  const presented = await sessionStrategy(visit.settings).present(visit, reading)
  const { session } = presented
  if (session && visit.settings.events.session) {
    const { token, stored } = reading
    await emit(visit.settings, "session", { session, ...(token && { token }), ...(stored && { user: stored.user }) })
  }
  return presented
}
