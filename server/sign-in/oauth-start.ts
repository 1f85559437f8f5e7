import { readAppState } from "../http/app-state.ts"
import { storeCallbackUrl } from "../cookies/callback-url.ts"
import type { Outcome } from "../http/outcome.ts"
import { readRememberField, storeRememberChoice } from "../sessions/remember-me.ts"
import type { OAuthConfig } from "../providers/types.ts"
import type { ActionContext } from "../sessions/action-context.ts"
import { warnOfMove } from "../config/warn-once.ts"
import { ensureBrowserBinding } from "./browser-binding.ts"
import { storeTransaction } from "./oauth-transaction.ts"
import { oauthEngine } from "../config/oauth-engine.ts"
import { readPopupAttempt } from "./popup.ts"
import { redirectProxyFor, proxyState } from "./redirect-proxy.ts"
import { isStateless } from "./oauth-stateless.ts"

/** Redirects the user to an OAuth or OpenID provider. Sealed cookies keep what the callback needs. */
export async function startOAuth(context: ActionContext, provider: OAuthConfig, callbackUrl: string): Promise<Outcome> {
  const { query, cookies, cookieTable, authorizationParams = [] } = context
  const { startAuthorization } = await import("../oauth/index.ts")
  const proxy = redirectProxyFor(context, provider)
  const redirectUri = `${proxy ?? context.site.url}/callback/${provider.id}`
  const stateless = isStateless(context, provider)
  const added = [...query].filter(([name]) => name !== "callbackUrl")
  const { url, checks } = await startAuthorization({
    engine: oauthEngine(context.settings),
    provider,
    redirectUri,
    params: authorizationParams,
    userParams: added,
    sendsState: !stateless,
    ...(proxy !== undefined && { state: await proxyState(context, provider) }),
  })
  const sent = new URL(url).searchParams
  if (added.some(([name]) => !sent.has(name))) warnOfMove(context.settings, "authjs-authorization-params")
  const { state, nonce, code_verifier: codeVerifier, ...extra } = checks
  const session = await context.reading()
  const user = session.kind === "live" ? (session.userId ?? null) : null
  const { secret: browser, cookies: bound } = await ensureBrowserBinding(context)
  const popup = readPopupAttempt(context)
  const checked = { state, nonce, codeVerifier, extra, browser, user }
  const requestedParams = {
    callbackUrl,
    remember: readRememberField(context),
    carry: readAppState(context),
    popup,
    redirectUri,
  }
  const transactionCookies = await storeTransaction(context, {
    ...checked,
    ...requestedParams,
    ...(stateless && { stateless }),
    provider: provider.id,
  })
  return {
    kind: "redirect",
    to: url,
    // The page behind a popup never sees the redirect that ends the sign-in, so it is told the allowed target now
    ...(popup !== undefined && { callbackUrl }),
    cookies: [
      ...bound,
      ...transactionCookies,
      ...storeRememberChoice(context),
      ...storeCallbackUrl(cookies, cookieTable, callbackUrl),
    ],
  }
}
