import type { SetCookie } from "../cookies/options.ts"
import { confirmUrl, requireStepUps } from "../proofs/step-ups.ts"
import type { AuthRequest } from "../request/auth-request.ts"
import { AuthError, RejectedRequest } from "../../errors.ts"
import type { Outcome } from "../request/outcome.ts"
import { isFormPost } from "../../providers/protocol.ts"
import type { OAuthConfig } from "../../providers/types.ts"
import type { ActionContext } from "../request/action-context.ts"
import { isStartedHere, mayRestart } from "../request/sealed-cookie.ts"
import {
  clearTransaction,
  consumeOnce,
  markUsed,
  readResponseState,
  resumeTransaction,
  UnawaitedResponse,
  type AuthorizationTransaction,
} from "./oauth-transaction.ts"
import { startOAuth } from "./oauth-start.ts"
import { returnTo, withSearchParams } from "../request/redirect-url.ts"
import { USER_CHANGED } from "./settle.ts"
import type { Identity } from "../../providers/identity.ts"
import type { VerifiedIdentity } from "../users/types.ts"
import { finalUrl } from "./popup.ts"
import { forwardToOrigin, isStateless, statelessTransaction, unwrapProxyState } from "./redirect-proxy.ts"
import type { FailedReturn, FormPost, SignInFeature } from "./feature.ts"
import { lazy } from "../../lazy.ts"

const identifyOAuth = lazy(() => import("../../oauth/index.ts"), "identifyOAuth")

/**
 * Resumes the sign-in that the provider's response belongs to, and identifies the user. If no sign-in waits for the
 * response, a signed-in user goes on, and a sign-in that this browser lost starts again.
 */
export async function identifyByOAuth(
  context: ActionContext,
  provider: OAuthConfig,
): Promise<VerifiedIdentity | Outcome> {
  const isProxied = (provider.redirectProxyUrl ?? context.settings.redirectProxyUrl) !== undefined
  const forwarded = isProxied && (await forwardToOrigin(context, provider))
  if (forwarded) return forwarded
  const formPost = isFormPost(provider) ? requireFormPost(context.settings, provider) : undefined
  if (formPost && context.method === "POST") return formPost.redirect(context, provider)
  let parameters = new URLSearchParams()
  try {
    parameters = formPost ? await formPost.open(context, provider) : readQuery(context, provider)
    return await identifyByResponse(context, provider, parameters)
  } catch (thrown) {
    if (!(thrown instanceof UnawaitedResponse)) throw thrown
    const outcome = await goOn(context, provider, parameters)
    if (!outcome) throw thrown
    context.settings.logger.debug(`No sign-in waited for the response of ${provider.id}: ${thrown.message}`)
    return outcome
  }
}

/** @throws {AuthError} `InvalidProvider` in a Worker that lacks the feature */
function requireFormPost({ features }: ActionContext["settings"], { id }: OAuthConfig): FormPost {
  const rows: readonly SignInFeature[] = features
  const formPost = rows.find((row) => row.formPost)?.formPost
  if (!formPost) throw new AuthError("InvalidProvider", `Provider ${id} needs \`openId\` in \`features\``)
  return formPost
}

/** Returns the parameters of the response, from the only place where a provider that doesn't post may send them. */
function readQuery({ method, query }: ActionContext, { id }: OAuthConfig): URLSearchParams {
  if (method === "GET") return query
  throw new RejectedRequest(400, `The response of ${id} was sent by POST, but this provider uses GET`)
}

async function identifyByResponse(
  context: ActionContext,
  provider: OAuthConfig,
  parameters: URLSearchParams,
): Promise<VerifiedIdentity> {
  const { settings } = context
  const isUnbound = settings.rules.stateless === true && isStateless(context, provider)
  const transaction = isUnbound
    ? await statelessTransaction(context, provider)
    : await resumeTransaction(context, readResponseState(parameters), provider.id)
  const users = await requireSameBrowser(context, transaction)
  await consumeOnce(context.settings, transaction.state || `unsolicited ${provider.id} ${parameters.get("code")}`)
  const { codeVerifier, nonce, extra } = transaction
  const checks = {
    ...extra,
    ...(!transaction.stateless && { state: transaction.state }),
    ...(nonce && { nonce }),
    ...(codeVerifier && { code_verifier: codeVerifier }),
  }
  const { redirectUri, remember, carry, confirm } = transaction
  const identity = await identifyOAuth({ engine: settings, provider, redirectUri, parameters, checks })
  const { emailProven, user } = identity
  return {
    identity,
    proof: { kind: "provider", ...(emailProven && user.email && { email: user.email }) },
    callbackUrl: withFragment(
      provider,
      transaction.popup === undefined ? transaction.callbackUrl : finalUrl(transaction, context),
    ),
    remember,
    appState: carry,
    ...(confirm ? { confirm } : users),
    provenAt: readAuthTime(identity, settings.now()),
    cookies: await clearTransaction(context, transaction.state),
  }
}

