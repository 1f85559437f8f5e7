import { RETURN_REDIRECT_HEADER } from "../../../client/protocol.ts"
import { BoundSessionRequired, StepUpRequired, type StepUpFailure } from "../../errors.ts"
import { acceptsJson, type AuthRequest, type RequestContext } from "../request/auth-request.ts"
import type { Outcome } from "../request/outcome.ts"
import { toSitePath } from "../config/site.ts"
import { warnOnce } from "../config/warn-once.ts"
import { pageUrl, returnTo, sameOriginReferer, sameOriginUrl } from "../request/redirect-url.ts"
import { stepUpOutcome } from "../proofs/step-up.ts"

/** Responds to a request of one of Latchkit's own routes, whose user must confirm first. */
export async function routeStepUp(request: AuthRequest, error: StepUpRequired, onlyJson: boolean): Promise<Outcome> {
  const { wants, headers } = request
  const isScript = onlyJson || wants === "json" || isFetch(headers) === true
  const callbackUrl = await returnTo(request, sameOriginReferer(request) ?? "/")
  return stepUpOutcome(request, error, { asJson: isScript, callbackUrl })
}

/** The app's own request. */
export interface AppRequest {
  method: string | undefined
  url: string | undefined
}

/**
 * Responds to a request of the app's own, whose user must confirm or sign in first. A page is shown again afterwards. A
 * form isn't sent again: the user returns to its page.
 */
export function appStepUp(context: RequestContext, { method = "GET", url }: AppRequest, error: StepUpFailure): Outcome {
  const { site, headers, settings } = context
  const asJson = headers.has(RETURN_REDIRECT_HEADER) || (isFetch(headers) ?? acceptsJson(headers))
  const isPage = method === "GET" || method === "HEAD"
  const page =
    isPage && url !== undefined ? sameOriginUrl(toSitePath(site, localPath(url, site.origin)), site.origin) : null
  // A form's page is its referer. A page's own is the one before it
  if (url === undefined && !headers.has("content-type") && !settings.production)
    warnOnce(settings, "return-page-unknown")
  const callbackUrl = page ?? sameOriginReferer(context) ?? site.home
  if (error instanceof StepUpRequired) return stepUpOutcome(context, error, { asJson, callbackUrl })
  if (error instanceof BoundSessionRequired) return unboundOutcome(context, asJson)
  const to = pageUrl(context, "signIn", { callbackUrl })
  return asJson
    ? { kind: "json", status: 401, body: { error: error.type, url: to } }
    : { kind: "redirect", status: 303, to }
}

// A sign-in may not help: most browsers can't bind a session
function unboundOutcome(context: RequestContext, asJson: boolean): Outcome {
  const url = pageUrl(context, "error", { error: "BoundSessionRequired" })
  return asJson
    ? { kind: "json", status: 403, body: { error: "BoundSessionRequired", url } }
    : { kind: "redirect", status: 303, to: url }
}

// Behind a proxy, the request's own host isn't the site's
function localPath(url: string, origin: string): string {
  const { pathname, search } = new URL(url, origin)
  return pathname + search
}

/** Returns whether a script sent a request. `undefined` if the browser doesn't say. */
function isFetch(headers: Headers): boolean | undefined {
  const mode = headers.get("sec-fetch-mode")
  return mode === null ? undefined : mode !== "navigate"
}
