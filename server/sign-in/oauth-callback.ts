import { CHECK_MAX_AGE } from "../cookies/names.ts"
import { isEqualConstantTime } from "../crypto/bytes.ts"
import { sha256 } from "../crypto/hash.ts"
import { AuthError, RejectedRequest } from "../errors.ts"
import type { Outcome } from "../http/outcome.ts"
import type { OAuthConfig } from "../providers/types.ts"
import type { ActionContext } from "../sessions/action-context.ts"
import { readBrowserBinding } from "../sessions/browser-binding.ts"
import {
  clearTransaction,
  readResponseState,
  resumeTransaction,
  type AuthorizationTransaction,
} from "./oauth-transaction.ts"
import { openFormPost, redirectFormPost } from "./form-post.ts"
import type { Identity } from "../providers/identity.ts"
import type { VerifiedIdentity } from "../accounts/types.ts"
import { isFormPost, oauthEngine } from "../config/oauth-engine.ts"
import { finalUrl } from "./popup.ts"
import { isStateless, statelessTransaction } from "./redirect-proxy.ts"

/** Resumes the flow that the provider's response belongs to, and lets the engine identify the user. */
export async function identifyByOAuth(
  context: ActionContext,
  provider: OAuthConfig,
): Promise<VerifiedIdentity | Outcome> {
  const { settings, method } = context
  if (isFormPost(provider) && method === "POST") return redirectFormPost(context, provider)
  const parameters = await readAuthorizationResponse(context, provider)
  const transaction = isStateless(context, provider)
    ? await statelessTransaction(context, provider)
    : await resumeTransaction(context, await readResponseState(parameters), provider.id)
  const linkTo = await requireSameUser(context, transaction)
  await consumeOnce(context, transaction.state || `unsolicited ${provider.id} ${parameters.get("code")}`)
  const { identifyOAuth } = await import("../oauth/index.ts")
  const { codeVerifier, nonce, extra } = transaction
  const checks = {
    ...extra,
    ...(!transaction.stateless && { state: transaction.state }),
    ...(nonce && { nonce }),
    ...(codeVerifier && { code_verifier: codeVerifier }),
  }
  const { redirectUri, remember, carry, confirm } = transaction
  const identity = await identifyOAuth({ engine: oauthEngine(settings), provider, redirectUri, parameters, checks })
  const { emailProven, user } = identity
  return {
    identity,
    proof: { kind: "provider", ...(emailProven && user.email && { email: user.email }) },
    callbackUrl: finalUrl(transaction, context),
    remember,
    appState: carry,
    linkTo: confirm ? undefined : linkTo,
    ...(confirm && { confirm }),
    provenAt: readAuthTime(identity, settings.now()),
    cookies: await clearTransaction(context, transaction.state),
  }
}

/** Returns the parameters of the response, from the only place where this provider may send them. */
async function readAuthorizationResponse(context: ActionContext, provider: OAuthConfig): Promise<URLSearchParams> {
  if (isFormPost(provider)) return openFormPost(context, provider)
  if (context.method === "GET") return context.query
  throw new RejectedRequest(400, `The response of ${provider.id} was sent by POST, but this provider uses GET`)
}

/**
 * Checks that the response came to the browser and the user that started the flow.
 *
 * @returns the id of the user that the account is linked to, or `undefined` if it isn't linked to the signed-in user
 * @throws {AuthError} `OAuthCallbackError`
 */
async function requireSameUser(
  context: ActionContext,
  transaction: AuthorizationTransaction,
): Promise<string | undefined> {
  const browser = transaction.state === "" ? "" : readBrowserBinding(context) // an empty state means that the provider started the sign-in
  if (browser === undefined || !isEqualConstantTime(browser, transaction.browser)) {
    throw new AuthError("OAuthCallbackError", "The sign-in was started in another browser")
  }
  const session = await context.lookupSession()
  const user = session.kind === "live" ? (session.userId ?? null) : null
  if (user !== transaction.user)
    throw new AuthError("OAuthCallbackError", "The signed-in user changed while the sign-in was at the provider")
  // A browser with several accounts links only if the user asked to
  const links = context.settings.session.maxAccounts === 1 || transaction.link === true
  return (links ? user : null) ?? undefined
}

// Stores a hash, because a redirect proxy's state may be too long for a database key
async function consumeOnce({ settings }: ActionContext, name: string): Promise<void> {
  const expires = settings.now() + CHECK_MAX_AGE * 1000
  if (await settings.replayStore.markUsed(`flow:${await sha256(name)}`, expires)) return
  throw new AuthError("OAuthCallbackError", "The sign-in with that state was already completed")
}

/** Returns when the user signed in at the provider, if its ID token says so. The session isn't fresher than that. */
export function readAuthTime({ authenticated }: Identity, now: number): number | undefined {
  const time = authenticated?.time
  return typeof time === "number" && Number.isInteger(time) && time >= 0
    ? Math.min(time, Math.floor(now / 1000))
    : undefined
}
