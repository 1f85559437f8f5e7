import type { Session } from "../../client/contract.ts"
import type { AdapterSession } from "../adapters/contract.ts"
import type { Events } from "../config/event-types.ts"
import { emit } from "../http/events.ts"
import type { Visit } from "../http/auth-request.ts"
import { sessionStrategy } from "./index.ts"
import type { PresentedSession, SessionReading } from "./strategy.ts"

/** Presents the session of a request, extends or updates it, and emits the `session` event. */
export async function currentSession(
  visit: Visit,
  reading: SessionReading,
  update?: { data: unknown },
): Promise<PresentedSession> {
  if (reading.kind === "none") return { session: null, cookies: reading.cookies }
  const { settings } = visit
  const presented = await sessionStrategy(settings).present(visit, reading, update)
  const { session } = presented
  if (session && settings.events.session) {
    await emit(settings, "session", message(session, presented, settings.compat !== undefined))
  }
  return presented
}

type Message = Parameters<Events["session"]>[0]

// Auth.js tells of the session that the callback returned, with stored sessions too
function message(session: Session, { token, stored }: PresentedSession, isCompat: boolean): Message {
  if (!stored) return { session, token: token ?? {} }
  const told = isCompat ? (session as unknown as AdapterSession) : stored.session // as Auth.js types it
  return { session: told, user: stored.user }
}
