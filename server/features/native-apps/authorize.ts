import { nativeAppPage } from "../../../components/html/feature-pages.ts"
import { RejectedRequest } from "../../errors.ts"
import { redirectSource } from "./options.ts"
import type { Outcome } from "../../core/request/outcome.ts"
import { pageUrl, withSearchParams } from "../../core/request/redirect-url.ts"
import type { ActionContext } from "../../core/request/action-context.ts"
import type { LiveSession } from "../../core/request/strategy.ts"
import { createCode } from "./code.ts"
import {
  readAuthorizationRequest,
  reportRejection,
  toParameters,
  toRedirect,
  type AuthorizationError,
  type AuthorizationRequest,
} from "./request.ts"
import { renderPage } from "../../core/pages/render.ts"
import { showForm } from "../../core/pages/form.ts"

/**
 * `GET authorize`: a native app opens it in the system's browser. Asks a signed-in user whether to continue to the app,
 * and any other user to sign in first. Another app may have opened it, so it never continues by itself.
 *
 * @see [RFC 8252, section 8.6](https://www.rfc-editor.org/rfc/rfc8252#section-8.6)
 */
export async function showAuthorize(context: ActionContext): Promise<Outcome> {
  const request = readAuthorizationRequest(context, context.query)
  if (typeof request === "string") return unregistered(context, request)
  if ("error" in request) return toAppWithError(context, request)
  if (context.query.get("decision") === "cancel")
    return toApp(context, request, { error: "access_denied", error_description: "The user canceled" })
  const session = await context.lookupSession()
  if (session.kind === "live") return askUser(context, request, session)
  const to = pageUrl(context, "signIn", { callbackUrl: hereWith(context, request) })
  return { kind: "redirect", to, cookies: session.cookies }
}

/** `POST authorize`: the user continues to the app, which gets a one-time code. */
export async function submitAuthorize(context: ActionContext): Promise<Outcome> {
  const fields = Object.entries(context.body.fields).flatMap(([name, value]) => (value ? [[name, value]] : []))
  const request = readAuthorizationRequest(context, new URLSearchParams(fields))
  if (typeof request === "string") return unregistered(context, request)
  if ("error" in request) return toAppWithError(context, request)
  const session = await context.lookupSession()
  if (session.kind !== "live")
    return { kind: "redirect", to: pageUrl(context, "signIn", { callbackUrl: hereWith(context, request) }) }
  return toApp(context, request, { code: await createCode(context, request, session) })
}

async function askUser(context: ActionContext, request: AuthorizationRequest, session: LiveSession): Promise<Outcome> {
  const { site, settings } = context
  const here = hereWith(context, request)
  const { email, name } = session.stored?.user ?? session.token ?? {}
  const props = {
    action: `${site.url}/authorize`,
    fields: toParameters(request),
    app: request.app.name,
    user: email || name || undefined,
    cancelUrl: withSearchParams(here, site.origin, { decision: "cancel" }),
    anotherUrl: pageUrl(context, "signIn", { callbackUrl: here, prompt: "login" }),
    siteName: settings.siteName,
  }
  const page = await showForm(context, { props }, nativeAppPage)
  const formTarget = redirectSource(request.redirectUri)
  return page.kind === "page" && formTarget ? { ...page, formTarget } : page
}

const hereWith = ({ site }: ActionContext, request: AuthorizationRequest) =>
  withSearchParams(`${site.url}/authorize`, site.origin, toParameters(request))

function toAppWithError(context: ActionContext, request: AuthorizationError): Outcome {
  const { error, description } = request
  reportRejection(context.settings, `A native app sent an invalid request: ${description}`)
  return toApp(context, request, { error, error_description: description })
}

function toApp(
  context: ActionContext,
  { redirectUri, state }: AuthorizationRequest | AuthorizationError,
  parameters: Record<string, string>,
): Outcome {
  return { kind: "redirect", status: 303, to: toRedirect(context, redirectUri, { ...parameters, state }) }
}

// RFC 6749, section 4.1.2.1: an address that isn't registered never gets anything
async function unregistered(context: ActionContext, problem: string): Promise<Outcome> {
  const { settings, wants } = context
  if (!settings.production || wants === "json") throw new RejectedRequest(400, problem)
  settings.logger.debug(problem)
  return renderPage(context, (page, html) => html.errorPage({ ...page, basePath: undefined }), { status: 400 })
}
