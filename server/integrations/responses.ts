/** Options for the forms of the app's own routes. */
export interface FormOptions {
  /**
   * Origins whose forms your own routes accept, in addition to your site's. Don't list providers that use `form_post`.
   * @default []
   */
  trustedOrigins?: readonly string[] | undefined
}

/** The response to a form that another site sent to one of the app's own routes. */
export const CROSS_SITE_FORM = "Cross-site form submissions are forbidden"

/** Returns the status of a page that shows a form again. */
export function failureStatus({ code }: { code: string }): 400 | 403 | 429 {
  if (code === "RateLimited") return 429
  return code === "AccessDenied" || code === "InvalidRequest" ? 403 : 400
}

/** Adds cookies to a response of the framework, and marks it as not cacheable. */
export function withCookies(response: Response, cookies: readonly string[]): Response {
  if (cookies.length === 0) return response
  const copy = new Response(response.body, response) // the headers of a fetched response are immutable
  for (const cookie of cookies) copy.headers.append("set-cookie", cookie)
  copy.headers.set("cache-control", "private, no-store")
  return copy
}
