import { ACTIONS, RETURN_REDIRECT_HEADER, type Action } from "../../client/contract.ts"
import { bodyOf, type Body } from "./body.ts"
import type { Settings } from "../config/settings.ts"
import { withBearer } from "../cookies/bearer.ts"
import { cookieJar, type CookieJar } from "../cookies/jar.ts"
import type { CookiesOptions } from "../cookies/options.ts"
import { isClientLog } from "./next-auth-4.ts"
import { Refusal } from "../errors.ts"
import { siteOf, type Site } from "../config/site.ts"
import { warnOfMove } from "../config/warn-once.ts"

/** What every entry has in common: a request to the handler, and a helper that an app calls with headers alone. */
export interface Visit {
  readonly settings: Settings
  readonly site: Site
  readonly headers: Headers
  readonly cookies: CookieJar
  readonly cookieTable: CookiesOptions
  /** The visitor's address as the runtime knows it; undefined where it does not say. */
  readonly address: string | undefined
}

/** What a runtime knows of a request beside what the request says. */
export interface Connection {
  /** The address of the visitor, or of the last proxy. */
  address?: string | undefined
}

/** One request to the handler, parsed and bounded; frozen. */
export interface Exchange extends Visit {
  readonly request: Request
  readonly method: "GET" | "POST"
  readonly action: Action | "assets"
  /** The path's segment behind the action: a provider id, or an asset's name. */
  readonly target: string | undefined
  readonly query: URLSearchParams
  readonly body: Body
  /** The client asked for `{ url }` instead of a redirect. */
  readonly returnRedirect: boolean
  /** Parameters that the app's own code adds to the authorization request. Those of a browser are in `query`. */
  readonly authorizationParams?: readonly (readonly [string, string])[]
}

const MAX_URL_LENGTH = 8192
const MAX_PARAMETERS = 100
const KNOWN_ACTIONS: ReadonlySet<string> = new Set([...ACTIONS, "assets"])

/** A visit from the headers of a request. */
export function visitOf(
  settings: Settings,
  headers: Headers,
  { requestUrl, address }: Connection & { requestUrl?: URL | undefined } = {},
): Visit {
  const site = siteOf(settings.site, headers, requestUrl)
  const cookieTable = settings.cookies(site)
  const sent = cookieJar(headers.get("cookie"))
  const { bearer } = settings.session
  return {
    settings,
    site,
    headers,
    cookies: bearer ? withBearer(sent, cookieTable.sessionToken.name, headers.get("authorization")) : sent,
    cookieTable,
    address,
  }
}

/**
 * Parses a request.
 *
 * @throws {Refusal} for what is no request to the service: its status says why
 * @throws {AuthError} `UntrustedHost` when the site is not known
 */
export async function exchangeOf(
  request: Request,
  settings: Settings,
  { address: client }: Connection = {},
): Promise<Exchange> {
  const { url: address, headers } = request
  if (address.length > MAX_URL_LENGTH) throw new Refusal(414, "The address is longer than 8192 characters")
  const url = new URL(address)
  const method = request.method === "HEAD" ? "GET" : request.method
  if (method !== "GET" && method !== "POST") throw new Refusal(405, `The method is ${method}; GET and POST are known`)
  const visit = visitOf(settings, headers, { requestUrl: url, address: client })
  const { action, target } = pathOf(url.pathname, settings)
  const query = url.searchParams
  if (query.size > MAX_PARAMETERS) throw new Refusal(400, "The query holds more than 100 parameters")
  const body = method === "POST" ? await bodyOf(request) : EMPTY
  // The client of next-auth 4 asks for JSON with a field of its form
  const returnRedirect =
    headers.has(RETURN_REDIRECT_HEADER) || (settings.compatVersion === 4 && body.fields["json"] === "true")
  return Object.freeze({ ...visit, request, method, action, target, query, body, returnRedirect })
}

const EMPTY: Body = Object.freeze({ fields: Object.freeze(Object.create(null)), json: undefined })

/**
 * The action that a path names. It is compared as written: a path that needs decoding or normalising first is another path
 * to whatever stands before the app.
 *
 * @throws {Refusal} 404 where it names none
 */
function pathOf(pathname: string, settings: Settings): ActionPath {
  const found = actionAt(pathname, settings)
  if (found) return found
  if (isClientLog(pathname, settings)) warnOfMove(settings, "authjs-client-log")
  throw new Refusal(404, `${pathname} is no action below ${settings.mounts.map((base) => base || "/").join(" or ")}`)
}

/** What a path below the base path names. */
export type ActionPath = Pick<Exchange, "action" | "target">

/** Returns the action that a path names, or undefined for every other path, below the base path or not. */
export function actionAt(
  pathname: string,
  { mounts, trailingSlash }: Pick<Settings, "mounts" | "trailingSlash">,
): ActionPath | undefined {
  const mount = mounts.find((base) => pathname.startsWith(`${base}/`))
  if (mount === undefined) return undefined
  const path = pathname.slice(mount.length + 1)
  const [action = "", target, ...rest] = (trailingSlash ? withoutTrailingSlash(path) : path).split("/")
  if (!KNOWN_ACTIONS.has(action) || rest.length > 0 || target === "") return undefined
  return { action: action as Exchange["action"], target } // one of KNOWN_ACTIONS
}

/** Returns a path without its one trailing slash. */
export function withoutTrailingSlash(path: string): string {
  return path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path
}
