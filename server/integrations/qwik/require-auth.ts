import type { RequestEventCommon } from "@builder.io/qwik-city"
import type { Session } from "../../../client/contract.ts"
import { checkRequirement, pageRequest, returnPage, type RequireAuthOptions, type StepUpFailure } from "../step-up.ts"
import { rememberEvent, serviceFor } from "./event.ts"

/**
 * Returns the session, if it meets the requirement. With `redirect: false`, returns what is missing instead.
 */
export async function requireAuth<S extends Session = Session>(
  event: RequestEventCommon,
  options: RequireAuthOptions & { redirect: false },
): Promise<S | StepUpFailure>
/**
 * Returns the session of a signed-in user. With a requirement, the user must also have confirmed who they are recently
 * and strongly enough. Otherwise a loader or an action redirects to the page that signs in or confirms. A script that
 * calls an endpoint gets 401 with a challenge (RFC 9470).
 *
 * @example
 * export const onPost: RequestHandler = async (event) => {
 *   const session = await requireAuth(event, { within: "10m" })
 * }
 *
 * @throws {Error} if `onRequest` of `QwikAuth$` didn't run for this request
 */
export async function requireAuth<S extends Session = Session>(
  event: RequestEventCommon,
  options?: RequireAuthOptions,
): Promise<S>
export async function requireAuth<S extends Session>(
  event: RequestEventCommon,
  options: RequireAuthOptions = {},
): Promise<S | StepUpFailure> {
  const { request, url } = event
  const service = serviceFor(event)
  const page = pageRequest(
    { url: url.href, headers: request.headers },
    options.redirectTo ?? returnPage(request, pagePath(url)),
  )
  rememberEvent(page, event)
  const required = await checkRequirement(service, { request, page }, options)
  if (!required.failure) return required.session as S // the app's own session callback defines the type
  if (options.redirect === false) return required.failure
  const response = await service.stepUpResponse(request, required.error)
  const isRouterRequest = event.sharedMap.has("@isQData")
  throw response.status === 401 && !isRouterRequest ? event.send(response) : event.redirect(303, required.url)
}

// An action's id is in the query
function pagePath({ pathname, searchParams }: URL): string {
  const query = new URLSearchParams([...searchParams].filter(([name]) => !/^q(?:action|loaders|func)$/.test(name)))
  return `${pathname}?${query}`.replace(/\?$/, "")
}
