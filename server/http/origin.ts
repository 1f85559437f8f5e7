import type { RequestContext } from "./auth-request.ts"
import { RejectedRequest } from "../errors.ts"

/**
 * Rejects a POST that a page of another site sent. Runs in addition to the CSRF token check and can't be turned off.
 *
 * @throws {RejectedRequest} 403
 * @see [Fetch Metadata](https://www.w3.org/TR/fetch-metadata/#sec-fetch-site-header)
 */
export function checkOrigin({ headers, site }: Pick<RequestContext, "headers" | "site">): void {
  const origin = headers.get("origin")
  const relation = headers.get("sec-fetch-site")
  // A page without a referrer sends `Origin: null` even to itself. Only `Sec-Fetch-Site` tells it from a sandboxed
  // frame
  const ownNull = origin === "null" && relation === "same-origin"
  if (origin !== null && origin !== site.origin && !ownNull)
    throw crossSiteError(`its Origin is ${JSON.stringify(origin)}`, site.origin)
  if (relation !== null && relation !== "same-origin" && relation !== "none") {
    throw crossSiteError(`its Sec-Fetch-Site is ${JSON.stringify(relation)}`, site.origin)
  }
}

/**
 * Returns whether the user followed a link from another site, or was redirected back from one.
 * Browsers send no `Origin` with such a top-level navigation.
 *
 * @see [Fetch Metadata](https://www.w3.org/TR/fetch-metadata/#sec-fetch-dest-header)
 */
export function isCrossSiteNavigation({ headers }: Pick<RequestContext, "headers">): boolean {
  const relation = headers.get("sec-fetch-site")
  return (
    (relation === "cross-site" || relation === "same-site") &&
    !headers.has("origin") &&
    headers.get("sec-fetch-mode") === "navigate" &&
    headers.get("sec-fetch-dest") === "document"
  )
}

function crossSiteError(found: string, origin: string): RejectedRequest {
  return new RejectedRequest(
    403,
    `Origin mismatch: a page of another site made the request (${found}), but this site is ${origin}`,
  )
}
