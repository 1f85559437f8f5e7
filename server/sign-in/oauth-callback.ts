import { CHECK_MAX_AGE } from "../cookies/names.ts"
import { sameText } from "../crypto/bytes.ts"
import { sha256 } from "../crypto/hash.ts"
import { AuthError } from "../errors.ts"
import type { Outcome } from "../http/outcome.ts"
import type { OAuthConfig } from "../providers/types.ts"
import { Refusal } from "../errors.ts"
import type { Routed } from "../sessions/action-context.ts"
import { boundBrowser } from "./browser-binding.ts"
import { clearFlow, resumeFlow, type Flow } from "./oauth-transaction.ts"
import { openFormPost, redirectFormPost } from "./form-post.ts"
import type { Identified } from "../accounts/types.ts"
import { isFormPost, oauthEngine } from "../config/oauth-engine.ts"
import { endOf } from "./popup.ts"
import { isStateless, statelessFlow } from "./oauth-stateless.ts"

/** Resumes the flow that the provider's response belongs to, and lets the engine find out who the user is. */
export async function identifyByOAuth(routed: Routed, provider: OAuthConfig): Promise<Identified | Outcome> {
  const { settings, method } = routed
  if (isFormPost(provider) && method === "POST") return redirectFormPost(routed, provider)
  const parameters = await responseIn(routed, provider)
  const flow = isStateless(routed, provider)
    ? await statelessFlow(routed, provider)
    : await resumeFlow(routed, parameters.get("state"), provider.id)
  const linkTo = await sameUser(routed, flow)
  await claim(routed, flow.state || `unsolicited ${provider.id} ${parameters.get("code")}`)
  const { identifyOAuth } = await import("../oauth/index.ts")
  const { codeVerifier, nonce, extra } = flow
  const checks = {
    ...extra,
    ...(!flow.stateless && { state: flow.state }),
    ...(nonce && { nonce }),
    ...(codeVerifier && { code_verifier: codeVerifier }),
  }
  const { redirectUri, remember, carry } = flow
  const identity = await identifyOAuth({ engine: oauthEngine(settings), provider, redirectUri, parameters, checks })
  return {
    identity,
    callbackUrl: endOf(flow, routed),
    remember,
    carry,
    linkTo,
    cookies: await clearFlow(routed, flow.state),
  }
}

/** The parameters of the response, from the one place where this provider puts them. */
async function responseIn(routed: Routed, provider: OAuthConfig): Promise<URLSearchParams> {
  if (isFormPost(provider)) return openFormPost(routed, provider)
  if (routed.method === "GET") return routed.query
  throw new Refusal(400, `The response of ${provider.id} came by POST, which it does not use`)
}

/**
 * Checks that the response came to the browser and the user that started the flow.
 *
 * @returns the id of the user that the account is linked to
 * @throws {AuthError} `OAuthCallbackError`
 */
async function sameUser(routed: Routed, flow: Flow): Promise<string | undefined> {
  const browser = flow.state === "" ? "" : await boundBrowser(routed) // "": the provider started the sign-in
  if (browser === undefined || !sameText(browser, flow.browser)) {
    throw new AuthError("OAuthCallbackError", "The sign-in was started in another browser")
  }
  const reading = await routed.reading()
  const user = reading.kind === "live" ? (reading.userId ?? null) : null
  if (user !== flow.user)
    throw new AuthError("OAuthCallbackError", "The signed-in user changed while the sign-in was at the provider")
  return user ?? undefined
}

// By its hash: a state that leads through a redirect proxy is longer than a key in a database may be
async function claim({ settings }: Routed, name: string): Promise<void> {
  const expires = settings.now() + CHECK_MAX_AGE * 1000
  if (await settings.once.claim(`flow:${await sha256(name)}`, expires)) return
  throw new AuthError("OAuthCallbackError", "The sign-in with that state was finished before")
}
