import { carryIn } from "../carry.ts"
import { rememberTarget } from "../cookies/callback-url.ts"
import type { Outcome } from "../outcome.ts"
import { choiceIn, keepChoice } from "../remember.ts"
import { keptSecret } from "../guards.ts"
import type { OAuthConfig } from "../providers/types.ts"
import type { Routed } from "../routed.ts"
import { keepFlow } from "./flow.ts"
import { isFormPost, oauthEngine } from "./oauth-provider.ts"
import { attemptIn } from "./popup.ts"
import { proxyFor, proxyState } from "./redirect-proxy.ts"

/** Sends the visitor to an OAuth or OpenID provider, with what must be found again on the way back sealed in cookies. */
export async function startOAuth(routed: Routed, provider: OAuthConfig, callbackUrl: string): Promise<Outcome> {
  const { query, cookies, cookieTable } = routed
  const { startAuthorization } = await import("./oauth/index.ts")
  const proxy = proxyFor(routed, provider)
  const redirectUri = `${proxy ?? routed.site.url}/callback/${provider.id}`
  const start = { engine: oauthEngine(routed.settings), provider, redirectUri, params: visitorParameters(query) }
  const through = proxy === undefined ? {} : { state: await proxyState(routed, provider) }
  const { url, checks } = await startAuthorization({ ...start, ...through })
  const { state, nonce, code_verifier: codeVerifier, ...extra } = checks
  const reading = await routed.reading()
  const user = reading.kind === "live" ? (reading.userId ?? null) : null
  const { secret: browser, cookies: csrfCookies } = await keptSecret(routed)
  const popup = attemptIn(routed)
  const checked = { state, nonce, codeVerifier, extra, browser, user }
  const remember = choiceIn(routed)
  const flow = { ...checked, provider: provider.id, callbackUrl, remember, carry: carryIn(routed), popup, redirectUri }
  const kept = await keepFlow(routed, flow, { crossSite: isFormPost(provider) })
  return {
    kind: "redirect",
    to: url,
    cookies: [...csrfCookies, ...kept, ...keepChoice(routed), ...rememberTarget(cookies, cookieTable, callbackUrl)],
  }
}

function visitorParameters(query: URLSearchParams): [string, string][] {
  return [...query].filter(([name]) => name !== "callbackUrl")
}
