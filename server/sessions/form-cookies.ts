import { withoutTrailingSlash, type Visit } from "../http/auth-request.ts"
import { keptSecret } from "./csrf-check.ts"
import type { SetCookie } from "../cookies/options.ts"
import { isSeen } from "../http/is-navigation.ts"

/** The cookie that the forms of the app's own sign-in page need, where a browser that has none asks for that page. */
export async function formCookies(visit: Visit, { method, url }: Request): Promise<readonly SetCookie[]> {
  const { pages, csrfCheck } = visit.settings
  if (!pages.signIn || !csrfCheck || method !== "GET" || !isSeen(visit)) return []
  const page = new URL(pages.signIn, visit.site.origin)
  if (page.origin !== visit.site.origin) return []
  const asked = withoutTrailingSlash(new URL(url).pathname) // Next's `trailingSlash` adds one
  return withoutTrailingSlash(page.pathname) === asked ? (await keptSecret(visit)).cookies : []
}
