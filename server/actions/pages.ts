import { ERROR_PAGE_ERRORS } from "../../client/contract.ts"
import { REPORTED_OPERATIONS } from "../adapters/required.ts"
import { storeCallbackUrl } from "../cookies/callback-url.ts"
import { issueFormToken } from "../sessions/csrf-check.ts"
import { readEmailRequest } from "../sign-in/email/request.ts"
import { oneOf } from "../http/one-of.ts"
import type { Outcome } from "../http/outcome.ts"
import type { SetCookie } from "../cookies/options.ts"
import { BUILT_IN_PAGES, pageUrl } from "../http/page-url.ts"
import { renderPage } from "../pages/render.ts"
import { requestedRedirect, withSearchParams } from "../http/redirect-url.ts"
import type { ActionContext } from "../sessions/action-context.ts"
import { isNavigation } from "../http/is-navigation.ts"
import { signInPage } from "../pages/sign-in.ts"
import { readCodeParam, readErrorParam, requestProps } from "../pages/sign-in-props.ts"

/** `GET signin`: the built-in page, or the way to the app's own. */
export async function showSignIn(context: ActionContext): Promise<Outcome> {
  const { site, query, cookies, cookieTable } = context
  const callbackUrl = await requestedRedirect(context, query.get("callbackUrl"))
  const remembered = query.has("callbackUrl") ? storeCallbackUrl(cookies, cookieTable, callbackUrl) : []
  const error = readErrorParam(query)
  const elsewhere = appPage(context, "signIn")
  if (elsewhere) {
    const to = withSearchParams(elsewhere, site.origin, { callbackUrl, error, code: readCodeParam(query) })
    return { kind: "redirect", to, cookies: cookiesForNavigation(context, remembered) }
  }
  const { props: own, cookies: issued } = await requestProps(context, callbackUrl)
  return signInPage(context, own, cookiesForNavigation(context, [...issued, ...remembered]))
}

/** `GET signout`: asks before signing out. */
export async function showSignOut(context: ActionContext): Promise<Outcome> {
  const { site, query } = context
  const callbackUrl = await requestedRedirect(context, query.get("callbackUrl"))
  const appPageUrl = appPage(context, "signOut")
  if (appPageUrl) return { kind: "redirect", to: withSearchParams(appPageUrl, site.origin, { callbackUrl }) }
  const { csrfToken, cookies } = await issueFormToken(context)
  const props = { action: `${site.url}/signout`, csrfToken, callbackUrl, user: await signedInUserId(context) }
  return renderPage(context, (html, serviceOptions) => html.signOutPage({ ...serviceOptions, ...props }), {
    cookies: cookiesForNavigation(context, cookies),
  })
}

/** The cookies of a page that somebody sees; a script that only fetches it gets none. */
const cookiesForNavigation = (context: ActionContext, cookies: readonly SetCookie[]) =>
  isNavigation(context) ? cookies : []

/** The address, or else the name, of who is signed in. */
async function signedInUserId(context: ActionContext): Promise<string | undefined> {
  const session = await context.reading()
  if (session.kind === "none") return undefined
  const { email, name } = session.stored?.user ?? session.token ?? {}
  return email || name || undefined
}

const ERROR_STATUS: Readonly<Record<string, number | undefined>> = {
  Configuration: 500,
  AccessDenied: 403,
  Verification: 403,
}

/** `GET error`: says in words what went wrong. */
export async function showError(context: ActionContext): Promise<Outcome> {
  const { site, query } = context
  const error = oneOf(query.get("error"), ERROR_PAGE_ERRORS)
  const appPageUrl = appPage(context, "error")
  const operation = error === "Configuration" ? oneOf(query.get("code"), REPORTED_OPERATIONS) : undefined
  if (appPageUrl) return { kind: "redirect", to: withSearchParams(appPageUrl, site.origin, { error, code: operation }) }
  const signInUrl = pageUrl(context, "signIn")
  const status = error === undefined ? 200 : (ERROR_STATUS[error] ?? 200)
  const detail = operation && `adapter.${operation}`
  return renderPage(
    context,
    (html, serviceOptions) => html.errorPage({ ...serviceOptions, error, detail, signInUrl }),
    { status },
  )
}

/**
 * `GET popup`: where a sign-in in a window of its own ends. Its script tells the page that opened the window, and closes it; where
 * that page is gone, it stays and leads on.
 */
export async function showPopup(context: ActionContext): Promise<Outcome> {
  const { query } = context
  const props = {
    error: readErrorParam(query) ?? (query.has("error") ? "Default" : undefined),
    code: readCodeParam(query),
    signedIn: (await context.reading()).kind === "live",
    callbackUrl: await requestedRedirect(context, query.get("callbackUrl")),
    signInUrl: pageUrl(context, "signIn"),
  }
  return renderPage(context, (html, serviceOptions) => html.popupPage({ ...serviceOptions, ...props }))
}

/** Seconds before the page offers to send another mail; whoever has no script may ask at once. */
const RESEND_DELAY = 30

/** `GET verify-request`: says where to look for the mail. */
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
  return renderPage(context, (html, serviceOptions) => html.verifyRequestPage({ ...serviceOptions, ...props }), {
    cookies: cookiesForNavigation(context, cookies),
  })
}

/** What the browser that asked for a mail can do while it waits. */
function emailForms({ settings, site }: ActionContext, id: string | undefined) {
  const provider = id === undefined ? undefined : settings.providers.get(id)
  if (provider?.type !== "email") return {}
  return {
    resendAction: `${site.url}/signin/${provider.id}`,
    codeAction: provider.sendsCode ? `${site.url}/callback/${provider.id}` : undefined,
    webmail: provider.webmail,
  }
}

/** The app's own page, if it has one; a setting that names the built-in page's own path would send it in a circle. */
function appPage({ settings, site }: ActionContext, kind: keyof typeof BUILT_IN_PAGES): string | undefined {
  const path = settings.pages[kind]
  if (!path) return undefined
  const { pathname, origin } = new URL(path, site.origin)
  const isBuiltIn =
    origin === site.origin && pathname.replace(/\/+$/, "") === `${site.basePath}/${BUILT_IN_PAGES[kind]}`
  return isBuiltIn ? undefined : path
}
