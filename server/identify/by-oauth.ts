import { CHECK_MAX_AGE } from "../cookies/names.ts"
import { sameText } from "../crypto/bytes.ts"
import { sha256 } from "../crypto/hash.ts"
import { AuthError } from "../errors.ts"
import { browserSecret } from "../guards.ts"
import type { OAuthConfig } from "../providers/types.ts"
import { Refusal } from "../refusal.ts"
import type { Routed } from "../routed.ts"
import { clearFlow, resumeFlow, type Flow } from "./flow.ts"
import type { Identified } from "./index.ts"
import { isFormPost, oauthEngine } from "./oauth-provider.ts"
import { endOf } from "./popup.ts"

/** Takes up the flow that the provider's answer belongs to, and lets the engine find out who this is. */
export async function identifyByOAuth(routed: Routed, provider: OAuthConfig): Promise<Identified> {
  const { settings } = routed
  const parameters = answerOf(routed, provider)
  const state = parameters.get("state")
  const flow = await resumeFlow(routed, state, provider.id)
  const linkTo = await sameVisitor(routed, flow, provider)
  await claim(routed, flow)
  const { identifyOAuth } = await import("./oauth/index.ts")
  const { codeVerifier, nonce, extra } = flow
  const checks = {
    ...extra,
    state: flow.state,
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
    cookies: await clearFlow(routed, state),
  }
}

/** The parameters of the answer, from the one place where this provider puts them; duplicates are the engine's to refuse. */
export function answerOf({ method, query, body }: Routed, provider: OAuthConfig): URLSearchParams {
  if (isFormPost(provider) !== (method === "POST")) {
    throw new Refusal(400, `The answer of ${provider.id} came by ${method}, which it does not use`)
  }
  if (method === "GET") return query
  const fields = Object.entries(body.fields).filter((field): field is [string, string] => field[1] !== undefined)
  return new URLSearchParams(fields)
}

// The answer counts in the browser that asked, and for the person who asked: a victim's browser finishes nobody else's sign-in
async function sameVisitor(routed: Routed, flow: Flow, provider: OAuthConfig): Promise<string | undefined> {
  // A form_post is a cross-site request: it comes with the flow's own SameSite=None cookies and no other
  if (isFormPost(provider) && flow.user === null) return undefined
  const browser = await browserSecret(routed)
  if (!browser || !sameText(browser, flow.browser)) {
    throw new AuthError("OAuthCallbackError", "The sign-in was started in another browser")
  }
  const reading = await routed.reading()
  const user = reading.kind === "live" ? (reading.userId ?? null) : null
  if (user !== flow.user)
    throw new AuthError("OAuthCallbackError", "Somebody else is signed in than when the sign-in was started")
  return user ?? undefined
}

// By its hash: a state that leads through a redirect proxy is longer than a key in a database may be
async function claim({ settings }: Routed, flow: Flow): Promise<void> {
  const expires = settings.now() + CHECK_MAX_AGE * 1000
  if (await settings.once.claim(`flow:${await sha256(flow.state)}`, expires)) return
  throw new AuthError("OAuthCallbackError", "The sign-in with that state was finished before")
}
