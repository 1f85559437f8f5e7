import { BoundSessionRequired, StepUpRequired, type StepUpFailure } from "../../errors.ts"
import type { AuthRequest, RequestContext } from "../request/auth-request.ts"
import type { Outcome } from "../request/outcome.ts"
import { toSitePath } from "../config/site.ts"
import { warnOnce } from "../config/warn-once.ts"
import { pageUrl, returnTo, sameOriginReferer, sameOriginUrl } from "../request/redirect-url.ts"
import { isScript, wantedByApp, type Wants } from "../request/wants.ts"
import { requireStepUps } from "../proofs/step-ups.ts"

/** Responds to a request of one of Latchkit's own routes, whose user must confirm first. */
export async function routeStepUp(request: AuthRequest, error: StepUpRequired, onlyJson: boolean): Promise<Outcome> {
  const callbackUrl = await returnTo(request, sameOriginReferer(request) ?? "/")
  // A script may send a form without a header that asks for JSON, and it can't show the page
  const wants = onlyJson || isScript(request.headers) ? "json" : request.wants
  return requireStepUps(request.settings, "auth.require").respond(request, error, { wants, callbackUrl })
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
export async function appStepUp(
  context: RequestContext,
  { method = "GET", url }: AppRequest,
  error: StepUpFailure,
): Promise<Outcome> {
  const { site, headers, settings } = context
  const wants = wantedByApp(context)
  const isPage = method === "GET" || method === "HEAD"
  const page =
    isPage && url !== undefined ? sameOriginUrl(toSitePath(site, localPath(url, site.origin)), site.origin) : null
  // A form's page is its referer. A page's own is the one before it
  if (url === undefined && !headers.has("content-type") && !settings.production)
    warnOnce(settings, "return-page-unknown")
  const callbackUrl = page ?? sameOriginReferer(context) ?? site.home
  if (error instanceof StepUpRequired)
    return requireStepUps(settings, "auth.require").respond(context, error, { wants, callbackUrl })
  if (error instanceof BoundSessionRequired) return unboundOutcome(context, wants)
  const to = pageUrl(context, "signIn", { callbackUrl })
  return wants === "json"
    ? { kind: "json", status: 401, body: { error: error.type, url: to } }
    : { kind: "redirect", status: 303, to }
}

// A sign-in may not help: most browsers can't bind a session
function unboundOutcome(context: RequestContext, wants: Wants): Outcome {
  const url = pageUrl(context, "error", { error: "BoundSessionRequired" })
  return wants === "json"
    ? { kind: "json", status: 403, body: { error: "BoundSessionRequired", url } }
    : { kind: "redirect", status: 303, to: url }
}

// Behind a proxy, the request's own host isn't the site's
function localPath(url: string, origin: string): string {
  const { pathname, search } = new URL(url, origin)
  return pathname + search
}