/**
 * Responds to a response that nothing waits for, for example after a reload. It never signs in. A signed-in user goes
 * on to their page. A sign-in whose cookies this browser has lost asks the provider again, once.
 */
async function goOn(
  context: ActionContext,
  provider: OAuthConfig,
  parameters: URLSearchParams,
): Promise<Outcome | undefined> {
  const callbackUrl = await returnTo(context)
  const sentState = readResponseState(parameters)
  if ((await context.lookupSession()).kind === "live")
    return {
      kind: "redirect",
      to: withFragment(provider, callbackUrl),
      cookies: await clearTransaction(context, sentState),
    }
  const succeeded = parameters.has("code") || parameters.has("response")
  if (!sentState || !succeeded) return undefined
  const isLost = await mayRestart(context, provider.id, await unwrapProxyState(context, sentState))
  if (!isLost || !(await markUsed(context.settings, sentState))) return undefined
  return startOAuth({ ...context, query: new URLSearchParams() }, provider, callbackUrl, { restarted: true })
}

// Facebook adds `#_=_` to the callback URL, and a redirect without a fragment keeps it (RFC 9110, section 10.2.2)
function withFragment({ authorization }: OAuthConfig, url: string): string {
  const isFacebook = JSON.stringify(authorization ?? "").includes("//www.facebook.com/")
  return isFacebook && !url.includes("#") ? `${url}#` : url
}

/**
 * Checks that the response came to the browser that started the sign-in.
 *
 * @returns the id of the user to link the account to, or of the only user who may sign in with the response
 * @throws {AuthError} `OAuthCallbackError`
 */
async function requireSameBrowser(
  context: ActionContext,
  transaction: AuthorizationTransaction,
): Promise<Pick<VerifiedIdentity, "linkTo" | "onlyFor">> {
  // An empty state means that the provider started the sign-in
  if (transaction.state !== "" && !(await isStartedHere(context, transaction.browser))) {
    throw new AuthError("OAuthCallbackError", "The sign-in was started in another browser")
  }
  const session = await context.lookupSession()
  const user = session.kind === "live" ? (session.userId ?? null) : null
  if (user !== transaction.user) {
    // Another tab has signed the same user in, or the session has ended meanwhile
    const id = user ?? transaction.user
    if (id !== null && !transaction.confirm) return { onlyFor: { id, isSignedIn: user !== null } }
    throw new AuthError("OAuthCallbackError", USER_CHANGED)
  }
  // A browser with several accounts links only if the user asked to
  const links = context.settings.session.maxAccounts === 1 || transaction.link === true
  return { linkTo: (links ? user : null) ?? undefined }
}

/** Returns when the user signed in at the provider, if its ID token says so. The session isn't fresher than that. */
export function readAuthTime({ authenticated }: Identity, now: number): number | undefined {
  const time = authenticated?.time
  return typeof time === "number" && Number.isInteger(time) && time >= 0
    ? Math.min(time, Math.floor(now / 1000))
    : undefined
}

/** Redirects the user to the provider. */
export async function startAtProvider(
  context: ActionContext,
  provider: OAuthConfig,
  callbackUrl: string,
): Promise<Outcome> {
  await requireStepUpToLink(context, provider)
  return startOAuth(context, provider, callbackUrl)
}

/**
 * Requires a confirmation before a signed-in user links a provider for the first time. A user who has an account there
 * may sign in with it again. The callback decides in the end.
 */
async function requireStepUpToLink(context: ActionContext, { id }: OAuthConfig): Promise<void> {
  const { settings } = context
  const { adapter, session: options } = settings
  if (!adapter?.listAccounts || (options.maxAccounts > 1 && !context.body.fields["link"])) return
  const session = await context.lookupSession()
  if (session.kind === "none" || session.userId === undefined) return
  const accounts = await adapter.listAccounts(session.userId)
  if (accounts.some(({ provider }) => provider === id)) return
  await requireStepUps(settings, "adapter").require(context, session)
}

const readState = ({ query, body }: AuthRequest) => readResponseState(query) ?? body.fields["state"] ?? null

/** Returns cookies that clear the transaction of a callback that failed. */
export function clearFailedTransaction(authRequest: AuthRequest): Promise<SetCookie[]> {
  return clearTransaction(authRequest, readState(authRequest))
}

/**
 * Returns where a failed popup sign-in or a failed confirmation ends. Other flows have pages for failures, so the
 * result is `undefined`.
 */
export async function failedReturn(authRequest: AuthRequest): Promise<FailedReturn | undefined> {
  const { query: _, body: __, target, ...context } = authRequest
  const state = readState(authRequest)
  if (!target || !state) return undefined
  const transaction = await resumeTransaction(context, state, target).catch(() => undefined) // its error was already reported
  if (!transaction) return undefined
  const { confirm, popup, callbackUrl } = transaction
  if (popup !== undefined) return { url: finalUrl(transaction, context) }
  // The user is still signed in
  if (!confirm) return undefined
  const url = withSearchParams(confirmUrl(context, confirm), context.site.origin, { callbackUrl })
  return { url, error: "OAuthCallbackError" }
}
