import { prefixedCookieName, VERSION_COOKIE } from "../cookies/names.ts"
import type { RequestContext } from "../http/auth-request.ts"
import type { SetCookie } from "../cookies/options.ts"

/**
 * Returns a cookie that scripts can read and that reveals nothing. Its value changes on each sign-in, sign-out and
 * update, so a page notices changes of a server action or another tab without a request.
 */
export function versionCookie({ site, settings }: RequestContext): SetCookie {
  const options = { path: "/", sameSite: "lax", secure: site.secure, maxAge: settings.session.maxAge } as const
  return { name: prefixedCookieName(VERSION_COOKIE, site.secure), value: crypto.randomUUID(), options }
}
