import type { CsrfContext } from "../crypto/csrf-token.ts"
import { mapAwaitable } from "../crypto/then.ts"
import type { Awaitable } from "../../types.ts"
import { AuthError, RejectedRequest } from "../../errors.ts"
import { withoutTrailingSlash, type RequestContext } from "./auth-request.ts"
import type { SetCookie } from "../cookies/options.ts"
import type { ActionContext } from "./action-context.ts"
import { toSitePath, isLoopbackHost } from "../config/site.ts"
import { warnOnce } from "../config/warn-once.ts"
import { trustedOrigin } from "./cors.ts"
import { isNavigation, isScript } from "./wants.ts"

/**
 * Checks that a form contains the CSRF token that this browser was given for its current session.
 *
 * @throws {AuthError} `MissingCSRF`
 */
export async function checkCsrf(actionContext: ActionContext): Promise<void> {
  const { settings, body } = actionContext
  if (!settings.csrfCheck) return
  const context = await csrfContext(actionContext)
  const secret = await browserSecret(actionContext)
  const token = body.fields["csrfToken"]
  if (await settings.csrf.verify(token, secret, context)) return
  const reason = !secret
    ? "its cookie is missing or was not signed here"
    : !token
      ? "the form holds no csrfToken"
      : "they differ"
  throw new AuthError("MissingCSRF", `The form's token does not belong to this browser and its session: ${reason}`)
}

/** Returns the token for a form, and the cookie to set if the browser has none yet. */
export async function issueCsrf(context: ActionContext): Promise<{ csrfToken: string; cookies: readonly SetCookie[] }> {
  const { csrf } = context.settings
  const { secret, cookies } = await ensureBrowserSecret(context)
  return { csrfToken: await csrf.token(secret, await csrfContext(context)), cookies }
}

/** Returns the fields that a form must send. There are none if the app turned the check off. */
export async function issueFormToken(
  context: ActionContext,
): Promise<{ csrfToken: string | undefined; cookies: readonly SetCookie[] }> {
  return context.settings.csrfCheck ? issueCsrf(context) : { csrfToken: undefined, cookies: [] }
}

/** Returns the browser's secret. If it has none, returns a new one and the cookie that keeps it. */
export async function ensureBrowserSecret(context: RequestContext): Promise<{ secret: string; cookies: SetCookie[] }> {
  const { csrf, secrets } = context.settings
  const existing = await browserSecret(context)
  if (existing) return { secret: existing, cookies: [] }
  const secret = csrf.create()
  return {
    secret,
    cookies: [
      { ...context.cookieTable.csrfToken, value: await csrf.write(secret, { secrets, site: context.site.url }) },
    ],
  }
}

/** Returns the browser's secret, if it has one that was signed here. */
export function readBrowserSecret({
  settings,
  site,
  cookies,
  cookieTable,
}: RequestContext): Awaitable<string | undefined> {
  return settings.csrf.read(cookies.get(cookieTable.csrfToken.name), { secrets: settings.secrets, site: site.url })
}

// A POST that checks its own form may issue the next one
const browserSecret = (context: RequestContext): Awaitable<string | undefined> =>
  context.once(browserSecret, () => readBrowserSecret(context))

function csrfContext({ settings, site, lookupSession }: ActionContext): Awaitable<CsrfContext> {
  return mapAwaitable(lookupSession(), (current) => ({
    secrets: settings.secrets,
    site: site.url,
    session: current.kind === "live" ? current.key : "",
  }))
}

/**
 * Returns the cookie that the forms of the app's own pages need, if the browser has none. A signed-in user may open any
 * page with a form, and an anonymous one the sign-in page.
 */
export async function formCookies(
  context: RequestContext,
  { method, url }: Request,
  signedIn: boolean,
): Promise<readonly SetCookie[]> {
  const { pages, csrfCheck } = context.settings
  if (!csrfCheck || method !== "GET" || !isNavigation(context)) return []
  if (signedIn) return (await ensureBrowserSecret(context)).cookies
  if (!pages.signIn) return []
  const page = new URL(pages.signIn, context.site.origin)
  if (page.origin !== context.site.origin) return []
  const requestPath = withoutTrailingSlash(toSitePath(context.site, new URL(url).pathname)) // Next's `trailingSlash` adds one
  return withoutTrailingSlash(page.pathname) === requestPath ? (await ensureBrowserSecret(context)).cookies : []
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
    isScript(headers) === false &&
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
