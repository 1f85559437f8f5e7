import type { RequestContext } from "./auth-request.ts"

/**
 * Returns whether the browser will show the response as a page. A router that prefetches a link follows its redirect to
 * the
 * sign-in page. It must get no cookies, because they would replace those of a sign-in that has just started.
 * A script that inserts pages itself accepts `text/html`.
 *
 * @see [Fetch Metadata](https://www.w3.org/TR/fetch-metadata/#sec-fetch-mode-header)
 */
export function isNavigation({ headers }: Pick<RequestContext, "headers">): boolean {
  const mode = headers.get("sec-fetch-mode")
  return mode === null || mode === "navigate" || headers.get("accept")?.includes("text/html") === true
}
