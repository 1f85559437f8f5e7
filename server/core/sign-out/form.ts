import { emitEvent } from "../request/emit.ts"
import { versionCookie } from "../request/version-cookie.ts"
import type { Outcome } from "../request/outcome.ts"
import { issueFormToken } from "../request/csrf-check.ts"
import { returnTo, sameOriginReferer, withSearchParams } from "../request/redirect-url.ts"
import type { ActionContext } from "../request/action-context.ts"
import { clearSessionProvider, readSessionProvider } from "../sessions/session-cookies.ts"
import type { SetCookie } from "../cookies/options.ts"
import type { SessionFeature } from "../sessions/feature.ts"
import { appPage, cookiesForNavigation } from "../pages/app-page.ts"
import { renderPage } from "../pages/render.ts"
import { requireProviderEnd } from "./provider-end.ts"

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

/** Returns the signed-in user's address, or else the name. */
async function signedInUserId({ lookupSession }: Pick<ActionContext, "lookupSession">): Promise<string | undefined> {
  const session = await lookupSession()
  if (session.kind === "none") return undefined
  const { email, name } = session.stored?.user ?? session.token ?? {}
  return email || name || undefined
}

/**
 * `POST signout`: ends all sessions of this browser and redirects back, through the provider if `endSession` is set.
 */
export async function signOut(context: ActionContext): Promise<Outcome> {
  const { settings, sessions } = context
  const to = await returnTo(context)
  const lookup = await context.lookupSession()
  const session = (lookup.kind === "none" && (lookup.closing?.session ?? lookup.ending)) || lookup
  // First the features: if one fails, the user is still signed in and can try again
  const features: readonly SessionFeature[] = settings.features
  const others: SetCookie[] = []
  for (const feature of features) others.push(...((await feature.onSignOut?.(context, session)) ?? []))
  const { cookies, message } = await sessions.end(context, session)
  if (session.kind === "live") await emitEvent(context, "signOut", message)
  const ended = [...cookies, ...others, ...clearSessionProvider(context), versionCookie(context)]
  // The provider's URL contains the ID token, and a thief of the cookies can't prove the key of a bound session
  const isUnproven = lookup.kind === "none" && lookup.isUnproven
  const opener = isUnproven ? null : await readSessionProvider(context, session)
  if (!opener) return { kind: "redirect", to, cookies: ended }
  const throughProvider = await requireProviderEnd(settings).start(context, opener, to)
  return { kind: "redirect", to: throughProvider.to, cookies: [...ended, ...throughProvider.cookies] }
}
