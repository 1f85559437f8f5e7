import { ownCookie, REGISTRATION_COOKIE } from "../../core/cookies/names.ts"
import type { SetCookie } from "../../core/cookies/options.ts"
import type { RequestContext } from "../../core/request/auth-request.ts"
import type { SessionLookup } from "../../core/request/strategy.ts"
import { openRegistration, REGISTRATION_MAX_AGE, registrationHeader } from "./challenge.ts"

/**
 * Returns the cookie that keeps a new session's registration until Latchkit's next response. Server code opened the
 * session, and not every framework lets a server action set headers.
 */
export function keepRegistration(
  { site }: Pick<RequestContext, "site">,
  headers: Readonly<Record<string, string>> = {},
): SetCookie[] {
  const [, value] = /challenge="([^"]+)"/.exec(headers["secure-session-registration"] ?? "") ?? []
  return value === undefined ? [] : [{ ...ownCookie(REGISTRATION_COOKIE, site.secure, REGISTRATION_MAX_AGE), value }]
}

/** Returns the kept registration of this session as a header, and the cookie that clears it. */
export async function takeRegistration(
  context: RequestContext,
  lookup: SessionLookup,
): Promise<{ headers: Record<string, string>; cookies: SetCookie[] }> {
  const challenge = context.cookies.get(ownCookie(REGISTRATION_COOKIE, context.site.secure).name)
  if (challenge === undefined) return { headers: {}, cookies: [] }
  const cookies = clearRegistration(context)
  const registration = await openRegistration(context, challenge)
  const isOwn = lookup.kind === "live" && lookup.binding === undefined && lookup.key === registration?.key
  return { headers: isOwn ? registrationHeader(context, challenge) : {}, cookies }
}

/** Returns the cookie that clears a kept registration, if the browser has one. */
export function clearRegistration({ cookies, site }: Pick<RequestContext, "cookies" | "site">): SetCookie[] {
  const { name, options } = ownCookie(REGISTRATION_COOKIE, site.secure, 0)
  return cookies.has(name) ? [{ name, value: "", options }] : []
}
