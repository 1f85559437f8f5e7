import type { Awaitable } from "../../types.ts"
import { IMPERSONATION_COOKIE, ownCookie } from "../cookies/names.ts"
import type { RequestContext } from "../request/auth-request.ts"
import type { SessionLookup } from "../request/strategy.ts"

/** Returns whether the browser has the cookie of an impersonation. It proves nothing. */
export function hasImpersonation({ cookies, site, settings }: RequestContext): boolean {
  return settings.callbacks.impersonate !== undefined && cookies.has(ownCookie(IMPERSONATION_COOKIE, site.secure).name)
}

/** Returns whether an administrator acts as the user. Looks the session up only if the browser has the cookie. */
export async function isImpersonated(
  context: RequestContext,
  lookup: () => Awaitable<SessionLookup>,
): Promise<boolean> {
  if (!hasImpersonation(context)) return false
  const session = await lookup()
  return session.kind === "live" && session.impersonation !== undefined
}
