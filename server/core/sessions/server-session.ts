import { withTimeout } from "../crypto/with-timeout.ts"
import type { HasClientSession, Session } from "../../../client/contract.ts"
import type { Settings } from "../config/settings.ts"
import type { SessionStrategyName } from "../config/callbacks.ts"
import { warnOnce } from "../config/warn-once.ts"
import type { RequestContext } from "../request/auth-request.ts"
import type { RefreshedSession } from "../request/strategy.ts"
import { AuthError } from "../../errors.ts"

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

/**
 * Returns a session whose cookies aren't sent. Warns if the `jwt` callback changed the token: a provider that rotates
 * its refresh tokens then rejects the old one, which the cookie still has.
 */
export function withoutCookies({ settings }: Pick<RequestContext, "settings">, refreshed: RefreshedSession) {
  if (refreshed.isChanged) warnOnce(settings, "jwt-change-lost")
  return refreshed
}

/**
 * Returns the session from the `session` callback if it is an object with a future `expires`, a text or a `Date`. The
 * Auth.js preset accepts any object, and `null` as "signed out".
 *
 * @throws {AuthError} `SessionTokenError`
 */
export async function returnedSession({ rules, now }: Settings, returning: unknown): Promise<Session | null> {
  const returned = await withTimeout("`callbacks.session`", returning)
  if (rules.anySession && returned === null) return null
  if (typeof returned !== "object" || returned === null || Array.isArray(returned))
    throw invalidSessionError(String(returned))
  const session = returned as Session // an object of the app's making; `expires` is checked below
  const expires: unknown = session.expires
  if (rules.anySession && !(expires instanceof Date)) return session
  const end = expires instanceof Date || typeof expires === "string" ? new Date(expires).getTime() : NaN
  if (Number.isNaN(end)) throw invalidSessionError(`an object whose \`expires\` is ${JSON.stringify(expires)}`)
  const asText = expires instanceof Date ? expires.toISOString() : session.expires
  if (!rules.anySession && end <= now()) throw invalidSessionError(`a session that expired at ${asText}`)
  return { ...session, expires: asText }
}

function invalidSessionError(found: string): AuthError {
  const instruction =
    "Return an object with `expires`, an ISO 8601 date in the future. To end a session, return null from `jwt`"
  return new AuthError("SessionTokenError", `The \`session\` callback returned ${found}. ${instruction}`)
}
