import { ACTIONS } from "../../../client/protocol.ts"
import type { Settings } from "../config/settings.ts"
import type { RequestContext } from "./auth-request.ts"
import type { PlainResponse } from "./respond.ts"

type TrustedOrigins = Pick<Settings, "trustedOrigins">

/** Returns the request's `Origin` if the app trusts it. It is never the site's own. */
export function trustedOrigin(headers: Pick<Headers, "get">, { trustedOrigins }: TrustedOrigins): string | undefined {
  const origin = headers.get("origin")
  return origin !== null && trustedOrigins.has(origin) ? origin : undefined
}

const PREFLIGHT_HEADERS = {
  "access-control-allow-methods": "GET, POST",
  "access-control-allow-headers": "content-type, x-auth-return-redirect",
  "access-control-max-age": "600",
}

/** Returns what links to Latchkit's pages begin with: the base path, or its URL for a page of a trusted origin. */
export const pagesUrl = ({ headers, settings, site }: Pick<RequestContext, "headers" | "settings" | "site">): string =>
  trustedOrigin(headers, settings) === undefined ? site.basePath : site.url

/**
 * Returns the response to a preflight of a trusted origin, without the headers that {@link withCors} adds. Returns
 * `undefined` for any other request.
 *
 * @see [Fetch, CORS-preflight fetch](https://fetch.spec.whatwg.org/#cors-preflight-fetch)
 */
export function preflightResponse(request: Request, settings: Settings): PlainResponse | undefined {
  const isPreflight = request.method === "OPTIONS" && request.headers.has("access-control-request-method")
  if (!isPreflight || trustedOrigin(request.headers, settings) === undefined) return undefined
  const allowed = PREFLIGHT_HEADERS["access-control-allow-headers"]
  const headers = {
    ...PREFLIGHT_HEADERS,
    "access-control-allow-headers": settings.session.bearer ? `${allowed}, authorization` : allowed,
    "cache-control": "no-store",
  }
  return { status: 204, headers, cookies: [], body: null }
}

/**
 * Lets pages of a trusted origin read a response, with the user's cookies. A browser shows it to no other origin.
 * Without `trustedOrigins` the response stays as it is.
 *
 * @see [Fetch, HTTP extensions of CORS](https://fetch.spec.whatwg.org/#http-extensions)
 */
export function withCors(response: PlainResponse, request: Request, settings: Settings): PlainResponse {
  if (settings.trustedOrigins.size === 0) return response
  const { vary } = response.headers
  const headers = { ...response.headers, vary: vary ? `Origin, ${vary}` : "Origin" } // also for a request without one, which a cache may store
  const origin = trustedOrigin(request.headers, settings)
  if (origin === undefined) return { ...response, headers }
  const allowed = {
    "access-control-allow-origin": origin,
    "access-control-allow-credentials": "true",
    "access-control-expose-headers": "date, www-authenticate, content-disposition",
  }
  return { ...response, headers: { ...headers, ...allowed } }
}

const ACTION_NAMES: ReadonlySet<string> = new Set(ACTIONS)

/** Returns whether a method and action may be a preflight that the app's framework must leave to Latchkit. */
export const mayBePreflight = (method: string, action: string, { trustedOrigins }: TrustedOrigins): boolean =>
  method === "OPTIONS" && trustedOrigins.size > 0 && ACTION_NAMES.has(action)
