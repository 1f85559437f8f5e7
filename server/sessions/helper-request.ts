import type { PreparedConfig } from "../config/prepare.ts"
import { asError, AuthError } from "../errors.ts"
import { createRequestContext, type Connection, type RequestContext } from "../http/auth-request.ts"
import { checkOrigin, isCrossSiteNavigation } from "../http/origin.ts"
import { sessionStrategy } from "./index.ts"

/** What a helper takes as the request: a `Request`, or its headers. */
export type RequestLike =
  | Request
  | (Connection & { headers: Headers | Record<string, string | string[] | undefined>; url?: string })
  | (Connection & { request: Request })

/** The request inside what a helper was given. A `Request` comes first: that of Next's proxy has a `request` that throws. */
export const unwrapRequest = (input: RequestLike) =>
  input instanceof Request || !("request" in input) ? input : input.request

/** Reads a request for a helper. @throws {AuthError} if the configuration has a problem */
export async function readContext(prepared: PreparedConfig, input: RequestLike): Promise<RequestContext> {
  const request = unwrapRequest(input)
  const { settings, problems } = await prepared.forRequest(request instanceof Request ? request : undefined)
  const [problem] = problems
  if (problem || !settings) throw problem ?? new AuthError("InvalidConfiguration", "The service has no settings")
  return createRequestContext(settings, toHeaders(request), {
    requestUrl: URL.parse(request.url ?? "") ?? undefined,
    address: input instanceof Request || !("address" in input) ? undefined : input.address,
  })
}

/**
 * Reads a request for its session. With the `authjs()` preset a configuration that has a problem means "signed out", as in
 * Auth.js: it is logged, and the result is `undefined`.
 *
 * @throws {AuthError} if the configuration has a problem, without that preset
 */
export async function readContextIfConfigured(
  prepared: PreparedConfig,
  input: RequestLike,
): Promise<RequestContext | undefined> {
  try {
    return await readContext(prepared, input)
  } catch (error) {
    const request = unwrapRequest(input)
    const { compat, logger, problems } = await prepared.forRequest(request instanceof Request ? request : undefined)
    if (compat !== "authjs") throw error
    if (problems.length === 0) logger.error(asError(error)) // the others were logged when the configuration was read
    return undefined
  }
}

/**
 * Reads a request that changes something. The app's framework may not check where a form or a link came from, so a request
 * that another site's page made is rejected here.
 *
 * @throws {AuthError} `InvalidRequest`, with status 403 in its cause
 */
export async function readSameSiteContext(prepared: PreparedConfig, input: RequestLike): Promise<RequestContext> {
  const context = await readContext(prepared, input)
  rejectCrossSite(context)
  return context
}

/**
 * Reads a request for data of the user. Another site may link to a page that shows such data: that is a top-level navigation,
 * as is the way back from a provider. Every other request of another site is rejected.
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
 * Whether this request may start the provider's sign-in. Another site may link to a page of the app that signs in. Such a link
 * starts a redirect to a provider for a user who is signed out. A signed-in user gets the sign-in page instead: otherwise the
 * link would add the account that the provider is signed in to, which may be the other site's.
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
  return (await sessionStrategy(context.settings).read(context)).kind !== "live"
}

function toHeaders({ headers }: ReturnType<typeof unwrapRequest>): Headers {
  if (headers instanceof Headers) return headers
  const entries = Object.entries(headers).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((one) => [name, one] as const),
  )
  return new Headers(entries.filter((entry): entry is [string, string] => entry[1] !== undefined))
}

/** Headers without those that describe a body. */
export function withoutBodyHeaders(headers: Headers): Headers {
  const copy = new Headers(headers)
  for (const name of ["content-length", "content-type", "transfer-encoding"]) copy.delete(name)
  return copy
}
