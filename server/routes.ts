import { accountFailure, sessionFailure } from "./actions/json-failures.ts"
import { csrf } from "./actions/csrf.ts"
import { providers } from "./actions/providers.ts"
import { session, updateSession } from "./actions/session.ts"
import { AuthError, RejectedRequest } from "./errors.ts"
import type { Settings } from "./config/settings.ts"
import type { ActionPath, AuthRequest } from "./http/auth-request.ts"
import { checkCsrf } from "./sessions/csrf-check.ts"
import { CALLBACK_LIMITS, START_LIMITS, type RouteLimit } from "./sign-in/limits/kinds.ts"
import { checkOrigin } from "./http/origin.ts"
import type { Outcome } from "./http/outcome.ts"
import { usableProviders } from "./http/public-provider.ts"
import type { ProviderConfig } from "./providers/types.ts"
import type { ActionContext } from "./sessions/action-context.ts"
import { sessionStrategy } from "./sessions/index.ts"

/** Everything about one route. The row says which checks run, and they run only here. */
export interface Route {
  run(context: ActionContext): Promise<Outcome>
  /**
   * How a failure is reported. `json`: as a status. `page`: as a redirect to the error page or the sign-in page, or as
   * a plain
   * page if the configuration is at fault. `negotiated`: as the same redirect, in JSON if the client asked for JSON.
   */
  responds: "json" | "page" | "negotiated"
  /** Returns another response to a failure, or `undefined` for the default one. */
  onError?(error: AuthError, request: AuthRequest): Outcome | undefined
  /** The meaning of the path segment after the action. @default nothing */
  target?: "provider" | "provider or none" | "asset"
  /** Whether the form must contain the CSRF token. @default false */
  csrf?(provider: ProviderConfig | undefined): boolean
  /** The rate limit that its requests count toward. @default none */
  limit?(provider: ProviderConfig | undefined): RouteLimit | undefined
  /** Whether a page of another site may post here, as with an identity provider's `form_post`. @default false */
  crossSite?(provider: ProviderConfig | undefined): boolean
  /** Whether a GET changes state, so that a HEAD is rejected instead of run. @default false */
  changesState?(provider: ProviderConfig | undefined): boolean
}

/** Loads an action when it is first needed, so a server that only reads sessions doesn't load the rest. */
function lazyAction(load: () => Promise<Route["run"]>): Route["run"] {
  const memo: { run?: Route["run"] } = {}
  return async (context) => (memo.run ??= await load())(context)
}

const loadPages = () => import("./actions/pages.ts")
const showSignOut = lazyAction(async () => (await loadPages()).showSignOut)
const endSession = lazyAction(async () => (await import("./actions/end-session.ts")).endSession)
const callback = lazyAction(async () => (await import("./actions/callback.ts")).callback)

const startLimit = (provider: ProviderConfig | undefined) => provider && START_LIMITS[provider.type]
const callbackLimit = (provider: ProviderConfig | undefined) => provider && CALLBACK_LIMITS[provider.type]
const linkLimit = (provider: ProviderConfig | undefined) => (provider?.type === "email" ? "code" : undefined)
const acceptsEveryProvider = () => true
const isOAuth = (provider: ProviderConfig | undefined) => provider?.type === "oauth" || provider?.type === "oidc"
const needsCsrfToken = (provider: ProviderConfig | undefined) => !isOAuth(provider)

/** Every request that Latchkit responds to. */
export const ROUTES: Readonly<Record<string, Route | undefined>> = {
  "GET account": {
    responds: "negotiated",
    onError: accountFailure,
    run: lazyAction(async () => (await import("./actions/account.ts")).showAccount),
  },
  "POST account": {
    responds: "negotiated",
    onError: accountFailure,
    run: lazyAction(async () => (await import("./actions/account.ts")).changeAccount),
    csrf: acceptsEveryProvider,
  },
  "GET assets": {
    responds: "negotiated",
    run: lazyAction(async () => (await import("./actions/assets.ts")).showAsset),
    target: "asset",
  },
  "GET callback": {
    responds: "negotiated",
    run: callback,
    target: "provider",
    changesState: isOAuth,
    limit: linkLimit,
  },
  "POST backchannel-logout": {
    responds: "json",
    run: lazyAction(async () => (await import("./actions/backchannel-logout.ts")).backchannelLogout),
    target: "provider",
  },
  "POST callback": {
    responds: "negotiated",
    run: callback,
    target: "provider",
    csrf: needsCsrfToken,
    crossSite: isOAuth,
    limit: callbackLimit,
  },
  "GET csrf": { responds: "json", run: csrf },
  "GET error": { responds: "page", run: lazyAction(async () => (await loadPages()).showError) },
  "GET popup": { responds: "page", run: lazyAction(async () => (await loadPages()).showPopup) },
  "GET providers": { responds: "json", run: providers },
  "GET session": { responds: "json", onError: sessionFailure, run: session },
  "POST session": { responds: "json", onError: sessionFailure, run: updateSession, csrf: acceptsEveryProvider },
  "GET signin": {
    responds: "page",
    run: lazyAction(async () => (await loadPages()).showSignIn),
    target: "provider or none",
  },
  "POST signin": {
    responds: "negotiated",
    run: lazyAction(async () => (await import("./actions/sign-in.ts")).signIn),
    target: "provider or none",
    csrf: acceptsEveryProvider,
    limit: startLimit,
  },
  "GET signout": {
    responds: "page",
    run: (context) => (context.target === undefined ? showSignOut : endSession)(context),
    target: "provider or none",
    changesState: (provider) => provider !== undefined,
  },
  "POST signout": {
    responds: "negotiated",
    run: lazyAction(async () => (await import("./actions/sign-out.ts")).signOut),
    csrf: acceptsEveryProvider,
  },
  "GET verify-request": { responds: "page", run: lazyAction(async () => (await loadPages()).showVerifyRequest) },
  "GET webauthn-options": {
    responds: "json",
    run: lazyAction(async () => (await import("./actions/webauthn-options.ts")).webauthnOptions),
    target: "provider or none",
    limit: () => "passkey",
    changesState: acceptsEveryProvider,
  },
}

