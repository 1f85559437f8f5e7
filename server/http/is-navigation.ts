import type { RequestContext } from "./auth-request.ts"

/**
 * Whether the page that is asked for will be seen. A router that fetches a link ahead follows its redirect to the sign-in
 * page, where it has no use for a page, and none for cookies: they would take the place of those that a sign-in was just
 * started with. A script that puts pages in place by itself says that it takes HTML.
 *
 * @see [Fetch Metadata](https://www.w3.org/TR/fetch-metadata/#sec-fetch-mode-header)
 */
export function isNavigation({ headers }: Pick<RequestContext, "headers">): boolean {
  const mode = headers.get("sec-fetch-mode")
  return mode === null || mode === "navigate" || headers.get("accept")?.includes("text/html") === true
}
