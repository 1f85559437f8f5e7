import { isPaused } from "../steps/index.ts"
import { ERROR_PAGE_ERRORS, type DefaultUser } from "../../../client/contract.ts"
import { REPORTED_OPERATIONS } from "../../adapters/required.ts"
import { lastProblem } from "../config/warn-once.ts"
import { storeCallbackUrl } from "../cookies/jar.ts"
import { issueFormToken } from "../request/csrf-check.ts"
import { isNavigation } from "../request/wants.ts"
import { readEmailRequest } from "../mailbox/request.ts"
import { readCodeParam, readErrorParam, requestProps } from "../pages/sign-in-props.ts"
import { oneOf } from "../request/form.ts"
import type { Outcome } from "../request/outcome.ts"
import type { SetCookie } from "../cookies/options.ts"
import { BUILT_IN_PAGES, pageUrl, returnTo, sameOriginReferer, withSearchParams } from "../request/redirect-url.ts"
import { renderPage } from "../pages/render.ts"
import type { ActionContext } from "../request/action-context.ts"
import { identifierFirstPage, signInPage } from "../pages/sign-in.ts"

/** `GET signin`: renders the built-in page, or redirects to the app's own. */
export async function showSignIn(context: ActionContext): Promise<Outcome> {
  const { site, query, cookies, cookieTable, settings } = context
  if (!query.has("error") && (await isPaused(context))) return { kind: "redirect", to: `${site.url}/step` }
  const error = readErrorParam(query)
  // After any other error, the cookie has the page
  const cameFrom = !error || error === "SessionRequired" ? sameOriginReferer(context) : undefined
  const callbackUrl = await returnTo(context, cameFrom)
  const remembered = query.has("callbackUrl") ? storeCallbackUrl(cookies, cookieTable, callbackUrl) : []
  const elsewhere = appPage(context, "signIn")
  if (elsewhere) {
    const to = withSearchParams(elsewhere, site.origin, { callbackUrl, error, code: readCodeParam(query) })
    return { kind: "redirect", to, cookies: cookiesForNavigation(context, remembered) }
  }
  const asksAgain = error !== undefined || query.get("prompt") === "login"
  const user = asksAgain ? undefined : await signedInUser(context)
  if (user)
    return showAlreadySignedIn(context, { user, callbackUrl, cookies: cookiesForNavigation(context, remembered) })
  const { props: own, cookies: issued } = await requestProps(context, callbackUrl)
  const set = cookiesForNavigation(context, [...issued, ...remembered])
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

/** `GET signout`: renders the confirmation page. */
export async function showSignOut(context: ActionContext): Promise<Outcome> {
  const { site } = context
  const callbackUrl = await returnTo(context, sameOriginReferer(context))
  const appPageUrl = appPage(context, "signOut")
  if (appPageUrl) return { kind: "redirect", to: withSearchParams(appPageUrl, site.origin, { callbackUrl }) }
  const { csrfToken, cookies } = await issueFormToken(context)
  const props = { action: `${site.url}/signout`, csrfToken, callbackUrl, user: await signedInUserId(context) }
  return renderPage(context, (page, html) => html.signOutPage({ ...page, ...props }), {
    cookies: cookiesForNavigation(context, cookies),
  })
}

/** Returns the cookies only for a navigation. A script that fetches the page gets none. */
const cookiesForNavigation = (context: ActionContext, cookies: readonly SetCookie[]) =>
  isNavigation(context) ? cookies : []

/** Returns the signed-in user's address, or else the name. */
async function signedInUserId({ lookupSession }: Pick<ActionContext, "lookupSession">): Promise<string | undefined> {
  const session = await lookupSession()
  if (session.kind === "none") return undefined
  const { email, name } = session.stored?.user ?? session.token ?? {}
  return email || name || undefined
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

/** Seconds until the page offers to resend the email. Without JavaScript, the user can resend at once. */
const RESEND_DELAY = 30

/** `GET verify-request`: tells the user to check their inbox. */
export async function showVerifyRequest(context: ActionContext): Promise<Outcome> {
  const { settings, site, query } = context
  const provider = settings.providers.has(query.get("provider") ?? "")
    ? (query.get("provider") ?? undefined)
    : undefined
  const appPageUrl = appPage(context, "verifyRequest")
  if (appPageUrl) {
    return { kind: "redirect", to: withSearchParams(appPageUrl, site.origin, { provider, type: "email" }) }
  }
  const signInUrl = pageUrl(context, "signIn")
  const emailRequest = provider === undefined ? null : await readEmailRequest(context, provider)
  const { csrfToken, cookies } = await issueFormToken(context)
  const props = {
    provider,
    email: emailRequest?.identifier,
    signInUrl,
    csrfToken,
    error: oneOf(query.get("error"), ["Verification"]),
    resent: emailRequest?.again,
    countdown: emailRequest?.iat && Math.ceil(emailRequest.iat + RESEND_DELAY - settings.now() / 1000),
    ...emailForms(context, emailRequest?.provider),
  }
  return renderPage(context, (page, html) => html.verifyRequestPage({ ...page, ...props }), {
    cookies: cookiesForNavigation(context, cookies),
  })
}

/** Returns the forms of a browser that requested an email: enter the code, or resend. */
function emailForms({ settings, site }: ActionContext, id: string | undefined) {
  const provider = id === undefined ? undefined : settings.providers.get(id)
  if (provider?.type !== "email") return {}
  return {
    resendAction: `${site.url}/signin/${provider.id}`,
    codeAction: provider.sendsCode ? `${site.url}/callback/${provider.id}` : undefined,
    webmail: provider.webmail,
  }
}

/**
 * Returns the app's own page, if it has one. A setting with the built-in page's own path is ignored, because it would
 * redirect in a loop.
 */
function appPage({ settings, site }: ActionContext, kind: keyof typeof BUILT_IN_PAGES): string | undefined {
  const path = settings.pages[kind]
  if (!path) return undefined
  const { pathname, origin } = new URL(path, site.origin)
  const isBuiltIn =
    origin === site.origin && pathname.replace(/\/+$/, "") === `${site.basePath}/${BUILT_IN_PAGES[kind]}`
  return isBuiltIn ? undefined : path
}
