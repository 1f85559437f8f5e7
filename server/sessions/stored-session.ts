import type { Session } from "../../client/contract.ts"
import type { AdapterSession, AdapterUser } from "../adapters/contract.ts"
import type { Settings } from "../config/settings.ts"
import type { Awaitable } from "../types.ts"
import { returnedSession } from "./server-session.ts"

/** A stored session and its user. */
export type StoredSession = { session: AdapterSession; user: AdapterUser }

/** Returns the session that the client sees: from the `session` callback, or the default one. */
export function callStoredSessionCallback(
  settings: Settings,
  stored: StoredSession,
  update: { data: unknown } | undefined,
): Awaitable<Session | null> {
  const { user } = stored
  const { session: callback } = settings.callbacks
  if (!callback) return publicSession(stored)
  const change = update && { newSession: update.data, trigger: "update" as const }
  const session = settings.compatVersion === 5 ? wholeSession(stored) : publicSession(stored)
  const params = { session, user, ...change } as Parameters<typeof callback>[0] // `token` belongs to the other strategy
  return returnedSession(settings, callback(params))
}

function publicSession({ session: { expires }, user: { name = null, email, image = null } }: StoredSession): Session {
  return { user: { name, email: email || null, image }, expires: expires.toISOString() }
}

// Auth.js v5 passes its callback the row with the whole user in it
function wholeSession({ session, user }: StoredSession): Session {
  return { ...session, user } as unknown as Session // `expires` is a date there too
}
