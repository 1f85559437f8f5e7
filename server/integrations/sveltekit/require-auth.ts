import { error, isHttpError, redirect, type RequestEvent } from "@sveltejs/kit"
import type { Session } from "../../../client/contract.ts"
import type { IntegrationService } from "../../service/auth.ts"
import {
  callingPage,
  checkRequirement,
  pageRequest,
  returnPage,
  type RequireAuthOptions,
  type StepUpFailure,
} from "../step-up.ts"
import type { createRequestCache } from "./event.ts"
import type { SvelteKitService } from "./types.ts"

/** Creates `requireAuth` for load functions, form actions, endpoints and remote functions. */
export function createRequireAuth<S extends Session>(
  service: IntegrationService<S>,
  { remember, hookEvent, challenge }: ReturnType<typeof createRequestCache>,
): SvelteKitService<S>["requireAuth"] {
  async function requireAuth(called: RequestEvent, options: RequireAuthOptions = {}) {
    const event = hookEvent(called)
    const request = remember(event)
    const redirectTo =
      options.redirectTo ?? (isQuery(event) ? callingPage(request, "/") : returnPage(request, pagePath(event)))
    const page = remember(event, pageRequest({ url: event.url.href, headers: request.headers }, redirectTo))
    const required = await checkRequirement(service, { request, page }, options)
    if (!required.failure) return required.session
    if (options.redirect === false) return required.failure
    const response = await service.stepUpResponse(request, required.error)
    if (response.status !== 401 || followsRedirects(event)) redirect(303, required.url, { external: true }) // SvelteKit 2 takes no options
    challenge(request, response)
    throw withFields(required.failure)
  }
  return requireAuth as SvelteKitService<S>["requireAuth"] // its overloads say which call returns what
}

/** Returns the page of a request. A form action's name is in the query. */
function pagePath({ url }: RequestEvent): string {
  const query = [...url.searchParams].filter(([name]) => !name.startsWith("/"))
  return `${url.pathname}?${new URLSearchParams(query)}`.replace(/\?$/, "")
}

/** Returns whether the browser called a query. Version 3 sends no page with it, so the URL is the query's own. */
const isQuery = ({ request, url, isRemoteRequest }: RequestEvent): boolean =>
  isRemoteRequest && url.pathname === new URL(request.url).pathname

/** Returns whether SvelteKit's own script made a request, and follows its redirect. A redirect of a command throws. */
const followsRedirects = (event: RequestEvent): boolean =>
  event.isDataRequest ||
  event.request.headers.get("x-sveltekit-action") === "true" ||
  (event.isRemoteRequest && (isQuery(event) || event.request.headers.get("content-type") !== "application/json"))

// SvelteKit 2 and 3 take the fields of a body in different ways
function withFields(failure: StepUpFailure): unknown {
  try {
    error(401, "The user must confirm who they are first")
  } catch (thrown) {
    if (isHttpError(thrown)) Object.assign(thrown.body, failure)
    return thrown
  }
}
