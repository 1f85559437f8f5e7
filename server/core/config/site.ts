import type { Rules } from "./rules.ts"
import type { CookiesOptions } from "../cookies/options.ts"
import { AuthError } from "../../errors.ts"
import { hostTrust, prefersForwardedHost, siteUrlFrom, type Env } from "./env.ts"
import type { ServiceOptions } from "./service-options.ts"

/** The site that users see. */
export interface Site {
  /** `https://app.test`, without a slash at the end. */
  readonly origin: string
  /** `/auth`, or "" at the root. */
  readonly basePath: string
  /** Origin and base path. */
  readonly url: string
  /** The path below which the app's own pages are: `/shop`, or "" at the root. */
  readonly path: string
  /** The app's home page: origin and path, with a slash at the end. */
  readonly home: string
  /** Whether cookies are for https only. */
  readonly secure: boolean
}

export interface SitePolicy {
  /** The site of AUTH_URL. If set, it is the only site. */
  readonly pinned?: Site | undefined
  /** The site of NEXTAUTH_URL below the preset for next-auth 4, for requests without a trusted `x-forwarded-host`. */
  readonly unforwarded?: Site | undefined
  readonly basePath: string
  /** The path of the app's own pages, or "" at the root. */
  readonly path: string
  readonly trustHost: boolean
  /** Whether `x-forwarded-host` comes before the host header. */
  readonly trustForwardedHost: boolean
  /** Whether to trust a loopback host anyway: outside production, on the developer's own machine. */
  readonly trustLoopback: boolean
  readonly secureCookies?: boolean | undefined
}

