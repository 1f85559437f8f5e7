import { withoutTrailingSlash, type RequestContext } from "../http/auth-request.ts"
import { ensureBrowserSecret } from "./csrf-check.ts"
import type { SetCookie } from "../cookies/options.ts"
import { isNavigation } from "../http/is-navigation.ts"

/** Returns the cookie that the app's own sign-in form needs, if the browser has none and requests that page. */
export async function signInFormCookies(
  context: RequestContext,
  { method, url }: Request,
): Promise<readonly SetCookie[]> {
  const { pages, csrfCheck } = context.settings
  if (!pages.signIn || !csrfCheck || method !== "GET" || !isNavigation(context)) return []
  const page = new URL(pages.signIn, context.site.origin)
  if (page.origin !== context.site.origin) return []
  const requestPath = withoutTrailingSlash(new URL(url).pathname) // Next's `trailingSlash` adds one
  return withoutTrailingSlash(page.pathname) === requestPath ? (await ensureBrowserSecret(context)).cookies : []
}
