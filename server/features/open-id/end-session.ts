import * as v from "valibot"
import type { Settings } from "../../core/config/settings.ts"
import { CHECK_MAX_AGE, END_SESSION_COOKIE } from "../../core/cookies/names.ts"
import { isEqualConstantTime } from "../../core/crypto/bytes.ts"
import { memoize } from "../../core/crypto/memory.ts"
import { asError, AuthError, RejectedRequest } from "../../errors.ts"
import type { RequestContext } from "../../core/request/auth-request.ts"
import { sealedCookie } from "../../core/request/sealed-cookie.ts"
import type { Outcome } from "../../core/request/outcome.ts"
import type { SetCookie } from "../../core/cookies/options.ts"
import type { OAuthConfig } from "../../providers/types.ts"
import { checkReturn } from "../../core/request/redirect-url.ts"
import type { ActionContext } from "../../core/request/action-context.ts"
import { supportsEndSession, type SessionProvider } from "../../core/sessions/session-cookies.ts"
import { lazy } from "../../lazy.ts"
import { isScript } from "../../core/request/wants.ts"

const endSessionUrl = lazy(() => import("../../oauth/open-id/index.ts"), "endSessionUrl")

/** A sign-out on its way to the provider and back. It counts only in the browser that signed out. */
const endSessionCookie = sealedCookie({
  name: END_SESSION_COOKIE,
  maxAge: CHECK_MAX_AGE,
  schema: v.object({
    provider: v.string(),
    account: v.string(),
    state: v.string(),
    /** Where to redirect in the end. */
    callbackUrl: v.string(),
  }),
})

type PendingEndSession = v.InferOutput<typeof endSessionCookie.schema>

/** Characters. A longer target would not fit in the cookie. */
const MAX_TARGET_LENGTH = 2048

/**
 * Returns this site's URL that redirects the browser to the provider once the session here has ended. The ID token
 * stays on the server.
 */
export async function startEndSession(
  context: RequestContext,
  { provider, account }: SessionProvider,
  callbackUrl: string,
): Promise<{ to: string; cookies: SetCookie[] }> {
  const target = callbackUrl.length > MAX_TARGET_LENGTH ? context.site.home : callbackUrl
  const pending = { provider: provider.id, account, state: crypto.randomUUID(), callbackUrl: target }
  return { to: postLogoutRedirectUri(context, provider), cookies: [await endSessionCookie.write(context, pending)] }
}

/**
 * `GET signout/<provider>`: redirects a user who signed out here to the provider, and a user who comes back from there
 * to the callback URL. It is the post-logout redirect URI. Nothing in the request chooses the target.
 */
export async function endSession(context: ActionContext): Promise<Outcome> {
  const { site, provider, query } = context
  if (!supportsEndSession(provider)) throw new RejectedRequest(404, "The provider has no `endSession`")
  const pending = await readPendingEndSession(context, provider)
  const state = query.get("state")
  if (!pending || (state !== null && !isEqualConstantTime(state, pending.state)))
    return { kind: "redirect", to: site.home }
  const endSessionUrl = state === null ? await endSessionRedirect(context, provider, pending) : undefined
  if (endSessionUrl !== undefined) return { kind: "redirect", to: endSessionUrl }
  return {
    kind: "redirect",
    to: await checkReturn(context, pending.callbackUrl),
    cookies: endSessionCookie.clear(context),
  }
}

/** Returns the provider's end-session URL. `undefined` if the provider has none, or the user has signed in again. */
async function endSessionRedirect(
  context: ActionContext,
  provider: OAuthConfig,
  { account, state }: PendingEndSession,
): Promise<string | undefined> {
  const { settings, headers, wants } = context
  // The URL may contain the ID token. A script could read it, so only a navigation gets it
  if (wants === "json" || isScript(headers))
    throw new RejectedRequest(400, "Only a navigation may open this URL, not a script")
  if ((await context.lookupSession()).kind === "live") return undefined
  try {
    const idToken = await findIdToken(settings, provider.id, account)
    const [engine, returnTo] = [settings, postLogoutRedirectUri(context, provider)]
    return await endSessionUrl({ engine, provider, returnTo, state, idToken })
  } catch (error) {
    warnOnce(settings, provider.id, error)
    return undefined
  }
}

async function findIdToken(
  { adapter, logger }: Settings,
  provider: string,
  account: string,
): Promise<string | undefined> {
  try {
    const storedAccount = await adapter?.getAccount?.(account, provider)
    // Some databases confuse similar keys
    return storedAccount?.provider === provider && storedAccount.providerAccountId === account
      ? storedAccount.id_token
      : undefined
  } catch (error) {
    logger.error(
      new AuthError("AdapterError", "The ID token for a sign-out could not be read", { err: asError(error) }),
    )
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

async function readPendingEndSession(
  context: RequestContext,
  { id }: OAuthConfig,
): Promise<PendingEndSession | undefined> {
  const pending = await endSessionCookie.read(context)
  return pending?.provider === id ? pending : undefined
}

function postLogoutRedirectUri({ site }: RequestContext, { id }: OAuthConfig): string {
  return `${site.url}/signout/${id}`
}
