import type { Session } from "../../../client/contract.ts"
import type { AdapterSession } from "../../adapters/contract.ts"
import type { Events } from "../config/event-types.ts"
import { clearChunked } from "../cookies/jar.ts"
import { asError, AuthError } from "../../errors.ts"
import { callHandler } from "../request/emit.ts"
import type { RequestContext } from "../request/auth-request.ts"
import { toErrorCause } from "../request/next-auth-4.ts"
import { sessionStrategy } from "./index.ts"
import type { RefreshedSession, SessionLookup } from "../request/strategy.ts"

/** Runs the callbacks on a request's session, extends or updates it, and emits the `session` event. */
export async function currentSession(
  context: RequestContext,
  sessionLookup: SessionLookup,
  update?: { data: unknown },
): Promise<RefreshedSession> {
  if (sessionLookup.kind === "none") return { session: null, cookies: sessionLookup.cookies }
  const { settings } = context
  const refreshing = sessionStrategy(settings).refresh(context, sessionLookup, update)
  const isRead = settings.rules.errorsSignOut && update === undefined
  const refreshedSession = isRead ? await refreshing.catch((thrown) => signedOut(context, thrown)) : await refreshing
  // An HTTP library of a native app may keep cookies, and send them later in place of another user's token
  const refreshed = context.cookies.bearer ? { ...refreshedSession, cookies: [] } : refreshedSession
  const { session } = refreshed
  if (session && settings.events.session) {
    await callHandler(settings, "session", toSessionEventMessage(session, refreshed, settings.rules.eventGetsSession))
  }
  return refreshed
}

// As in Auth.js and next-auth 4: a callback that throws, such as for a deleted user, ends a session in a cookie
function signedOut({ settings, cookies, cookieTable }: RequestContext, thrown: unknown): RefreshedSession {
  const isCookie = settings.session.strategy === "jwt"
  const type = isCookie ? "JWTSessionError" : "SessionTokenError"
  settings.logger.error(new AuthError(type, asError(thrown).message, toErrorCause(thrown, settings)))
  return { session: null, cookies: isCookie ? clearChunked(cookies, cookieTable.sessionToken) : [] }
}

type SessionEventMessage = Parameters<Events["session"]>[0]

// Auth.js emits the session that the callback returned, with stored sessions too
function toSessionEventMessage(
  session: Session,
  { token, stored }: RefreshedSession,
  getsSession: true | undefined,
): SessionEventMessage {
  if (!stored) return { session, token: token ?? {} }
  const eventSession = getsSession ? (session as unknown as AdapterSession) : stored.session // as Auth.js types it
  return { session: eventSession, user: stored.user }
}
