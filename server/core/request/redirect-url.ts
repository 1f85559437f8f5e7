import { withTimeout } from "../crypto/with-timeout.ts"
import { asError, AuthError } from "../../errors.ts"
import { warnOnce } from "../config/warn-once.ts"
import { toSitePath, type Site } from "../config/site.ts"
import { isWebOrigin } from "../config/trusted-origins.ts"
import { trustedOrigin } from "./cors.ts"
import type { AuthRequest, RequestContext } from "./auth-request.ts"

/** Maximum length in characters. A longer target wouldn't fit in the cookie that keeps it, and is left out. */
const MAX_LENGTH = 2048
// eslint-disable-next-line no-control-regex -- these are the characters to reject
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u00a0\u2028\u2029\ufeff]/

/**
 * Resolves `candidate` to a URL on `origin`. Returns `null` for another origin, another scheme than http and https,
 * user information and control characters. So it does for paths that other parsers read as a host (`//x`, `/\x`).
 * Checks the result of parsing, not only the text.
 *
 * @see [WHATWG URL](https://url.spec.whatwg.org/)
 */
export function sameOriginUrl(candidate: unknown, origin: string): string | null {
  if (typeof candidate !== "string" || candidate === "" || candidate.length > MAX_LENGTH) return null
  if (CONTROL.test(candidate) || hasBackslashInPath(candidate)) return null
  if (/^[a-z][a-z0-9+.-]*:(?!\/\/[^/])/i.test(candidate)) return null // `https:app.test`, `https:///app.test`, `javascript:`
  const url = URL.parse(candidate, origin)
  if (!url) return null
  if (url.protocol !== "https:" && url.protocol !== "http:") return null
  if (url.origin !== origin || url.username || url.password || url.pathname.startsWith("//")) return null
  return url.href.length > MAX_LENGTH ? null : url.href
}

/**
 * Returns the URL to redirect the user to. The app's `redirect` callback decides; by default only URLs of the site and
 * of `trustedOrigins` are allowed. A path is one of the page that made the request. Falls back to its home page.
 */
async function resolveRedirect(context: RequestContext, candidate: unknown): Promise<string> {
  const { settings, site } = context
  const { redirect } = settings.callbacks
  if (typeof candidate === "string" && candidate.length > MAX_LENGTH) warnOnce(settings, "long-callback-url")
  const { origin, home, path } = pageSite(context)
  if (!redirect && candidate === "/") return home // the default, which needs no parser
  const url = typeof candidate === "string" ? toSitePath({ path }, candidate) : candidate
  if (!redirect) return sameOriginUrl(url, origin) ?? trustedUrl(url, context) ?? home
  if (!isSafeUrlText(url, site.origin)) return site.home
  const decided = await callRedirectCallback(redirect, url, { settings, site })
  // A callback that prepends the site to `//evil.test` returns a path that other parsers read as a host
  const target = decided?.origin === site.origin ? sameOriginUrl(decided.href, site.origin) : decided?.href
  return target ?? site.home
}

