import { carryIn } from "../http/app-state.ts"
import { rememberTarget } from "../cookies/callback-url.ts"
import type { Outcome } from "../http/outcome.ts"
import { choiceIn, keepChoice } from "../sessions/remember-me.ts"
import type { OAuthConfig } from "../providers/types.ts"
import type { Routed } from "../sessions/action-context.ts"
import { warnOfMove } from "../config/warn-once.ts"
import { bindBrowser } from "./browser-binding.ts"
import { keepFlow } from "./oauth-transaction.ts"
import { oauthEngine } from "../config/oauth-engine.ts"
import { attemptIn } from "./popup.ts"
import { proxyFor, proxyState } from "./redirect-proxy.ts"
import { isStateless } from "./oauth-stateless.ts"

/** Sends the user to an OAuth or OpenID provider. What the way back needs is sealed in cookies. */
export async function startOAuth(routed: Routed, provider: OAuthConfig, callbackUrl: string): Promise<Outcome> {
  const { query, cookies, cookieTable, authorizationParams = [] } = routed
  const { startAuthorization } = await import("../oauth/index.ts")
  const proxy = proxyFor(routed, provider)
  const redirectUri = `${proxy ?? routed.site.url}/callback/${provider.id}`
  const stateless = isStateless(routed, provider)
  const added = [...query].filter(([name]) => name !== "callbackUrl")
  const { url, checks } = await startAuthorization({
    engine: oauthEngine(routed.settings),
    provider,
    redirectUri,
    params: authorizationParams,
    userParams: added,
    sendsState: !stateless,
    ...(proxy !== undefined && { state: await proxyState(routed, provider) }),
  })
  const sent = new URL(url).searchParams
  if (added.some(([name]) => !sent.has(name))) warnOfMove(routed.settings, "authjs-authorization-params")
  const { state, nonce, code_verifier: codeVerifier, ...extra } = checks
  const reading = await routed.reading()
  const user = reading.kind === "live" ? (reading.userId ?? null) : null
  const { secret: browser, cookies: bound } = await bindBrowser(routed)
  const popup = attemptIn(routed)
  const checked = { state, nonce, codeVerifier, extra, browser, user }
  const asked = { callbackUrl, remember: choiceIn(routed), carry: carryIn(routed), popup, redirectUri }
  const kept = await keepFlow(routed, { ...checked, ...asked, ...(stateless && { stateless }), provider: provider.id })
  return {
    kind: "redirect",
    to: url,
    // The page behind a popup never sees the redirect that ends the sign-in, so it is told the allowed target now
    ...(popup !== undefined && { callbackUrl }),
    cookies: [...bound, ...kept, ...keepChoice(routed), ...rememberTarget(cookies, cookieTable, callbackUrl)],
  }
}
