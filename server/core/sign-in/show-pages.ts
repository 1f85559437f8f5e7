import { findStoredUsers } from "./stored-users.ts"
import { ERROR_PAGE_ERRORS, type DefaultUser } from "../../../client/contract.ts"
import { REPORTED_OPERATIONS } from "../../adapters/required.ts"
import { lastProblem } from "../config/warn-once.ts"
import { messagesFor } from "../request/language.ts"
import {
  cardMessages,
  cardProps,
  readCodeParam,
  readErrorParam,
  requestProps,
  staticProps,
  forOwnPage,
  withStep,
} from "../pages/sign-in-props.ts"
import { oneOf } from "../request/form.ts"
import type { Outcome } from "../request/outcome.ts"
import type { SetCookie } from "../cookies/options.ts"
import { pageUrl, returnPage, returnTo, sameOriginReferer, withSearchParams } from "../request/redirect-url.ts"
import { appPage, cookiesForNavigation } from "../pages/app-page.ts"
import { returnCookies } from "../pages/form.ts"
import { renderPage } from "../pages/render.ts"
import type { ActionContext } from "../request/action-context.ts"
import { identifierFirstPage, signInPage } from "../pages/sign-in.ts"

/** `GET signin`: renders the built-in page, or redirects to the app's own. */
export async function showSignIn(context: ActionContext): Promise<Outcome> {
  const { site, query, settings } = context
  if (!query.has("error") && (await findStoredUsers(settings)?.pauses.isPaused(context)))
    return { kind: "redirect", to: `${site.url}/step` }
  const error = readErrorParam(query)
  // After any other error, the cookie has the page
  const cameFrom = !error || error === "SessionRequired" ? sameOriginReferer(context) : undefined
  const callbackUrl = await returnTo(context, cameFrom)
  const remembered = returnCookies(context, callbackUrl)
  const elsewhere = appPage(context, "signIn")
  if (elsewhere) {
    const to = withSearchParams(elsewhere, site.origin, { callbackUrl, error, code: readCodeParam(query) })
    return { kind: "redirect", to, cookies: remembered }
  }
  const asksAgain = error !== undefined || query.get("prompt") === "login"
  const user = asksAgain ? undefined : await signedInUser(context)
  if (user) return showAlreadySignedIn(context, { user, callbackUrl, cookies: remembered })
  const { props: own, cookies: issued } = await requestProps(context, callbackUrl)
  const set = [...cookiesForNavigation(context, issued), ...remembered]
  if (settings.flow === "identifier-first") return identifierFirstPage(context, own, set)
  return signInPage(context, own, set)
}

/** Asks a signed-in user before another sign-in replaces the session. */
function showAlreadySignedIn(
  context: ActionContext,
  { user, callbackUrl, cookies }: { user: DefaultUser; callbackUrl: string; cookies: readonly SetCookie[] },
): Promise<Outcome> {
  const { site } = context
  const anotherUrl = withSearchParams(`${site.url}/signin`, site.origin, { callbackUrl, prompt: "login" })
  const props = { user, callbackUrl, anotherUrl }
  return renderPage(context, (page, html) => html.alreadySignedInPage({ ...page, ...props }), { cookies })
}

/**
 * Returns the user whose session another sign-in would replace. With several accounts in a browser, it only adds one.
 * Auth.js always shows the form.
 */
async function signedInUser({
  settings,
  lookupSession,
}: Pick<ActionContext, "settings" | "lookupSession">): Promise<DefaultUser | undefined> {
  const { rules, session: options } = settings
  if (rules.alwaysSignInPage || options.maxAccounts > 1) return undefined
  const session = await lookupSession()
  return session.kind === "live" ? (session.stored?.user ?? session.token) : undefined
}

const ERROR_STATUS: Readonly<Record<string, number | undefined>> = {
  Configuration: 500,
  AccessDenied: 403,
  Verification: 403,
  BoundSessionRequired: 403,
}
/** The client never gets the last one, so its list doesn't have it. */
const PAGE_ERRORS = [...ERROR_PAGE_ERRORS, "BoundSessionRequired"] as const

/** `GET error`: renders the error page. */
export async function showError(context: ActionContext): Promise<Outcome> {
  const { site, query, settings } = context
  const error = oneOf(query.get("error"), PAGE_ERRORS)
  const appPageUrl = appPage(context, "error")
  const operation = error === "Configuration" ? oneOf(query.get("code"), REPORTED_OPERATIONS) : undefined
  if (appPageUrl) return { kind: "redirect", to: withSearchParams(appPageUrl, site.origin, { error, code: operation }) }
  const signInUrl = pageUrl(context, "signIn")
  const status = error === undefined ? 200 : (ERROR_STATUS[error] ?? 200)
  const detail = operation ? `adapter.${operation}` : error === "Configuration" ? lastProblem(settings) : undefined
  return renderPage(context, (page, html) => html.errorPage({ ...page, error, detail, signInUrl }), { status })
}

/**
 * `GET popup`: the last page of a popup sign-in. Its script notifies the page that opened the popup, and closes it. If
 * that page is gone, the popup stays open and shows a link.
 */
export async function showPopup(context: ActionContext): Promise<Outcome> {
  const { query } = context
  const props = {
    error: readErrorParam(query) ?? (query.has("error") ? "Default" : undefined),
    code: readCodeParam(query),
    signedIn: (await context.lookupSession()).kind === "live",
    callbackUrl: await returnTo(context),
    signInUrl: pageUrl(context, "signIn"),
  }
  return renderPage(context, (page, html) => html.popupPage({ ...page, ...props }))
}

/**
 * `GET sign-in-props`: returns the props of the sign-in card, in the browser's language. The query may have the
 * `error`, `code`, `callbackUrl`, `email` and `step` of the page, and the URL of the `page` that shows the card. It has
 * no CSRF token, so that the response sets no cookie: the card requests the token when a form is sent.
 */
export async function showSignInProps(context: ActionContext): Promise<Outcome> {
  const { query } = context
  const callbackUrl = await returnTo(context, returnPage(context, query.get("page")))
  const shown = { ...staticProps(context, await messagesFor(context)), ...(await cardProps(context, callbackUrl)) }
  const props = await withStep(context, await forOwnPage(shown, context))
  return { kind: "json", body: { ...props, messages: await cardMessages(context) } }
}