/** Checks a request against its row, then runs the action. */
export async function route(authRequest: AuthRequest): Promise<Outcome> {
  const row = rowFor(authRequest.method, authRequest)
  if (!row) {
    const allow = authRequest.method === "GET" ? "POST" : "GET"
    throw new RejectedRequest(405, `${authRequest.action} doesn't support ${authRequest.method}`, { allow })
  }
  const provider = findProvider(authRequest, row)
  // Link checkers and email scanners send HEAD
  if (authRequest.request.method === "HEAD" && row.changesState?.(provider))
    throw new RejectedRequest(405, `${authRequest.action} doesn't support HEAD`, { allow: "GET" })
  if (authRequest.method === "POST" && !row.crossSite?.(provider)) checkOrigin(authRequest)
  const context = toActionContext(authRequest, provider)
  if (row.csrf?.(provider)) await checkCsrf(context)
  const wait = await secondsToWait(context, row)
  return wait === undefined ? row.run(context) : (await import("./actions/too-many.ts")).rateLimited(context, wait)
}

/** Returns the row for a request's method and action. */
export function rowFor(method: string, { action }: Pick<ActionPath, "action">): Route | undefined {
  return ROUTES[`${method === "HEAD" ? "GET" : method} ${action}`]
}

/**
 * Returns whether Latchkit responds to this method, action and target. An app's own page may have the name of an
 * action.
 */
export async function isRoute(method: string, { action, target }: ActionPath, settings: Settings): Promise<boolean> {
  const row = rowFor(method, { action })
  if (!row) return false
  if (target === undefined) return row.target === undefined || row.target === "provider or none"
  if (row.target === undefined) return false
  if (row.target !== "asset") return usableProviders(settings).some(({ id }) => id === target)
  const { findAsset: assetNamed } = await import("./pages/render.ts")
  return (await assetNamed(target, settings)) !== undefined
}

const limitsModule: { check?: (context: ActionContext, kind: RouteLimit) => Promise<number | undefined> } = {}

/**
 * Returns the seconds to wait after too many attempts, or `undefined`. A route without a limit doesn't load the
 * counters.
 */
async function secondsToWait(context: ActionContext, { limit }: Route): Promise<number | undefined> {
  const kind = limit?.(context.provider)
  if (kind === undefined) return undefined
  limitsModule.check ??= (await import("./actions/check-limits.ts")).checkLimits // cached, because each import takes microseconds
  return limitsModule.check(context, kind)
}

function findProvider({ target, settings }: AuthRequest, { target: wanted }: Route): ProviderConfig | undefined {
  if (wanted === "asset" || (target === undefined && wanted !== "provider")) return undefined
  const provider = target === undefined || wanted === undefined ? undefined : settings.providers.get(target)
  if (!provider && settings.incompleteProviders.has(target ?? ""))
    throw new AuthError(
      "InvalidConfiguration",
      `The provider ${target} is incomplete and was skipped. The log at startup says what is missing`,
    )
  if (!provider) throw new RejectedRequest(404, `No provider has the id ${JSON.stringify(target?.slice(0, 80))}`)
  if (provider.type === "webauthn" && !settings.webauthn) {
    throw new AuthError("InvalidProvider", "Passkeys are off: set `experimental.enableWebAuthn`")
  }
  return provider
}

/** Runs the action of a request from the app's own code. Skips the checks against requests from other sites. */
export async function runWithoutChecks(context: ActionContext): Promise<Outcome> {
  const row = rowFor(context.method, context)
  if (!row) throw new RejectedRequest(404, `${context.action} isn't an action`)
  const retryAfter = await secondsToWait(context, row)
  if (retryAfter !== undefined) throw new AuthError("RateLimited", "Too many attempts", { retryAfter })
  return row.run(context)
}

/** Adds the provider and the session to a request. The session is read at most once. */
export function toActionContext(authRequest: AuthRequest, provider: ProviderConfig | undefined): ActionContext {
  const sessions = sessionStrategy(authRequest.settings)
  const memo: { reading?: ReturnType<typeof sessions.read> } = {}
  return Object.freeze({
    ...authRequest,
    provider,
    sessions,
    reading: () => (memo.reading ??= sessions.read(authRequest)),
  })
}
