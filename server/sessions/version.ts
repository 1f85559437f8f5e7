import { prefixedCookieName, VERSION_COOKIE } from "../cookies/names.ts"
import type { RequestContext } from "../http/auth-request.ts"
import type { SetCookie } from "../cookies/options.ts"

/**
 * A cookie that a page can read and that says nothing: its value is another one after each sign-in, sign-out and update, so
 * that a page notices what a server action or another tab did without asking the server.
 */
export function versionCookie({ site, settings }: RequestContext): SetCookie {
  const options = { path: "/", sameSite: "lax", secure: site.secure, maxAge: settings.session.maxAge } as const
  return { name: prefixedCookieName(VERSION_COOKIE, site.secure), value: crypto.randomUUID(), options }
}
