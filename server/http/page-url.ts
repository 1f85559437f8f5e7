import type { RequestContext } from "./auth-request.ts"
import { withSearchParams } from "./redirect-url.ts"

/** Where each built-in page lies below the base path. */
export const BUILT_IN_PAGES = {
  signIn: "signin",
  signOut: "signout",
  error: "error",
  verifyRequest: "verify-request",
} as const

/** URL of a page: the app's own where it has one, else the built-in one. */
export function pageUrl(
  { settings, site }: Pick<RequestContext, "settings" | "site">,
  page: keyof typeof BUILT_IN_PAGES,
  parameters: Record<string, string | undefined> = {},
): string {
  return withSearchParams(settings.pages[page] ?? `${site.basePath}/${BUILT_IN_PAGES[page]}`, site.origin, parameters)
}
