import { ACTIONS, FILES, type Action } from "../../../client/protocol.ts"
import { mapAwaitable } from "../crypto/then.ts"
import type { Awaitable } from "../../types.ts"
import { parseBody, type Body } from "./body.ts"
import type { WaitUntil } from "../config/background.ts"
import type { Settings } from "../config/settings.ts"
import { withBearerToken, parseCookies, type CookieJar } from "../cookies/jar.ts"
import type { CookiesOptions } from "../cookies/options.ts"
import { createSecurityLog, type SecurityLog } from "./security-log.ts"
import { isClientLog } from "./next-auth-4.ts"
import { shownValue } from "../../arguments.ts"
import { RejectedRequest } from "../../errors.ts"
import { reportOtherHost, reportOtherMount, reportPathMismatch } from "./path-mismatch.ts"
import { resolveSite, type Site } from "../config/site.ts"
import { warnOfMove } from "../config/warn-once.ts"
import { wantedForm, type Wants } from "./wants.ts"

/** Everything that requests to the handler and calls of the helpers, which have only headers, have in common. */
export interface RequestContext {
  readonly settings: Settings
  readonly site: Site
  readonly headers: Headers
  readonly cookies: CookieJar
  readonly cookieTable: CookiesOptions
  /** The client's IP address, or `undefined` if the runtime doesn't provide it. */
  readonly address: string | undefined
  /** Keeps the process running after the response, or `undefined` if the request brought none of its own. */
  readonly waitUntil?: WaitUntil | undefined
  /**
   * Returns what `load` returned for `key` earlier in this request, or calls it. A copy of the context shares the
   * values.
   */
  readonly once: Once
  /** Collects the security events of a request to the handler. */
  readonly securityLog?: SecurityLog | undefined
}

/** The runtime's facts about the connection, beyond the request itself. */
export interface Connection {
  /** IP address of the client, or of the last proxy. */
  address?: string | undefined
  /**
   * Keeps the process running until a promise has settled, such as Cloudflare's `ctx.waitUntil`. Latchkit passes it
   * what goes on after the response: emails, event handlers, and the deletion of expired rows.
   *
   * @default the one that `createAuth` got, or else the platform's own
   */
  waitUntil?: WaitUntil | undefined
}

/** A request to the handler, parsed and with its size checked. Frozen. */
export interface AuthRequest extends RequestContext {
  readonly request: Request
  readonly method: "GET" | "POST"
  readonly action: Action | (typeof FILES)[number]
  /** The path segment after the action: a provider id, or the name of an asset. */
  readonly target: string | undefined
  readonly query: URLSearchParams
  readonly body: Body
  readonly wants: Wants
  /**
   * Parameters that the app's server code adds to the authorization request. Those that a browser sends are in `query`.
   */
  readonly authorizationParams?: readonly (readonly [string, string])[]
}

const MAX_URL_LENGTH = 8192
const MAX_PARAMETERS = 100
const ACTION_NAMES: ReadonlySet<string> = new Set([...ACTIONS, ...FILES])

/** Creates a request context from a request's headers. */
export function createRequestContext(
  settings: Settings,
  headers: Headers,
  { requestUrl, address, waitUntil }: Connection & { requestUrl?: URL | undefined } = {},
): RequestContext {
  const site = resolveSite(settings.site, headers, requestUrl)
  if (!settings.production) reportOtherHost(settings, headers, requestUrl)
  const cookieTable = settings.cookies(site)
  const requestCookies = parseCookies(headers.get("cookie"))
  const { bearer } = settings.session
  return {
    settings,
    site,
    headers,
    cookies: bearer
      ? withBearerToken(requestCookies, cookieTable.sessionToken.name, headers.get("authorization"))
      : requestCookies,
    cookieTable,
    address,
    waitUntil,
    once: createOnce(),
  }
}

/** Loads a value once per request. */
export type Once = <Value>(key: unknown, load: () => Value) => Value

function createOnce(): Once {
  let values: Map<unknown, unknown> | undefined // few requests need it
  return <Value>(key: unknown, load: () => Value) => {
    values ??= new Map()
    if (!values.has(key)) values.set(key, load())
    return values.get(key) as Value // each key has one `load`
  }
}

/**
 * Returns the request that an app passed to the handler.
 *
 * @throws {TypeError} if it isn't a web `Request`, such as the one of Express
 */
