import type { PreparedConfig } from "../config/prepare.ts"
import { shownValue } from "../../arguments.ts"
import { asError, AuthError } from "../../errors.ts"
import {
  createRequestContext,
  type AuthRequest,
  type Connection,
  type RequestContext,
} from "../request/auth-request.ts"
import { checkOrigin, isCrossSiteNavigation } from "../request/csrf-check.ts"
import { lookupSession } from "./index.ts"

/** The request that a helper accepts: a `Request`, or its headers. */
export type RequestLike =
  | Request
  | (Connection & { headers: Headers | Record<string, string | string[] | undefined>; url?: string | undefined })
  | (Connection & { request: Request })

/**
 * Returns the request inside a helper's argument. It tests for `Request` first, because Next's proxy request has a
 * `request` that throws.
 */
export function unwrapRequest(input: RequestLike) {
  if (input instanceof Request) return input
  const value: unknown = input // an app without types may pass anything
  if (typeof value !== "object" || value === null || !("request" in value || "headers" in value))
    throw new TypeError(
      `A helper of Latchkit got ${shownValue(value)}. Pass the \`Request\`, or an object with its \`headers\``,
    )
  return "request" in input ? input.request : input
}

/** Returns what a helper knows of a request's method and URL. */
export function toMethodAndUrl(input: RequestLike): { method: string | undefined; url: string | undefined } {
  const request = unwrapRequest(input)
  return { method: request instanceof Request ? request.method : undefined, url: request.url }
}

/** Reads a request for a helper. @throws {AuthError} if the configuration is invalid */
export async function readContext(prepared: PreparedConfig, input: RequestLike): Promise<RequestContext> {
  const request = unwrapRequest(input)
  const { address, waitUntil }: Connection = input instanceof Request ? {} : input
  const { settings, problems } = await prepared.forRequest(request instanceof Request ? request : undefined)
  const [problem] = problems
  if (problem || !settings) throw problem ?? new AuthError("InvalidConfiguration", "Latchkit has no settings")
  return createRequestContext(settings, toHeaders(request), {
    requestUrl: URL.parse(request.url ?? "") ?? undefined,
    address,
    waitUntil,
  })
}

/**
 * Reads the request of a helper that may also be called without one. `AUTH_URL` then names the site.
 *
 * @throws {AuthError} if the configuration is invalid, or without a request the site isn't known
 */
export async function siteContext(prepared: PreparedConfig, input: RequestLike | undefined): Promise<RequestContext> {
  if (input) return readContext(prepared, input)
  const { settings } = await prepared.forRequest(undefined)
  if (settings && !settings.site.pinned && !settings.site.unforwarded)
    throw new AuthError(
      "InvalidConfiguration",
      "The site is unknown without a request. Set `AUTH_URL`, or pass `request`",
    )
  return readContext(prepared, { headers: {} })
}

/**
 * Reads a request for its session. With the `authjs()` preset, an invalid configuration means "signed out", as in
 * Auth.js: it is logged, and the result is `undefined`.
 *
 * @throws {AuthError} if the configuration is invalid, without that preset
 */
export async function readContextIfConfigured(
  prepared: PreparedConfig,
  input: RequestLike,
): Promise<RequestContext | undefined> {
  try {
    return await readContext(prepared, input)
  } catch (error) {
    const request = unwrapRequest(input)
    const { rules, logger, problems } = await prepared.forRequest(request instanceof Request ? request : undefined)
    if (!rules.helpersIgnoreProblems) throw error
    if (problems.length === 0) logger.error(asError(error)) // the others were logged when the configuration was read
    return undefined
  }
}

/**
 * Reads a request that changes something. The app's framework may not check where a form or a link came from, so a
 * request that another site's page made is rejected here.
 *
 * @throws {AuthError} `InvalidRequest`, with status 403 in its cause
 */
export async function readSameSiteContext(prepared: PreparedConfig, input: RequestLike): Promise<RequestContext> {
  const context = await readContext(prepared, input)
  rejectCrossSite(context)
  return context
}

/**
 * Reads a request for data of the user. Another site may link to a page that shows such data. That is a top-level
 * navigation, like the provider's redirect. Every other cross-site request is rejected.
 *
 * @throws {AuthError} `InvalidRequest`, with status 403 in its cause
 */
export async function readNavigableContext(prepared: PreparedConfig, input: RequestLike): Promise<RequestContext> {
  const context = await readContext(prepared, input)
  if (!isCrossSiteNavigation(context)) rejectCrossSite(context)
  return context
}

/** @throws {AuthError} `InvalidRequest`, with status 403 in its cause, if another site's page made the request */
function rejectCrossSite(context: RequestContext): void {
  try {
    checkOrigin(context)
  } catch (error) {
    throw new AuthError("InvalidRequest", String(error), { status: 403 })
  }
}

/**
 * Returns whether this request may start the provider's sign-in. Another site may link to a page of the app that signs
 * in. Such a link starts a redirect to a provider if the user is signed out. A signed-in user gets the sign-in page
 * instead. Otherwise the link could add the other site's account to the user.
 *
 * @throws {AuthError} `InvalidRequest`, with status 403 in its cause, if another site's page made any other request
 */
export async function mayStartSignIn(context: RequestContext, id: string | undefined): Promise<boolean> {
  if (id === undefined && !context.headers.has("origin")) return false // leads to the sign-in page, which changes nothing
  const type = context.settings.providers.get(id ?? "")?.type
  if (!isCrossSiteNavigation(context) || (type !== "oauth" && type !== "oidc")) {
    rejectCrossSite(context)
    return true
  }
  return (await lookupSession(context)).kind !== "live"
}

/** A request that a helper sends to the handler. */
export interface ActionRequest extends Pick<AuthRequest, "method" | "action" | "query"> {
  target?: string | undefined
  fields?: Readonly<Record<string, string | undefined>> | undefined
}

/** Creates the request that a page would have sent to the handler. */
export function createAuthRequest(
  context: RequestContext,
  { method, action, target, query, fields }: ActionRequest,
): AuthRequest {
  const form = Object.assign(Object.create(null) as Record<string, string>, fields) // no prototype, like a parsed form
  const address = `${context.site.url}/${action}${target ? `/${target}` : ""}`
  const request = new Request(address, { method, headers: withoutBodyHeaders(context.headers) })
  return {
    ...context,
    request,
    method,
    action,
    target,
    query,
    body: { fields: form, json: undefined },
    wants: "page",
  }
}

/** Returns the headers of a helper's request. */
export function toHeaders({ headers }: ReturnType<typeof unwrapRequest>): Headers {
  if (headers instanceof Headers) return headers
  const entries = Object.entries(headers).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((one) => [name, one] as const),
  )
  // HTTP/2 has pseudo-headers, such as `:path`
  const isHeader = (entry: readonly [string, string | undefined]): entry is [string, string] =>
    entry[1] !== undefined && !entry[0].startsWith(":")
  return new Headers(entries.filter(isHeader))
}

/** Returns the headers without those that describe a body. */
function withoutBodyHeaders(headers: Headers): Headers {
  const copy = new Headers(headers)
  for (const name of ["content-length", "content-type", "transfer-encoding"]) copy.delete(name)
  return copy
}
