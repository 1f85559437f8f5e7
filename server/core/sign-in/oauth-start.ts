import { readAppState } from "../request/app-state.ts"
import { storeCallbackUrl } from "../cookies/jar.ts"
import type { Outcome } from "../request/outcome.ts"
import { readRememberChoice, readRememberField, storeRememberChoice } from "../sessions/session-cookies.ts"
import type { OAuthConfig } from "../../providers/types.ts"
import type { ActionContext } from "../request/action-context.ts"
import { warnOfMove } from "../config/warn-once.ts"
import { browserHash, createState, ensureBrowserBinding, sharedBinding } from "../request/sealed-cookie.ts"
import { storeTransaction, type ConfirmTransaction } from "./oauth-transaction.ts"
import { readPopupAttempt } from "./popup.ts"
import { redirectProxyFor, proxyState, isStateless } from "./redirect-proxy.ts"
import { lazy } from "../../lazy.ts"

const startAuthorization = lazy(() => import("../../oauth/index.ts"), "startAuthorization")

export interface OAuthStart {
  /** The confirmation of the signed-in user, if it isn't a sign-in. */
  confirm?: ConfirmTransaction | undefined
  /** Whether it replaces a sign-in that the browser has lost. */
  restarted?: boolean
}

/** Redirects the user to an OAuth or OpenID provider. Sealed cookies keep what the callback needs. */
export async function startOAuth(
  context: ActionContext,
  provider: OAuthConfig,
  callbackUrl: string,
  { confirm, restarted = false }: OAuthStart = {},
): Promise<Outcome> {
  const { body, settings, cookies, cookieTable } = context
  const session = await context.lookupSession()
  const link = settings.session.maxAccounts > 1 && Boolean(body.fields["link"])
  const addsAccount = settings.session.maxAccounts > 1 && session.kind === "live" && !link && !confirm
  const { secret: browser, cookies: bound } = ensureBrowserBinding(context, "signIn", await sharedBinding(context))
  // A signed-in user may want to link an account. Started again after the sign-out, it would become a sign-in
  const restarts = session.kind === "none" && !restarted
  const ownState = await createState(context, { provider: provider.id, browser, restarts })
  const request = { provider, confirm, addsAccount, stateless: isStateless(context, provider), ownState }
  const { url, checks, redirectUri } = await buildAuthorizationRequest(context, request)
  const { state, nonce, code_verifier: codeVerifier, ...extra } = checks
  const user = session.kind === "live" ? (session.userId ?? null) : null
  const popup = readPopupAttempt(context)
  const checked = { state, nonce, codeVerifier, extra, browser: await browserHash(browser), user }
  const requestedParams = {
    callbackUrl,
    remember: restarted ? readRememberChoice(context) : readRememberField(context),
    carry: readAppState(context),
    ...(link && { link }),
    ...(confirm && { confirm }),
    popup,
    redirectUri,
  }
  const transactionCookies = await storeTransaction(context, {
    ...checked,
    ...requestedParams,
    ...(request.stateless && { stateless: true }),
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

interface AuthorizationStart {
  provider: OAuthConfig
  confirm: ConfirmTransaction | undefined
  /** Whether the browser adds an account to the accounts that it is signed in to. */
  addsAccount: boolean
  /** Whether the request has no `state`. */
  stateless: boolean
  /** The `state` of a request without a redirect proxy. */
  ownState: string
}

/** Builds the authorization request. Returns its URL, the checks of its callback, and the redirect URI. */
async function buildAuthorizationRequest(
  context: ActionContext,
  { provider, confirm, addsAccount, stateless, ownState }: AuthorizationStart,
) {
  const { query, settings, site, authorizationParams = [] } = context
  const proxy = redirectProxyFor(context, provider)
  const redirectUri = `${proxy ?? site.url}/callback/${provider.id}`
  const userParams = confirm ? [] : [...query].filter(([name]) => name !== "callbackUrl")
  const { url, checks, sent } = await startAuthorization({
    engine: settings,
    provider,
    redirectUri,
    params: [
      ...authorizationParams,
      ...(addsAccount ? accountChoice(context, provider) : []),
      ...(confirm ? confirmParams(confirm) : []),
    ],
    userParams,
    sendsState: !stateless,
    state: proxy === undefined ? ownState : await proxyState(context, provider, ownState),
  })
  if (userParams.some(([name]) => !sent.has(name))) warnOfMove(settings, "authjs-authorization-params")
  return { url, checks, redirectUri }
}

// The provider's own session would sign in the same user again. Only OpenID Connect defines the value (section 3.1.2.1)
function accountChoice({ query, authorizationParams = [] }: ActionContext, provider: OAuthConfig): [string, string][] {
  const isChosen = query.has("prompt") || authorizationParams.some(([name]) => name === "prompt")
  const isConfigured = JSON.stringify(provider.authorization ?? "").includes("prompt")
  return provider.type === "oidc" && !isChosen && !isConfigured ? [["prompt", "select_account"]] : []
}

// OpenID Connect Core, section 3.1.2.1. `prompt` also asks a provider that ignores `max_age`
function confirmParams({ maxAge, acr }: ConfirmTransaction): [string, string][] {
  return [
    ["max_age", String(maxAge)],
    ["prompt", "login"],
    ...(acr ? [["acr_values", acr] satisfies [string, string]] : []),
  ]
}
