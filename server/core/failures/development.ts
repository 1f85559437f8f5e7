import { memoize } from "../crypto/memory.ts"
import { AuthError, type RejectedRequest } from "../../errors.ts"
import { isLoopbackHost } from "../config/site.ts"
import type { Settings } from "../config/settings.ts"
import { createRequestContext, type RequestContext } from "../request/auth-request.ts"
import { acceptsPage } from "../request/wants.ts"
import type { Outcome } from "../request/outcome.ts"
import { renderPage } from "../pages/render.ts"

interface Rejection {
  status: number
  found: RegExp
  /** Returns the fix, from the match. */
  fix(match: RegExpExecArray): string
}

/** The fixes of rejected requests. The first row that matches counts. */
const FIXES: readonly Rejection[] = [
  {
    status: 403,
    found: /^Origin mismatch: .*Origin is "([^"]*)".*this site is (\S+)/,
    fix: ([, origin = "", site = ""]) => originFix(origin, site),
  },
  { status: 403, found: /^Origin mismatch/, fix: () => "If that page is yours, add its origin to `trustedOrigins`" },
  {
    status: 404,
    found: /isn't an action below/,
    fix: () => "Set `basePath` to the path where your app mounts Latchkit",
  },
  { status: 404, found: /^No provider has the id/, fix: () => "Add it to `providers`, or correct the id" },
  { status: 404, found: /doesn't turn on (\S+)/, fix: ([, action]) => `Set the option that \`${action}\` needs` },
  {
    status: 400,
    found: /^The header x-forwarded-host/,
    fix: () => "Set AUTH_URL to the site's URL, or let your proxy overwrite the header",
  },
  { status: 405, found: /support/, fix: () => "Send a GET or a POST, as the action needs" },
  { status: 415, found: /./, fix: () => "Send a form or JSON, and set `content-type`" },
  { status: 413, found: /./, fix: () => "Send a smaller form" },
]

function originFix(origin: string, site: string): string {
  const [page, own] = [URL.parse(origin), URL.parse(site)]
  if (!page || !own) return "A sandboxed frame or a file sent it. Load the page from your site"
  if (page.host === own.host)
    return `A proxy ends TLS before your app. Set AUTH_URL=${origin}, or trust the proxy's headers: AUTH_TRUST_HOST=true, in Express \`app.set("trust proxy", 1)\``
  if (isLoopbackHost(page.host) && isLoopbackHost(own.host))
    return `If a proxy such as Vite's forwards the request, let it keep the host: \`changeOrigin: false\`. Otherwise set AUTH_URL=${origin}, or add it to \`trustedOrigins\``
  return `If that page is yours, add ${JSON.stringify(origin)} to \`trustedOrigins\`. If it is your site, set AUTH_URL=${origin}`
}

const MAX_LOGGED = 100
const loggedFor = memoize((_settings: Settings) => new Set<string>())

/** Returns the rejected request, its cause and its fix in one line. */
export function describeRejection(
  { status, message }: RejectedRequest,
  { method, url }: Pick<Request, "method" | "url">,
) {
  const [row, match] = findFix(status, message)
  const fix = row && match ? `. ${row.fix(match)}` : ""
  return `${method} ${new URL(url).pathname} got ${status}: ${message}${fix}`
}

function findFix(status: number, message: string): [Rejection?, RegExpExecArray?] {
  for (const row of FIXES) {
    const match = row.status === status ? row.found.exec(message) : null
    if (match) return [row, match]
  }
  return []
}

/**
 * Responds to a rejected request in development: logs its cause and fix once, and shows them on the error page or as
 * JSON.
 */
export async function developmentRejection(
  rejected: RejectedRequest,
  request: Request,
  settings: Settings,
): Promise<Outcome> {
  const line = describeRejection(rejected, request)
  const logged = loggedFor(settings)
  if (!logged.has(line) && logged.size < MAX_LOGGED) {
    logged.add(line)
    settings.logger.error(new AuthError("InvalidRequest", line))
  }
  const { status, headers } = rejected
  const context = acceptsPage(request) ? pageContext(request, settings) : undefined
  if (!context) return { kind: "json", status, body: { message: line }, headers }
  const error = status === 404 ? "NotFound" : "Default"
  const page = await renderPage(
    { ...context, action: "error" },
    (props, html) => html.errorPage({ ...props, error, detail: line }),
    { status },
  )
  return { ...page, headers }
}

/** Returns the context of a page. `undefined` if the request's host isn't valid, so that no page has an address. */
function pageContext(request: Request, settings: Settings): RequestContext | undefined {
  try {
    return createRequestContext(settings, request.headers, { requestUrl: new URL(request.url) })
  } catch (error) {
    if (error instanceof AuthError) return undefined
    throw error
  }
}
