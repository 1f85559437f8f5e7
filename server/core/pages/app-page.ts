import type { SetCookie } from "../cookies/options.ts"
import type { ActionContext } from "../request/action-context.ts"
import { isNavigation } from "../request/wants.ts"
import { BUILT_IN_PAGES } from "../request/redirect-url.ts"

/**
 * Returns the app's own page, if it has one. A setting with the built-in page's own path is ignored, because it would
 * redirect in a loop.
 */
export function appPage({ settings, site }: ActionContext, kind: keyof typeof BUILT_IN_PAGES): string | undefined {
  const path = settings.pages[kind]
  if (!path) return undefined
  const { pathname, origin } = new URL(path, site.origin)
  const isBuiltIn =
    origin === site.origin && pathname.replace(/\/+$/, "") === `${site.basePath}/${BUILT_IN_PAGES[kind]}`
  return isBuiltIn ? undefined : path
}

/** Returns the cookies only for a navigation. A script that fetches the page gets none. */
export const cookiesForNavigation = (context: ActionContext, cookies: readonly SetCookie[]) =>
  isNavigation(context) ? cookies : []