/** A backslash has a meaning only before `?` and `#`: there it is a slash. */
const hasBackslashInPath = (text: string): boolean => /^[^?#]*\\/.test(text)

/** Returns where the page that made the request is: on the site, or on a trusted origin, but never inside an app. */
function pageSite({ headers, settings, site }: RequestContext): Pick<Site, "origin" | "home" | "path"> {
  const origin = trustedOrigin(headers, settings)
  return origin === undefined || !isWebOrigin(origin) ? site : { origin, home: `${origin}/`, path: "" }
}

/** Returns an absolute URL of the site or of a trusted origin. */
function trustedUrl(candidate: unknown, { settings, site }: RequestContext): string | undefined {
  if (typeof candidate !== "string" || !/^https?:\/\//i.test(candidate)) return undefined
  for (const origin of [site.origin, ...settings.trustedOrigins]) {
    const url = sameOriginUrl(candidate, origin)
    if (url !== null) return url
  }
  return undefined
}

type RedirectCallback = NonNullable<RequestContext["settings"]["callbacks"]["redirect"]>

// A user's input can make the callback throw, as `new URL("x")` does. That is logged and must not keep the user out
async function callRedirectCallback(
  redirect: RedirectCallback,
  url: string,
  { settings, site }: Pick<RequestContext, "settings" | "site">,
) {
  try {
    const returned: unknown = await withTimeout("`callbacks.redirect`", redirect({ url, baseUrl: site.origin }))
    // `new URL` would turn `undefined` and `{}` into paths of the site
    if (typeof returned !== "string" && !(returned instanceof URL))
      throw new TypeError(`it returned ${JSON.stringify(returned)}`)
    if (returned === site.origin) return new URL(site.home)
    const decided = new URL(typeof returned === "string" ? toSitePath(site, returned) : returned, site.origin)
    if (decided.protocol === "https:" || decided.protocol === "http:") return decided
    throw new TypeError(`it returned a URL with the scheme ${decided.protocol}`)
  } catch (thrown) {
    const err = asError(thrown)
    const message = `The \`redirect\` callback failed for ${JSON.stringify(url.slice(0, 200))}: ${err.message}. Return a path or an http(s) URL.`
    settings.logger.error(new AuthError("InvalidCallbackUrl", message, { err }))
    return undefined
  }
}

/**
 * Resolves the URL that the app's `signIn` callback returned. It may be on another site, because the app's own code
 * chose it. A `redirect` callback decides first, if there is one. Anything else than a path or an http(s) URL leads to
 * the site.
 */
export async function resolveAppRedirect(context: RequestContext, returned: string): Promise<string> {
  const { settings, site } = context
  if (settings.callbacks.redirect) return resolveRedirect(context, returned)
  const sameOrigin = sameOriginUrl(toSitePath(site, returned), site.origin)
  if (sameOrigin !== null) return sameOrigin
  // Requires the scheme, because careless concatenation of paths can produce `//host` and `https:host`
  const url = isSafeUrlText(returned, site.origin) && /^https?:\/\/[^/]/i.test(returned) ? URL.parse(returned) : null
  if (url && url.origin !== site.origin) return url.href
  const message = `The \`signIn\` callback returned ${JSON.stringify(returned.slice(0, 200))}. Return a path or an http(s) URL.`
  settings.logger.error(new AuthError("InvalidCallbackUrl", message))
  return site.home
}

// Rejects what `startsWith` takes for the site and a browser for another one. No page needs such a URL
function isSafeUrlText(candidate: unknown, origin: string): candidate is string {
  if (typeof candidate !== "string" || candidate.length > MAX_LENGTH) return false
  if (CONTROL.test(candidate) || hasBackslashInPath(candidate)) return false
  const url = URL.parse(candidate, origin)
  return !url?.username && !url?.password
}

/**
 * Returns the URL of a page that a sign-in may return to. Skips Latchkit's own pages, those of `pages`, and URLs with a
 * one-time value.
 */
export function returnPage({ site, settings }: RequestContext, page: string | null | undefined): string | undefined {
  const url = URL.parse(page ?? "")
  if (!url || /[?&](token|code|state)=/.test(url.search)) return undefined
  const isOwn =
    settings.basePaths.some((mount) => url.pathname.startsWith(`${mount}/`)) ||
    SIGN_IN_PAGES.some((name) => settings.pages[name] && isSamePath(url, new URL(settings.pages[name], site.origin)))
  return isOwn ? undefined : url.href
}

const SIGN_IN_PAGES = ["signIn", "signOut", "error", "verifyRequest"] as const

const isSamePath = (one: URL, other: URL) =>
  one.origin === other.origin && one.pathname.replace(/\/$/, "") === other.pathname.replace(/\/$/, "")

/** Returns the `Referer` if it is a page of the app that a sign-in may return to. */
export function sameOriginReferer(context: RequestContext): string | undefined {
  const page = returnPage(context, context.headers.get("referer"))
  return page !== undefined && new URL(page).origin === context.site.origin ? page : undefined
}

/** Adds parameters to `target`, which is a path or a URL of the app. */
export function withSearchParams(
  target: string,
  origin: string,
  parameters: Record<string, string | undefined>,
): string {
  const url = new URL(target, origin)
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) url.searchParams.set(name, value)
  return url.href
}

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

/** The pages on which a signed-in user changes their second factors. */
export const TWO_STEP_PAGES = ["totp", "security-key", "recovery-codes"] as const
export type TwoStepPage = (typeof TWO_STEP_PAGES)[number]

/** Returns the URL of such a page. */
export const twoStepUrl = ({ site }: { site: Site }, page: TwoStepPage) => `${site.url}/two-step/${page}`

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

/** Text around a link that some mail programs take as its end. Without a limit, a long URL takes quadratic time. */
const AROUND = /[\s.,;:!?'"<>()[\]{}]{1,20}$/
/** The same, and the `=` at the end of a line in quoted-printable. */
const AROUND_OR_EQUALS = /[\s.,;:!?'"<>()[\]{}=]{1,20}$/

/**
 * Returns the parameters of an emailed link as they were sent. Some mail programs write its `&` as `&amp;`, or take the
 * text that follows as a part of it.
 */
export function emailedParams({ query, action }: Pick<AuthRequest, "query" | "action">): URLSearchParams {
  const params = [...query].map(([name, value]): [string, string] => [name.replace(/^amp;/i, ""), value])
  const [name, value = ""] = params.pop() ?? []
  if (name === undefined) return query
  // Only the token of a magic link may be the app's own, and so end with `=`
  const around = action === "callback" && name === "token" ? AROUND : AROUND_OR_EQUALS
  return new URLSearchParams([...params, [name, value.replace(around, "")]])
}
