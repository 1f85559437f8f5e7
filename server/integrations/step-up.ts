import type { Session } from "../../client/contract.ts"
import type { StepUpRequiredBody } from "../../client/protocol.ts"
import type { StepUpRequirement } from "../core/proofs/step-ups.ts"
import type { HelperResponse, Helpers, RequestLike } from "../service/api.ts"
import {
  BoundSessionRequired,
  isStepUpFailure,
  SessionRequired,
  type StepUpRequired,
  type StepUpFailure as RequireError,
} from "../errors.ts"
import { toHeaders, unwrapRequest } from "../core/sessions/helper-request.ts"
import { meetRequirement, type GuardHelpers } from "./meet-requirement.ts"

/** The requirement of `requireAuth`, and the page that the user returns to. */
export interface RequireAuthOptions extends StepUpRequirement {
  /** The page that the user returns to. @default this page, or the page of the form */
  redirectTo?: string | undefined
  /**
   * If false, returns what is missing instead of leaving the page. A server function can return it to `useStepUp`.
   * @default true
   */
  redirect?: boolean | undefined
}

/**
 * Returned by `requireAuth` with `redirect: false` if the user must confirm or sign in first, or has no bound session.
 */
export type StepUpFailure = StepUpRequiredBody | { error: "SessionRequired" | "BoundSessionRequired"; url: string }

/** The session, or the failure and the page to which it leads. */
export type RequiredAuth<S extends Session> =
  | { session: S; failure?: undefined }
  | { failure: StepUpFailure; url: string; error: RequireError }

type RequireHelpers<S extends Session = Session> = GuardHelpers<S> & Pick<Helpers<S>, "stepUpResponse">

/**
 * Returns the session, or why the user must confirm or sign in first.
 *
 * @param page a request for the page that the user returns to
 * @throws {unknown} every other error, for example of an invalid requirement
 */
export async function checkRequirement<S extends Session>(
  service: RequireHelpers<S>,
  { request, page }: { request: RequestLike; page: RequestLike },
  { redirectTo: _, redirect: __, ...requirement }: RequireAuthOptions,
): Promise<RequiredAuth<S>> {
  try {
    return { session: await meetRequirement(service, request, requirement) }
  } catch (error) {
    if (!isStepUpFailure(error)) throw error
    const url = (await service.stepUpResponse(page, error)).headers.get("location") ?? "/"
    return { failure: toFailure(error, url), url, error }
  }
}

/**
 * Returns the page that confirms, for a sign-in of server code. A form isn't sent again: the user returns to its page,
 * and without one to `redirectTo`.
 */
export function confirmationFor(
  request: RequestLike,
  { error, redirectTo = "/" }: { error: StepUpRequired; redirectTo: string | undefined },
): HelperResponse {
  const url = new URL(error.url)
  const referer = toHeaders(unwrapRequest(request)).get("referer")
  const page = referer === null ? redirectTo : URL.parse(referer)?.origin === url.origin ? referer : "/"
  url.searchParams.set("callbackUrl", page) // resolved and validated by the page that confirms
  return { url: url.href, cookies: [] }
}

function toFailure(error: RequireError, page: string): StepUpFailure {
  if (error instanceof BoundSessionRequired) return { error: "BoundSessionRequired", url: page }
  if (error instanceof SessionRequired) return { error: "SessionRequired", url: page }
  const { url, maxAge, factors, phishingResistant } = error
  const optional = { ...(factors && { factors }), ...(phishingResistant && { phishingResistant }) }
  return { error: "StepUpRequired", url, maxAge, ...optional }
}

/** Returns the response to a request for which `require` threw: 401 for a script, a redirect for a page or a form. */
export async function rejectionResponse(
  service: RequireHelpers,
  request: Request,
  { error, redirectTo }: { error: unknown; redirectTo: string | undefined },
): Promise<Response> {
  const response = await service.stepUpResponse(request, error)
  if (redirectTo === undefined || response.status !== 303) return response
  return service.stepUpResponse(pageRequest(request, redirectTo), error)
}

/** Returns the request that a browser would send for a page of the app. */
export const pageRequest = ({ url, headers }: Pick<Request, "headers" | "url">, page: string): Request =>
  new Request(new URL(toPath(page), url), { headers: pageHeaders(headers) })

/** Returns the page that a request was made for or from. `own` is the page at the request's own URL. */
export const returnPage = (request: Pick<Request, "headers" | "method" | "url">, own: string): string =>
  request.method === "GET" || request.method === "HEAD" ? own : callingPage(request, own)

/** Returns the app's page from which the browser made a request. `other` is the page if the browser doesn't say. */
export function callingPage({ url, headers }: Pick<Request, "headers" | "url">, other: string): string {
  const referer = URL.parse(headers.get("referer") ?? "")
  return referer && referer.host === new URL(url).host ? referer.href : other
}

/** Returns a page's path and query. The host doesn't matter: the user returns to the app's own site. */
export function toPath(page: string): string {
  const { pathname, search } = new URL(page, "https://localhost")
  return pathname + search
}

/** Returns the headers of a request for a page. A server function is called by a script, which follows redirects. */
export function pageHeaders(sent: Headers): Headers {
  const headers = new Headers(sent)
  for (const name of ["sec-fetch-mode", "x-auth-return-redirect"]) headers.delete(name)
  headers.set("accept", "text/html")
  return headers
}