export function toWebRequest(request: Request): Request {
  const value: unknown = request // an app without types may pass anything
  if (value instanceof Request) return value
  const { url, headers } = Object(value) as Partial<Request> // another copy of the runtime may have another class
  if (URL.canParse(url ?? "") && typeof headers?.get === "function") return request
  throw new TypeError(
    `\`handle\` got ${shownValue(value)}. Pass a web \`Request\`. For the \`(req, res)\` of Node, use \`toNodeHandler(auth)\``,
  )
}

/**
 * Parses a request.
 *
 * @throws {RejectedRequest} with the HTTP status if the request isn't valid
 * @throws {AuthError} `UntrustedHost` if the site's origin is unknown
 */
export function parseAuthRequest(
  request: Request,
  settings: Settings,
  connection: Connection = {},
): Awaitable<AuthRequest> {
  const { url: address, headers } = request
  if (address.length > MAX_URL_LENGTH) throw new RejectedRequest(414, "The URL is longer than 8192 characters")
  const url = new URL(address)
  const method = request.method === "HEAD" ? "GET" : request.method
  if (method !== "GET" && method !== "POST")
    throw new RejectedRequest(405, `The method is ${method}, but only GET, HEAD and POST are supported`)
  const context = createRequestContext(settings, headers, { ...connection, requestUrl: url })
  const { action, target } = requireActionPath(url.pathname, settings)
  const query = url.searchParams
  if (query.size > MAX_PARAMETERS) throw new RejectedRequest(400, "The query has more than 100 parameters")
  // The browser proves its key in a header, and sends neither a body nor a content type
  const hasForm = method === "POST" && action !== "device-bound"
  return mapAwaitable(hasForm ? parseBody(request) : EMPTY_BODY, (body) => {
    const wants = wantedForm({ headers, action, body }, settings)
    const securityLog = settings.events.security && createSecurityLog()
    return Object.freeze({ ...context, securityLog, request, method, action, target, query, body, wants })
  })
}

const EMPTY_BODY: Body = Object.freeze({ fields: Object.freeze(Object.create(null)), json: undefined })

/**
 * Returns the action that a path names. The path is never decoded or normalized first, because a proxy in front of the
 * app would then have checked a different path.
 *
 * @throws {RejectedRequest} 404 if the path names no action
 */
function requireActionPath(pathname: string, settings: Settings): ActionPath {
  const actionPath = findActionPath(pathname, settings)
  if (actionPath && pathname.startsWith(`${settings.site.basePath}/`)) return actionPath
  if (actionPath) {
    reportOtherMount(settings, pathname)
    return actionPath
  }
  reportPathMismatch(settings, pathname)
  if (isClientLog(pathname, settings)) warnOfMove(settings, "authjs-client-log")
  throw new RejectedRequest(
    404,
    `${pathname} isn't an action below ${settings.basePaths.map((base) => base || "/").join(" or ")}`,
  )
}

/** The action and target that a path below the base path names. */
export type ActionPath = Pick<AuthRequest, "action" | "target">

/**
 * The path at which password managers look for the page that changes a password.
 *
 * @see [A Well-Known URL for Changing Passwords](https://www.w3.org/TR/change-password-url/)
 */
export const CHANGE_PASSWORD_URL = "/.well-known/change-password"

/** The actions that also have an address outside of the base path. */
const WELL_KNOWN = new Map<string, AuthRequest["action"]>([
  [CHANGE_PASSWORD_URL, "change-password"],
  ["/.well-known/passkey-endpoints", "passkey-endpoints"],
  ["/.well-known/webauthn", "related-origins"],
])

/** Returns whether Latchkit may respond to a path that isn't under the base path. */
export const isWellKnown = (pathname: string): boolean => WELL_KNOWN.has(pathname)

/** Returns the action that a path names, or `undefined` for any other path. */
export function findActionPath(
  pathname: string,
  { basePaths, trailingSlash }: Pick<Settings, "basePaths" | "trailingSlash">,
): ActionPath | undefined {
  const wellKnown = WELL_KNOWN.get(pathname)
  if (wellKnown) return { action: wellKnown, target: undefined }
  const matchedBasePath = basePaths.find((base) => pathname.startsWith(`${base}/`))
  if (matchedBasePath === undefined) return undefined
  const path = pathname.slice(matchedBasePath.length + 1)
  const [action = "", target, ...rest] = (trailingSlash ? withoutTrailingSlash(path) : path).split("/")
  if (!ACTION_NAMES.has(action) || rest.length > 0 || target === "") return undefined
  return { action: action as AuthRequest["action"], target } // one of KNOWN_ACTIONS
}

export function withoutTrailingSlash(path: string): string {
  return path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path
}
