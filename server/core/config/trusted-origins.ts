import { describeAddress } from "../../providers/option-values.ts"
import { listFrom, nonEmptyValues, type Env } from "./env.ts"
import { isLoopbackHost, parseSiteUrl, type SitePolicy } from "./site.ts"

interface TrustedOriginOptions {
  trustedOrigins?: readonly string[] | undefined
}

interface OriginOptions extends TrustedOriginOptions {
  redirectProxyUrl?: string | undefined
  redirectProxyOrigins?: readonly string[] | undefined
}

/** The part of the settings that says which other origins may use Latchkit, and where a redirect proxy may lead. */
export interface OriginSettings {
  /** Origins of the app's own pages on other hosts or ports. The valid ones only: the others are problems. */
  readonly trustedOrigins: ReadonlySet<string>
  readonly redirectProxyUrl: string | undefined
  readonly redirectProxyOrigins: readonly string[]
}

/** Returns the origins of the configuration, or else of the environment. */
export function originSettings(options: OriginOptions, env: Env): OriginSettings {
  const { redirectProxyUrl, redirectProxyOrigins } = options
  return {
    trustedOrigins: new Set(listedOrigins(options, env).filter((origin) => originProblem(origin) === undefined)),
    redirectProxyUrl: redirectProxyUrl ?? nonEmptyValues([env["AUTH_REDIRECT_PROXY_URL"]])[0],
    redirectProxyOrigins: redirectProxyOrigins ?? listFrom(env["AUTH_REDIRECT_PROXY_ORIGINS"]),
  }
}

/** Returns the problems of `trustedOrigins`. */
export function trustedOriginProblems(options: TrustedOriginOptions, env: Env): string[] {
  return listedOrigins(options, env).flatMap((origin) => originProblem(origin) ?? [])
}

const listedOrigins = ({ trustedOrigins }: TrustedOriginOptions, env: Env): readonly string[] =>
  trustedOrigins ?? listFrom(env["AUTH_TRUSTED_ORIGINS"])

/** The exact origin of a webview or a browser extension, such as `capacitor://localhost`. */
const APP_ORIGIN = /^(?!(?:about|blob|data|file|ftp|https?|javascript|wss?):)[a-z][a-z\d+.-]*:\/\/[\w.-]+(?::\d+)?$/

/** Returns whether a web server serves the page of a trusted origin. */
export const isWebOrigin = (origin: string): boolean => /^https?:/.test(origin)

function originProblem(found: string): string | undefined {
  const at = `\`trustedOrigins\` contains ${describeAddress(found)}`
  if (typeof found === "string" && APP_ORIGIN.test(found)) return undefined
  const url = typeof found === "string" ? parseSiteUrl(found) : undefined
  if (!url || found.includes("*"))
    return `${at}. List exact origins such as "https://app.example.com" or "capacitor://localhost"`
  if (found !== url.origin) return `${at}, which isn't an exact origin. Write ${JSON.stringify(url.origin)}`
  if (url.protocol === "http:" && !isLoopbackHost(url.host))
    return `${at}. Anyone on the network can change an http page. Use https, or localhost in development`
  return undefined
}

/**
 * Returns the trusted origins that are certainly on another site, so that browsers don't send Latchkit's cookies.
 * Two hosts with another last label, or two loopback addresses, are never on one site.
 *
 * @see [Site, in HTML](https://html.spec.whatwg.org/multipage/browsers.html#sites)
 */
export function originsOnAnotherSite(origins: ReadonlySet<string>, { pinned }: SitePolicy): string[] {
  if (!pinned) return []
  const own = toSite(pinned.origin)
  // An extension with permission for the host sends its cookies
  return [...origins].filter((origin) => !/^[\w-]+-extension:/.test(origin) && toSite(origin) !== own)
}

/** A registrable domain has at least two labels. An address or a single label has no others of its site. */
function toSite(origin: string): string {
  const { protocol, hostname } = new URL(origin)
  const isName = !/^[\d.]+$/.test(hostname) && !hostname.startsWith("[")
  return `${protocol}//${isName ? hostname.split(".").slice(-2).join(".") : hostname}`
}
