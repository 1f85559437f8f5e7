import type { AuthRequest, RequestContext } from "./auth-request.ts"
import { emailedParams } from "./emailed-params.ts"
import { resolveRedirect } from "./redirect-url.ts"

type ReturnRequest = RequestContext & Pick<AuthRequest, "action" | "method" | "query" | "body">

/**
 * Returns the URL to return to after this request. The request's own `callbackUrl` comes first, then `page`, the URL in
 * the cookie, and the home page. It is on the site, unless `trustedOrigins` or the app's `redirect` callback allow it.
 */
export async function returnTo(request: ReturnRequest, page?: string): Promise<string> {
  const { cookies, cookieTable } = request
  const storedUrl = cookies.get(cookieTable.callbackUrl.name) ?? ""
  // The cookie always holds an absolute URL. Ignores any other value, because Latchkit didn't write it
  return resolveOnce(request, namedUrl(request) || page || (URL.canParse(storedUrl) ? storedUrl : "/"))
}

/** Returns the URL that the request itself names, as {@link returnTo} resolves it, or `undefined` if it names none. */
export async function namedReturn(request: ReturnRequest): Promise<string | undefined> {
  const named = namedUrl(request)
  return named ? resolveOnce(request, named) : undefined
}

function namedUrl(request: ReturnRequest): string | null | undefined {
  const { action, method, query, body } = request
  const params = action === "callback" && method === "GET" ? emailedParams(request) : query
  return body.fields["callbackUrl"] || params.get("callbackUrl")
}

/**
 * Checks a URL to return to again, where the redirect is written. An earlier request may have sealed it, and the app
 * may no longer allow it.
 */
export async function checkReturn(context: RequestContext, url: string): Promise<string> {
  // The page that closes a popup checks its own URL
  const isPopup = url.startsWith(`${context.site.url}/popup?`)
  return isPopup ? url : resolveOnce(context, url)
}

// The app's callback is asked once per request, and never about its own result
function resolveOnce(context: RequestContext, candidate: string): Promise<string> {
  const resolved = context.once(resolveOnce, () => new Map<string, Promise<string>>())
  let url = resolved.get(candidate)
  if (!url) {
    url = resolveRedirect(context, candidate)
    resolved.set(candidate, url)
    void url.then((result) => resolved.set(result, Promise.resolve(result)))
  }
  return url
}
