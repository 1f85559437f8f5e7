import { emitEvent } from "../request/emit.ts"
import { versionCookie } from "../request/version-cookie.ts"
import type { Outcome } from "../request/outcome.ts"
import { returnTo } from "../request/redirect-url.ts"
import type { ActionContext } from "../request/action-context.ts"
import { clearSessionProvider, readSessionProvider } from "../sessions/session-cookies.ts"
import type { SetCookie } from "../cookies/options.ts"
import type { SessionFeature } from "../sessions/feature.ts"
import { requireProviderEnd } from "./provider-end.ts"

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
