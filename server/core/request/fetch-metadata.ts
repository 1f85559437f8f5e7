import type { RequestContext } from "./auth-request.ts"
import { RejectedRequest } from "../../errors.ts"
import { isLoopbackHost } from "../config/site.ts"
import { warnOnce } from "../config/warn-once.ts"
import { trustedOrigin } from "./cors.ts"

/**
 * Returns whether the browser will show the response as a page. A router that prefetches a link follows its redirect to
 * the sign-in page. It must get no cookies, because they would replace those of a sign-in that has just started. A
 * script that inserts pages itself accepts `text/html`.
 *
 * @see [Fetch Metadata](https://www.w3.org/TR/fetch-metadata/#sec-fetch-mode-header)
 */
export function isNavigation({ headers }: Pick<RequestContext, "headers">): boolean {
  const mode = headers.get("sec-fetch-mode")
  return mode === null || mode === "navigate" || headers.get("accept")?.includes("text/html") === true
}

/**
 * Rejects a POST from a page of another site, unless `trustedOrigins` lists it. Runs in addition to the check of
 * the CSRF token, and can't be turned off.
 *
 * @param hasToken whether the CSRF token of this request is checked afterwards
 * @throws {RejectedRequest} 403
 * @see [Fetch Metadata](https://www.w3.org/TR/fetch-metadata/#sec-fetch-site-header)
 */
export function checkOrigin(
  { headers, site, settings }: Pick<RequestContext, "headers" | "site" | "settings">,
  { hasToken = false } = {},
): void {
  if (trustedOrigin(headers, settings) !== undefined) return
  const origin = headers.get("origin")
  const relation = headers.get("sec-fetch-site")
  // A page without a referrer sends `Origin: null` even to itself. Only `Sec-Fetch-Site` tells it from a sandboxed
  // frame, and browsers send it to https and to localhost only. Elsewhere, the CSRF token decides
  const isUnsent = relation === null && site.origin.startsWith("http:") && !isLoopbackHost(new URL(site.origin).host)
  const ownNull = origin === "null" && (relation === "same-origin" || (isUnsent && hasToken))
  if (origin !== null && origin !== site.origin && !ownNull) {
    if (isWithAndWithoutWww(origin, site.origin)) warnOnce(settings, "other-host")
    throw crossSiteError(`its Origin is ${JSON.stringify(origin)}`, site.origin)
  }
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

/** Returns whether two origins are the same site with and without `www.`. */
function isWithAndWithoutWww(one: string, other: string): boolean {
  const [host, otherHost] = [one, other].map((origin) => URL.parse(origin)?.host ?? "")
  return host !== "" && (host === `www.${otherHost}` || `www.${host}` === otherHost)
}

function crossSiteError(found: string, origin: string): RejectedRequest {
  return new RejectedRequest(
    403,
    `Origin mismatch: a page of another site made the request (${found}), but this site is ${origin}`,
  )
}

const UNSAFE_METHODS = new Set(["POST", "PUT", "PATCH", "DELETE"])
/**
 * Media types that a page can post to another site without a CORS preflight. SvelteKit's own forms use the last one.
 */
const FORM_CONTENT_TYPES = new Set([
  "application/x-www-form-urlencoded",
  "multipart/form-data",
  "text/plain",
  "application/x-sveltekit-formdata",
])

/**
 * Returns whether a page of another site posted this form. The cookies then don't prove that the user wanted to send
 * it.
 * A request without `Origin` and `Sec-Fetch-Site` comes from a program, not from the user's browser.
 *
 * @param origins the origins whose forms the app accepts
 * @see [Fetch Metadata](https://www.w3.org/TR/fetch-metadata/#sec-fetch-site-header)
 */
export function isCrossSiteFormPost({ method, headers }: Request, origins: readonly string[]): boolean {
  const [type = ""] = (headers.get("content-type") ?? "").split(";")
  const isForm = type.trim() === "" || FORM_CONTENT_TYPES.has(type.trim().toLowerCase())
  if (!isForm || !UNSAFE_METHODS.has(method)) return false
  const origin = headers.get("origin")
  const relation = headers.get("sec-fetch-site")
  if (relation === "same-origin") return false
  if (origin !== null) return !origins.includes(origin)
  return relation === "cross-site" || relation === "same-site"
}
