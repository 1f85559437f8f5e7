import { AccessDenied, AuthError, SessionRequired } from "../../errors.ts"
import { securityState } from "../../core/users/security-state.ts"
import { emit } from "../../core/request/emit.ts"
import { versionCookie } from "../../core/request/version-cookie.ts"
import type { RequestContext } from "../../core/request/auth-request.ts"
import { serializeCookies } from "../../core/request/respond.ts"
import { hasImpersonation, lookupSession, sessionsBelow } from "../../core/sessions/index.ts"
import {
  clearImpersonation,
  createImpersonation,
  endImpersonation,
  MAX_IMPERSONATION,
  mayImpersonate,
} from "./impersonation/record.ts"
import { loadUser } from "./load.ts"
import type { ImpersonateOptions, ImpersonationCookies } from "./types.ts"

const MIN_SECONDS = 60
const ONE_HOUR = 60 * 60

/** Lets the administrator of a request act as a user. */
export async function impersonate(
  context: RequestContext,
  id: string,
  { maxAge = ONE_HOUR }: ImpersonateOptions = {},
): Promise<ImpersonationCookies> {
  const { settings } = context
  if (!settings.callbacks.impersonate)
    throw new AuthError("InvalidConfiguration", "`auth.users.impersonate` needs `callbacks.impersonate`")
  if (typeof maxAge !== "number" || !(maxAge >= MIN_SECONDS && maxAge <= MAX_IMPERSONATION))
    throw new TypeError(`\`maxAge\` is ${String(maxAge)}. Pass ${MIN_SECONDS} to ${MAX_IMPERSONATION} seconds`)
  const session = await lookupSession(context)
  if (session.kind === "none" || session.userId === undefined) throw new SessionRequired()
  if (session.impersonation) throw new AccessDenied("An administrator who acts as a user can't act as another one")
  const [actor, user] = [await loadUser(settings, session.userId), await loadUser(settings, id)]
  const isAllowed = actor && user && (await mayImpersonate(settings, { actor, user }))
  const { isGone, closing } = await securityState(settings, user ? user.id : undefined)
  if (!isAllowed || isGone || closing)
    throw new AccessDenied(
      "The administrator may not act as this user: the user doesn't exist, is disabled, or `callbacks.impersonate` denied it",
    )
  const cookie = await createImpersonation(context, { session, actor, user, maxAge })
  const eventActor = { kind: "user", id: actor.id } as const
  await emit({ settings }, { type: "impersonationStarted", userId: user.id, actor: eventActor })
  return { cookies: serializeCookies([cookie, versionCookie(context)]) }
}

/** Returns to the administrator's own session. */
export async function stopImpersonating(context: RequestContext): Promise<ImpersonationCookies & { stopped: boolean }> {
  const { settings } = context
  if (!hasImpersonation(context)) return { stopped: false, cookies: [] }
  const session = await sessionsBelow(settings, "administration").lookup(context)
  const ended = session.kind === "live" ? await endImpersonation(context, session) : undefined
  if (ended)
    await emit(
      { settings },
      { type: "impersonationStopped", userId: ended.user, actor: { kind: "user", id: ended.actor } },
    )
  const cookies = session.kind === "none" ? session.cookies : []
  return {
    stopped: ended !== undefined,
    cookies: serializeCookies([...cookies, ...clearImpersonation(context), versionCookie(context)]),
  }
}
