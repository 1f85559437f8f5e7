import type { RequestContext } from "./auth-request.ts"
import { withSearchParams } from "./redirect-url.ts"

/** Paths of the built-in pages, relative to the base path. */
export const BUILT_IN_PAGES = {
  signIn: "signin",
  signOut: "signout",
  error: "error",
  verifyRequest: "verify-request",
} as const

/** Returns the URL of a page: the app's own if it has one, otherwise the built-in one. */
export function pageUrl(
  { settings, site }: Pick<RequestContext, "settings" | "site">,
  page: keyof typeof BUILT_IN_PAGES,
  parameters: Record<string, string | undefined> = {},
): string {
  return withSearchParams(settings.pages[page] ?? `${site.basePath}/${BUILT_IN_PAGES[page]}`, site.origin, parameters)
}
