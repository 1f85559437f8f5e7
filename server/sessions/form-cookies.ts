import { withoutTrailingSlash, type RequestContext } from "../http/auth-request.ts"
import { ensureBrowserSecret } from "./csrf-check.ts"
import type { SetCookie } from "../cookies/options.ts"
import { isNavigation } from "../http/is-navigation.ts"

/** The cookie that the forms of the app's own sign-in page need, where a browser that has none asks for that page. */
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
