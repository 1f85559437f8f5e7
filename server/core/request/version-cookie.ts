import { VERSION_HEADER } from "../../../client/protocol.ts"
import { prefixedCookieName, VERSION_COOKIE } from "../cookies/names.ts"
import type { SetCookie } from "../cookies/options.ts"
import type { RequestContext } from "./auth-request.ts"

/**
 * Returns a cookie that scripts can read and that reveals nothing. Its value changes on each sign-in, sign-out and
 * update, so a page notices changes of a server action or another tab without a request.
 */
export function versionCookie({ site, settings }: RequestContext): SetCookie {
  const options = { path: "/", sameSite: "lax", secure: site.secure, maxAge: settings.session.maxAge } as const
  return { name: prefixedCookieName(VERSION_COOKIE, site.secure), value: crypto.randomUUID(), options }
}

/** The version cookie's name, with or without its prefix, and its values. Anything else isn't Latchkit's. */
const VERSION_NAME = /^(?:__Host-)?latchkit\.version$/
const VERSION_VALUE = /^[\w-]{1,64}$/

/**
 * Returns the header with the version that the request had. Like a page's script, it takes the first of two version
 * cookies. Nothing is returned if that cookie has no value of Latchkit's.
 */
export function versionHeader({ cookies }: Pick<RequestContext, "cookies">): Record<string, string> {
  for (const name of cookies.names()) {
    if (!VERSION_NAME.test(name)) continue
    const version = cookies.get(name) ?? ""
    return VERSION_VALUE.test(version) ? { [VERSION_HEADER]: version } : {}
  }
  return { [VERSION_HEADER]: "none" }
}
