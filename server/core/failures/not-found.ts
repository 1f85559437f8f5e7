import type { AuthRequest, RequestContext } from "../request/auth-request.ts"
import { acceptsPage } from "../request/wants.ts"
import type { Outcome } from "../request/outcome.ts"
import { pageUrl } from "../request/redirect-url.ts"
import { renderPage } from "../pages/render.ts"

/**
 * Responds to a browser that asks for a path without an action. The base path itself leads to the account, or to the
 * sign-in. Returns `undefined` for a client that doesn't show pages.
 */
export async function notFoundOutcome(
  context: RequestContext & Pick<AuthRequest, "action">,
  { method, url }: Pick<Request, "method" | "url">,
): Promise<Outcome | undefined> {
  if ((method !== "GET" && method !== "HEAD") || !acceptsPage(context)) return undefined
  const { site, settings } = context
  const { pathname } = new URL(url)
  if (settings.basePaths.some((base) => pathname === base || pathname === `${base}/`))
    return { kind: "redirect", to: `${site.url}/account` }
  const signInUrl = pageUrl(context, "signIn")
  return renderPage(context, (page, html) => html.errorPage({ ...page, error: "NotFound", signInUrl }), { status: 404 })
}
