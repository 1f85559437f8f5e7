import { ERROR_PAGE_ERRORS } from "../../client/contract.ts"
import { OPERATIONS } from "../adapters/required.ts"
import { rememberTarget } from "../cookies/callback-url.ts"
import { formToken } from "../sessions/csrf-check.ts"
import { rememberedRequest } from "../sign-in/email/request.ts"
import { known } from "../http/one-of.ts"
import type { Outcome } from "../http/outcome.ts"
import type { SetCookie } from "../cookies/options.ts"
import { BUILT_IN_PAGES, pageUrl } from "../http/page-url.ts"
import { page } from "../pages/render.ts"
import { wantedTarget, withParameters } from "../http/redirect-url.ts"
import type { Routed } from "../sessions/action-context.ts"
import { isSeen } from "../http/is-navigation.ts"
import { signInPage } from "../pages/sign-in.ts"
import { codeIn, errorIn, visitorsProps } from "../pages/sign-in-props.ts"

/** `GET signin`: the built-in page, or the way to the app's own. */
export async function showSignIn(routed: Routed): Promise<Outcome> {
  const { site, query, cookies, cookieTable } = routed
  const callbackUrl = await wantedTarget(routed, query.get("callbackUrl"))
  const remembered = query.has("callbackUrl") ? rememberTarget(cookies, cookieTable, callbackUrl) : []
  const error = errorIn(query)
  const elsewhere = appPage(routed, "signIn")
  if (elsewhere) {
    const to = withParameters(elsewhere, site.origin, { callbackUrl, error, code: codeIn(query) })
    return { kind: "redirect", to, cookies: forPage(routed, remembered) }
  }
  const { own, cookies: issued } = await visitorsProps(routed, callbackUrl)
  return signInPage(routed, own, forPage(routed, [...issued, ...remembered]))
}

/** `GET signout`: asks before signing out. */
export async function showSignOut(routed: Routed): Promise<Outcome> {
  const { site, query } = routed
  const callbackUrl = await wantedTarget(routed, query.get("callbackUrl"))
  const own = appPage(routed, "signOut")
  if (own) return { kind: "redirect", to: withParameters(own, site.origin, { callbackUrl }) }
  const { csrfToken, cookies } = await formToken(routed)
  const props = { action: `${site.url}/signout`, csrfToken, callbackUrl, user: await signedIn(routed) }
  return page(routed, (html, surroundings) => html.signOutPage({ ...surroundings, ...props }), {
    cookies: forPage(routed, cookies),
  })
}

/** The cookies of a page that somebody sees; a script that only fetches it gets none. */
const forPage = (routed: Routed, cookies: readonly SetCookie[]) => (isSeen(routed) ? cookies : [])

/** The address, or else the name, of who is signed in. */
async function signedIn(routed: Routed): Promise<string | undefined> {
  const reading = await routed.reading()
  if (reading.kind === "none") return undefined
  const { email, name } = reading.stored?.user ?? reading.token ?? {}
  return email || name || undefined
}

const ERROR_STATUS: Readonly<Record<string, number | undefined>> = {
  Configuration: 500,
  AccessDenied: 403,
  Verification: 403,
}

/** `GET error`: says in words what went wrong. */
export async function showError(routed: Routed): Promise<Outcome> {
  const { site, query } = routed
  const error = known(query.get("error"), ERROR_PAGE_ERRORS)
  const own = appPage(routed, "error")
  const operation = error === "Configuration" ? known(query.get("code"), OPERATIONS) : undefined
  if (own) return { kind: "redirect", to: withParameters(own, site.origin, { error, code: operation }) }
  const signInUrl = pageUrl(routed, "signIn")
  const status = error === undefined ? 200 : (ERROR_STATUS[error] ?? 200)
  const detail = operation && `adapter.${operation}`
  return page(routed, (html, surroundings) => html.errorPage({ ...surroundings, error, detail, signInUrl }), { status })
}

/**
 * `GET popup`: where a sign-in in a window of its own ends. Its script tells the page that opened the window, and closes it; where
 * that page is gone, it stays and leads on.
 */
export async function showPopup(routed: Routed): Promise<Outcome> {
  const { query } = routed
  const props = {
    error: errorIn(query) ?? (query.has("error") ? "Default" : undefined),
    code: codeIn(query),
    signedIn: (await routed.reading()).kind === "live",
    callbackUrl: await wantedTarget(routed, query.get("callbackUrl")),
    signInUrl: pageUrl(routed, "signIn"),
  }
  return page(routed, (html, surroundings) => html.popupPage({ ...surroundings, ...props }))
}

/** Seconds before the page offers to send another mail; whoever has no script may ask at once. */
const RESEND_AFTER = 30

/** `GET verify-request`: says where to look for the mail. */
export async function showVerifyRequest(routed: Routed): Promise<Outcome> {
  const { settings, site, query } = routed
  const provider = settings.providers.has(query.get("provider") ?? "")
    ? (query.get("provider") ?? undefined)
    : undefined
  const own = appPage(routed, "verifyRequest")
  if (own) {
    return { kind: "redirect", to: withParameters(own, site.origin, { provider, type: "email" }) }
  }
  const signInUrl = pageUrl(routed, "signIn")
  const asked = provider === undefined ? null : await rememberedRequest(routed, provider)
  const { csrfToken, cookies } = await formToken(routed)
  const props = {
    provider,
    email: asked?.identifier,
    signInUrl,
    csrfToken,
    error: known(query.get("error"), ["Verification"]),
    resent: asked?.again,
    countdown: asked?.iat && Math.ceil(asked.iat + RESEND_AFTER - settings.now() / 1000),
    ...mailForms(routed, asked?.provider),
  }
  return page(routed, (html, surroundings) => html.verifyRequestPage({ ...surroundings, ...props }), {
    cookies: forPage(routed, cookies),
  })
}

/** What the browser that asked for a mail can do while it waits. */
function mailForms({ settings, site }: Routed, id: string | undefined) {
  const provider = id === undefined ? undefined : settings.providers.get(id)
  if (provider?.type !== "email") return {}
  return {
    resendAction: `${site.url}/signin/${provider.id}`,
    codeAction: provider.sendsCode ? `${site.url}/callback/${provider.id}` : undefined,
    webmail: provider.webmail,
  }
}

/** The app's own page, if it has one; a setting that names the built-in page's own path would send it in a circle. */
function appPage({ settings, site }: Routed, kind: keyof typeof BUILT_IN_PAGES): string | undefined {
  const path = settings.pages[kind]
  if (!path) return undefined
  const { pathname, origin } = new URL(path, site.origin)
  const isBuiltIn =
    origin === site.origin && pathname.replace(/\/+$/, "") === `${site.basePath}/${BUILT_IN_PAGES[kind]}`
  return isBuiltIn ? undefined : path
}
