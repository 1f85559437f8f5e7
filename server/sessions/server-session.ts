import type { HasClientSession, Session } from "../../client/contract.ts"
import type { Settings } from "../config/settings.ts"
import type { SessionStrategyName } from "../config/callbacks.ts"
import type { RefreshedSession } from "./strategy.ts"

/**
 * The session that the app's own code on the server receives. With stored sessions it contains the user's id, whatever
 * the `session` callback shows to the client.
 */
export type ServerSession<S extends Session, Strategy extends SessionStrategyName> = Strategy extends "database"
  ? S & { user: { id: string } } & HasClientSession<S>
  : S

/** Adds the id of the stored user. Without a `session` callback, Auth.js v5 returns the whole user on the server. */
export function toServerSession({ compatVersion, callbacks }: Settings, refreshed: RefreshedSession): Session | null {
  const { session, stored } = refreshed
  if (!session || !stored) return session
  const { user } = stored
  if (compatVersion === 5 && !callbacks.session) return { ...session, user }
  return { ...session, user: { ...session.user, id: session.user?.id ?? user.id } }
}