// RFC 9110, section 7.2 and RFC 3986, section 3.2.2: a name, an IPv4 or a bracketed IPv6 address, and a port
const HOST =
  /^(?:[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?(?:\.[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?)*|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i
const LOOPBACK = /^(?:localhost|[a-z0-9.-]+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?$/i

/** Returns whether a host is this machine. */
export function isLoopbackHost(host: string): boolean {
  return LOOPBACK.test(host)
}

/**
 * Returns whether an origin matches a pattern, whose `*` stands for letters, digits and hyphens:
 * `https://app-*.preview.test`.
 */
export function matchesOrigin(pattern: string, origin: string): boolean {
  const literal = pattern.replaceAll(/[\\^$.+?()[\]{}|/]/g, "\\$&").replaceAll("*", "[a-z0-9-]*")
  return new RegExp(`^${literal}$`).test(origin)
}

/**
 * Returns the site that a session belongs to: its URL, or `.` and the domain of the session cookie. All sites of that
 * domain share the session.
 */
export function sessionAudience({ site, cookieTable }: { site: Site; cookieTable: CookiesOptions }): string {
  const domain = cookieTable.sessionToken.options.domain?.replace(/^\./, "")
  // No browser sends the cookie to a host outside the domain
  const isShared = domain !== undefined && `.${new URL(site.origin).hostname}`.endsWith(`.${domain}`)
  return isShared ? `.${domain}` : site.url
}

/** Creates a site from its origin and its paths. */
export function createSite(
  origin: string,
  { basePath, path }: Pick<SitePolicy, "basePath" | "path">,
  secureCookies?: boolean,
): Site {
  return Object.freeze({
    origin,
    basePath,
    url: origin + basePath,
    path,
    home: `${origin}${path}/`,
    secure: secureCookies ?? origin.startsWith("https:"),
  })
}

/**
 * Returns the site of a request: the configured one, otherwise the one in the host headers if they are trusted.
 *
 * @throws {AuthError} `UntrustedHost` if the host header isn't trusted, `InvalidRequest` if it isn't a valid host
 */
export function resolveSite(policy: SitePolicy, headers: Pick<Headers, "get">, requestUrl: URL | undefined): Site {
  if (policy.pinned) return policy.pinned
  const forwarded = policy.trustForwardedHost ? agreedHeaderValue(headers.get("x-forwarded-host")) : undefined
  if (forwarded === undefined && policy.unforwarded) return policy.unforwarded
  const host = forwarded ?? headers.get("host") ?? requestUrl?.host ?? ""
  if (host.length > 255 || !HOST.test(host)) throw invalidHostError(host, forwarded)
  if (!policy.trustHost && !(policy.trustLoopback && isLoopbackHost(host))) throw untrustedHostError(host)
  const protocol = policy.trustHost ? firstHeaderValue(headers.get("x-forwarded-proto"))?.toLowerCase() : undefined
  const scheme =
    protocol === "https" || protocol === "http"
      ? `${protocol}:`
      : (requestUrl?.protocol ?? (policy.unforwarded ? "https:" : "http:"))
  const url = parseUrl(`${scheme}//${host}`) // `1.2.3.999` and `xn--` match the pattern, but aren't hosts
  if (!url) throw invalidHostError(host, forwarded)
  return createSite(url.origin, policy, policy.secureCookies)
}

function invalidHostError(host: string, forwarded: string | undefined): AuthError {
  const hostText = JSON.stringify(host.slice(0, 80))
  if (forwarded === undefined)
    return new AuthError("InvalidRequest", `The host header is ${hostText}, which isn't a valid host`)
  const problem = host.includes(",") ? "names several hosts" : "isn't a valid host"
  return new AuthError("InvalidRequest", `The header x-forwarded-host is ${hostText}, which ${problem}`)
}

function untrustedHostError(host: string): AuthError {
  const hostText = JSON.stringify(host)
  const mend =
    "Set AUTH_URL to the site's URL. If your proxy overwrites the host header, you can set AUTH_TRUST_HOST=true instead"
  return new AuthError("UntrustedHost", `Untrusted host: the request is for ${hostText}. ${mend}`)
}

// Some proxies append to the client's header, so the first of two hosts may be forged. Together they aren't a valid
// host
function agreedHeaderValue(header: string | null): string | undefined {
  const hosts = new Set(header?.split(",").map((host) => host.trim()))
  const [host] = hosts
  return (hosts.size > 1 ? header : host) || undefined
}

// Several proxies append, so the first value is the host that the user's browser requested
function firstHeaderValue(header: string | null): string | undefined {
  return header?.split(",")[0]?.trim() || undefined
}

/** Parses AUTH_URL. Returns `undefined` if it isn't a URL, which `configProblems` reports. */
export function parseSiteUrl(text: string | undefined): URL | undefined {
  const url = parseUrl(text ?? "")
  return url?.protocol === "https:" || url?.protocol === "http:" ? url : undefined
}

/** Returns the URL of a text, or `null` if it is none. The Edge runtime of Next 13 has no `URL.parse`. */
export function parseUrl(text: string): URL | null {
  try {
    return new URL(text)
  } catch {
    return null
  }
}

interface SiteOptions {
  basePath?: string | undefined
  sitePath?: string | undefined
  rules: Rules
  compatVersion?: 4 | 5 | undefined
  trustHost?: boolean | undefined
  useSecureCookies?: boolean | undefined
}

// Latchkit's part of a base path: `/auth`, `/api/auth` or `/api/v1/auth`
const OWN_PART = /(?:\/api(?:\/[^/]+)*)?\/auth$/

/** Returns the path of the app's own pages. */
function sitePath({ sitePath: configured, rules }: SiteOptions, basePath: string, mount: string): string {
  if (configured !== undefined || rules.completePaths) return configured === "/" ? "" : (configured ?? "")
  const end = OWN_PART.exec(basePath)?.index ?? (basePath.endsWith(mount) ? basePath.length - mount.length : 0)
  return basePath.slice(0, end)
}

/**
 * Returns a path of the app as users see it: `/login` is `/shop/login`. Keeps one that already begins with the site's
 * path, and every URL.
 */
export function toSitePath({ path }: Pick<SitePolicy, "path">, page: string): string {
  if (path === "" || !/^\/(?![/\\])/.test(page)) return page
  const isBelow = page.startsWith(path) && /^(?:$|[/?#])/.test(page.slice(path.length))
  return isBelow ? page : path + page
}

/** Returns the base path of an integration, unless the configuration or AUTH_URL has one. */
export const defaultBasePath = ({ basePath = "/auth", mountPath }: Pick<ServiceOptions, "basePath" | "mountPath">) =>
  mountPath?.() ?? basePath

/** Returns the site's settings from `basePath`, AUTH_URL and what the request's headers may decide. */
export function siteSettings(
  config: SiteOptions,
  { removesSubPath = false, ...mounted }: Pick<ServiceOptions, "basePath" | "mountPath" | "removesSubPath">,
  env: Env,
): { site: SitePolicy; basePaths: string[] } {
  const fallback = defaultBasePath(mounted)
  const url = parseSiteUrl(siteUrlFrom(env))
  const path = url && url.pathname !== "/" ? url.pathname.replace(/\/+$/, "") : undefined
  const basePath = config.basePath === "/" ? "" : (config.basePath ?? path ?? fallback)
  const prefersHeader = config.compatVersion === 4 && prefersForwardedHost(env)
  const paths = { basePath, path: sitePath(config, basePath, fallback) }
  const site: SitePolicy = {
    ...paths,
    [prefersHeader ? "unforwarded" : "pinned"]: url && createSite(url.origin, paths, config.useSecureCookies),
    ...hostTrust(env, config.trustHost),
    trustLoopback: env["NODE_ENV"] !== "production",
    secureCookies: config.useSecureCookies,
  }
  // The framework or a proxy may remove the site's path
  const isShortened = config.basePath === undefined || (removesSubPath && config.basePath.endsWith(fallback))
  const shortened = basePath.startsWith(`${paths.path}/`) ? basePath.slice(paths.path.length) : basePath
  const basePaths = isShortened ? [basePath, shortened, fallback] : [basePath]
  return { site, basePaths: [...new Set(basePaths)] }
}
