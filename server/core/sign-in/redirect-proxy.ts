import { CHECK_MAX_AGE } from "../cookies/names.ts"
import { sha256 } from "../crypto/bytes.ts"
import { openValue, sealOptionsFor, sealValue } from "../crypto/sealed.ts"
import { AuthError } from "../../errors.ts"
import type { RequestContext } from "../request/auth-request.ts"
import type { Outcome } from "../request/outcome.ts"
import type { OAuthConfig } from "../../providers/types.ts"
import type { ActionContext } from "../request/action-context.ts"
import { isLoopbackHost, matchesOrigin } from "../config/site.ts"
import { isFormPost } from "../../providers/protocol.ts"
import { returnTo } from "../request/redirect-url.ts"
import { warnOfMove } from "../config/warn-once.ts"
import { callbackAddress, newestStateless, type AuthorizationTransaction } from "./oauth-transaction.ts"

const SALT = "redirect proxy state"

/** The content of the state parameter that the proxy reads. */
interface ProxyReturn {
  provider: string
  /** The callback URL of the site where the sign-in began. */
  url: string
  /** That site's own state. */
  state: string
  /** Whether that site's own configuration contains its URL, so that no host header affected `url`. */
  pinned: boolean
}

/**
 * Returns the URL of the proxy for this site's sign-ins with a provider. Returns `undefined` if the provider redirects
 * back directly: without a proxy, and on the proxy itself. Also if the provider posts or signs its response, which
 * can't be forwarded in a URL.
 */
export function redirectProxyFor(context: RequestContext, provider: OAuthConfig): string | undefined {
  const proxy = configuredProxy(context, provider)
  return proxy === context.site.url ? undefined : proxy
}

function configuredProxy({ settings }: RequestContext, provider: OAuthConfig): string | undefined {
  if (isFormPost(provider) || provider.signedResponse === true) return undefined
  return (provider.redirectProxyUrl ?? settings.redirectProxyUrl)?.replace(/\/+$/, "")
}

/**
 * Returns a state parameter that makes the proxy forward the provider's response to this site.
 *
 * @throws {AuthError} `InvalidConfiguration` if only the request's host header tells which site this is
 */
export async function proxyState(context: RequestContext, provider: OAuthConfig, state: string): Promise<string> {
  const { site, settings } = context
  const pinned = settings.site.pinned !== undefined
  const back: ProxyReturn = { provider: provider.id, url: callbackAddress(context, provider.id), state, pinned }
  if (isAllowed(context, back)) return sealValue(back, { ...proxySealOptions(context), maxAge: CHECK_MAX_AGE })
  throw new AuthError(
    "InvalidConfiguration",
    `The redirect proxy doesn't redirect to ${site.origin}: set AUTH_URL here, or list it in \`redirectProxyOrigins\``,
  )
}

/** Returns the site's own state in a state for the proxy. Any other state is returned as it is. */
export async function unwrapProxyState(context: RequestContext, state: string): Promise<string> {
  const back = (await openValue(state, proxySealOptions(context))) as ProxyReturn | null // as in forwardToOrigin
  return back?.state ?? state
}

/**
 * On the proxy: redirects a provider's response to the site where the sign-in began. Returns `undefined` if the
 * response is for this site. The state is trusted because a deployment with the same secret sealed it. It works once.
 *
 * @throws {AuthError} `OAuthCallbackError` if the proxy doesn't allow that site
 */
export async function forwardToOrigin(context: ActionContext, provider: OAuthConfig): Promise<Outcome | undefined> {
  const { query, site, settings, method } = context
  const [state, ...more] = query.getAll("state")
  if (method !== "GET" || !state || more.length > 0) return undefined
  if (configuredProxy(context, provider) !== site.url) return undefined
  // Sealed by proxyState, opened with a key that seals nothing else
  const back = (await openValue(state, proxySealOptions(context))) as ProxyReturn | null
  if (!back || back.url.startsWith(`${site.url}/`)) return undefined
  if (back.provider !== provider.id) throw proxyError("was started with another provider")
  if (!isAllowed(context, back))
    throw proxyError(`began at ${new URL(back.url).origin}, which isn't in \`redirectProxyOrigins\``)
  const fresh = await settings.replayStore.markUsed(
    `proxy:${await sha256(state)}`,
    settings.now() + CHECK_MAX_AGE * 1000,
  )
  if (!fresh) throw proxyError("was already forwarded")
  return { kind: "redirect", to: `${back.url}?${query}` }
}

// A code must not be sent without TLS. If only a host header names the site, anyone could have chosen it
function isAllowed({ settings }: RequestContext, { url, pinned }: ProxyReturn): boolean {
  const { origin, protocol, host } = new URL(url)
  if (protocol !== "https:" && !isLoopbackHost(host)) return false
  return pinned || settings.redirectProxyOrigins.some((pattern) => matchesOrigin(pattern, origin))
}

const proxySealOptions = (context: RequestContext) => sealOptionsFor(context, SALT)

function proxyError(what: string): AuthError {
  return new AuthError("OAuthCallbackError", `The sign-in ${what}; the redirect proxy rejected it`)
}

/**
 * Returns whether a provider gets no `state`. Auth.js sends none with `checks: ["none"]`, and its preset keeps that.
 * Otherwise a state is always sent. Without one, another site can sign its users in to an account of its choice.
 */
export function isStateless(context: RequestContext, provider: OAuthConfig): boolean {
  const { checks } = provider
  const off =
    context.settings.rules.stateless === true && checks?.includes("none") === true && !checks.includes("state")
  return off && redirectProxyFor(context, provider) === undefined // the redirect proxy reads the return URL from the state
}

/**
 * Returns the flow that a response without `state` belongs to. It is the newest one of this browser, or a new one if
 * the provider started the sign-in itself. Nothing proves that the user wanted the latter, so it never links an
 * account.
 *
 * @throws {AuthError} `OAuthCallbackError` if a user is signed in and this browser started no flow
 */
export async function statelessTransaction(
  context: ActionContext,
  { id }: OAuthConfig,
): Promise<AuthorizationTransaction> {
  const open = await newestStateless(context, id)
  if (open) return open
  if ((await context.lookupSession()).kind === "live") {
    warnOfMove(context.settings, "authjs-provider-started")
    throw new AuthError(
      "OAuthCallbackError",
      `${id} sent a user, but another user is signed in and this browser started no sign-in`,
    )
  }
  const callbackUrl = await returnTo(context)
  const redirectUri = callbackAddress(context, id)
  return { provider: id, state: "", stateless: true, browser: "", user: null, callbackUrl, redirectUri }
}
