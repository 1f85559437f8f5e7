import * as v from "valibot"
import type { Settings } from "../config/settings.ts"
import { CHECK_MAX_AGE, LEAVING_COOKIE } from "../cookies/names.ts"
import { sameText } from "../crypto/bytes.ts"
import { memoize } from "../crypto/memory.ts"
import { asError, AuthError } from "../errors.ts"
import type { Visit } from "../http/auth-request.ts"
import { oauthEngine } from "../config/oauth-engine.ts"
import { sealedCookie } from "../http/sealed-cookie.ts"
import type { Outcome } from "../http/outcome.ts"
import type { SetCookie } from "../cookies/options.ts"
import type { OAuthConfig } from "../providers/types.ts"
import { Refusal } from "../errors.ts"
import type { Routed } from "../sessions/action-context.ts"
import { endsSession, type Opener } from "../sessions/opened-by.ts"

/** A sign-out that is on its way to the provider and back. It counts only in the browser that signed out. */
const signOutInProgress = sealedCookie({
  name: LEAVING_COOKIE,
  maxAge: CHECK_MAX_AGE,
  schema: v.object({
    provider: v.string(),
    account: v.string(),
    state: v.string(),
    /** Where to go in the end; already allowed. */
    callbackUrl: v.string(),
  }),
})

type SignOutInProgress = v.InferOutput<typeof signOutInProgress.schema>

/** Longer targets would not fit in the cookie. */
const MAX_TARGET = 2048

/** The address of ours that leads a browser, whose session has ended here, to the provider; the token stays on the server. */
export async function leaveThrough(
  visit: Visit,
  { provider, account }: Opener,
  callbackUrl: string,
): Promise<{ to: string; cookies: SetCookie[] }> {
  const target = callbackUrl.length > MAX_TARGET ? `${visit.site.origin}/` : callbackUrl
  const leaving = { provider: provider.id, account, state: crypto.randomUUID(), callbackUrl: target }
  return { to: addressOf(visit, provider), cookies: [await signOutInProgress.write(visit, leaving)] }
}

/**
 * `GET signout/<provider>`: leads a visitor who has signed out here on to the provider, and one who comes back from there to
 * where they wanted to go. It is the post-logout redirect URI. Nothing in the request chooses where it leads.
 */
export async function endSession(routed: Routed): Promise<Outcome> {
  const { site, provider, query } = routed
  if (!endsSession(provider)) throw new Refusal(404, "The provider's session does not end with the one here")
  const leaving = await leavingOf(routed, provider)
  const state = query.get("state")
  if (!leaving || (state !== null && !sameText(state, leaving.state)))
    return { kind: "redirect", to: `${site.origin}/` }
  const there = state === null ? await wayOut(routed, provider, leaving) : undefined
  if (there !== undefined) return { kind: "redirect", to: there }
  return { kind: "redirect", to: leaving.callbackUrl, cookies: signOutInProgress.clear(routed) }
}

/** The URL at the provider; undefined for who has signed in again meanwhile, and where the provider has none. */
async function wayOut(
  routed: Routed,
  provider: OAuthConfig,
  { account, state }: SignOutInProgress,
): Promise<string | undefined> {
  const { settings, headers, returnRedirect } = routed
  // The URL may hold the ID token: a browser that goes there takes it along, a script would read it
  if (returnRedirect || (headers.get("sec-fetch-mode") ?? "navigate") !== "navigate")
    throw new Refusal(400, "The address that leads to the provider is for a browser to open, not for a script to fetch")
  if ((await routed.reading()).kind === "live") return undefined
  try {
    const { endSessionUrl } = await import("../oauth/end-session.ts")
    const idToken = await idTokenOf(settings, provider.id, account)
    const [engine, returnTo] = [oauthEngine(settings), addressOf(routed, provider)]
    return await endSessionUrl({ engine, provider, returnTo, state, idToken })
  } catch (error) {
    warnOnce(settings, provider.id, error)
    return undefined
  }
}

async function idTokenOf(
  { adapter, logger }: Settings,
  provider: string,
  account: string,
): Promise<string | undefined> {
  try {
    const found = await adapter?.getAccount?.(account, provider)
    // Some databases take one key for another
    return found?.provider === provider && found.providerAccountId === account ? found.id_token : undefined
  } catch (error) {
    logger.error(new AuthError("AdapterError", "The ID token of a sign-out could not be read", { err: asError(error) }))
    return undefined
  }
}

const warnedProviders = memoize((_settings: Settings) => new Set<string>())

function warnOnce(settings: Settings, provider: string, error: unknown): void {
  settings.logger.debug(`The session at ${provider} could not be ended: ${asError(error).message}`)
  const warned = warnedProviders(settings)
  if (!warned.has(provider)) settings.logger.warn("end-session-unavailable")
  warned.add(provider)
}

async function leavingOf(visit: Visit, { id }: OAuthConfig): Promise<SignOutInProgress | undefined> {
  const leaving = await signOutInProgress.read(visit)
  return leaving?.provider === id ? leaving : undefined
}

function addressOf({ site }: Visit, { id }: OAuthConfig): string {
  return `${site.url}/signout/${id}`
}
