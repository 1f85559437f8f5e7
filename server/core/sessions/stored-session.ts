import type { Session } from "../../../client/contract.ts"
import type { AdapterSession, AdapterUser } from "../../adapters/contract.ts"
import type { Settings } from "../config/settings.ts"
import type { RequestContext } from "../request/auth-request.ts"
import { publicImage } from "../../providers/limit-profile.ts"
import type { Awaitable } from "../../types.ts"
import { returnedSession } from "./server-session.ts"

export type StoredSession = { session: AdapterSession; user: AdapterUser }

/** Returns the session that the client sees: from the `session` callback, or the default one. */
export function callStoredSessionCallback(
  { settings, site }: Pick<RequestContext, "settings" | "site">,
  { session, user: row }: StoredSession,
  update: { data: unknown } | undefined,
): Awaitable<Session | null> {
  const user = row.image ? { ...row, image: publicImage(row.image, site.origin) } : row
  const stored = { session, user }
  const { session: callback } = settings.callbacks
  if (!callback) return publicSession(stored)
  const change = update && { newSession: update.data, trigger: "update" as const }
  const shown = settings.compatVersion === 5 ? wholeSession(stored) : publicSession(stored)
  const params = { session: shown, user, ...change } as Parameters<typeof callback>[0] // `token` belongs to the other strategy
  return returnedSession(settings, callback(params))
}

function publicSession({ session: { expires }, user: { name = null, email, image = null } }: StoredSession): Session {
  return { user: { name, email: email || null, image }, expires: expires.toISOString() }
}

// Auth.js v5 passes its callback the row with the whole user in it
function wholeSession({ session, user }: StoredSession): Session {
  return { ...session, user } as unknown as Session // `expires` is a date there too
}

/** Returns whether a stored session is still there. One in a cookie always is. */
export async function isStoredSession({ adapter, session }: Settings, key: string): Promise<boolean> {
  return session.strategy !== "database" || (await adapter?.getSessionAndUser?.(key)) !== null
}
