import { RETURN_REDIRECT_HEADER, type CsrfResponse, type RedirectResponse } from "../protocol.ts"
import type { EarlyRequests } from "./early-requests.ts"
import { hasString, type FetchAction } from "./fetch-action.ts"
import { inSequence } from "./prefetch.ts"

/** The part of a client that sends requests. */
export interface RequestContext {
  readonly early: EarlyRequests
  readonly fetchAction: FetchAction
}

/** A rejected and a successful POST both have a `url`. */
export type PostResponse = RedirectResponse & { status: number; version: string | undefined }

const isCsrfResponse = (body: unknown): body is CsrfResponse => hasString(body, "csrfToken")
const isRedirectResponse = (body: unknown): body is RedirectResponse => hasString(body, "url")

/** Fetches a CSRF token, or joins a pending request for one. `query` avoids caches. @throws {RequestError} */
export function fetchCsrfToken({ early, fetchAction }: RequestContext, query = ""): Promise<string> {
  early.csrf ??= inSequence(early, () => fetchAction(`csrf${query}`, isCsrfResponse))
    .then(({ body }) => body.csrfToken)
    .finally(() => delete early.csrf)
  return early.csrf
}

/**
 * Posts a form with a CSRF token. `path` is `signin/<id>`, `callback/<id>` or `signout`.
 *
 * @throws {RequestError}
 */
export async function postForm(
  context: RequestContext,
  path: string,
  form: Record<string, string>,
): Promise<PostResponse> {
  const post = async (query?: string) => {
    const body = new URLSearchParams({ ...form, csrfToken: await fetchCsrfToken(context, query) })
    return context.fetchAction(path, isRedirectResponse, postInit(body))
  }
  let response = await post()
  if (response.body.error === "MissingCSRF") response = await post(`?${Date.now()}`) // another tab's response replaced the cookie, or a service worker's is old
  return { ...response.body, status: response.status, version: response.version }
}

/** Returns the options of a POST with JSON and a CSRF token. @throws {RequestError} */
export async function jsonPostInit(context: RequestContext, body: object): Promise<RequestInit> {
  const json = JSON.stringify({ ...body, csrfToken: await fetchCsrfToken(context) })
  return postInit(json, { "content-type": "application/json" })
}

// The browser sets a form's content type
const postInit = (body: BodyInit, type = {}): RequestInit => ({
  method: "POST",
  headers: { ...type, [RETURN_REDIRECT_HEADER]: "1" },
  body,
})
