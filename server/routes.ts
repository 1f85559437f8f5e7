import { accountFailure, sessionFailure } from "./actions/json-failures.ts"
import { csrf } from "./actions/csrf.ts"
import { providers } from "./actions/providers.ts"
import { session, updateSession } from "./actions/session.ts"
import { AuthError } from "./errors.ts"
import type { Settings } from "./config/settings.ts"
import type { ActionPath, Exchange } from "./http/auth-request.ts"
import { checkCsrf } from "./sessions/csrf-check.ts"
import { FINISHES, STARTS, type RouteLimit } from "./sign-in/limits/kinds.ts"
import { checkOrigin } from "./http/origin.ts"
import type { Outcome } from "./http/outcome.ts"
import { usableProviders } from "./http/public-provider.ts"
import type { ProviderConfig } from "./providers/types.ts"
import { Refusal } from "./errors.ts"
import type { Routed } from "./sessions/action-context.ts"
import { sessionStrategy } from "./sessions/index.ts"

/** Everything about one route. The checks run here, once, from the row. */
export interface Route {
  run(routed: Routed): Promise<Outcome>
  /**
   * How a failure is reported. `json`: a status. `page`: a redirect to the error page or the sign-in page, and a plain page if
   * the configuration is at fault. `negotiated`: the same redirect, as JSON if the client asked for JSON.
   */
  responds: "json" | "page" | "negotiated"
  /** Returns another response to a failure, or `undefined` for the usual one. */
  onError?(error: AuthError, request: Exchange): Outcome | undefined
  /** What the path's segment behind the action names. @default nothing */
  target?: "provider" | "provider or none" | "asset"
  /** Whether the form must carry the CSRF token. @default no */
  csrf?(provider: ProviderConfig | undefined): boolean
  /** What its requests are counted as. @default they are not */
  limit?(provider: ProviderConfig | undefined): RouteLimit | undefined
  /** Whether a page of another site may post here: an identity provider's form_post. */
  crossSite?(provider: ProviderConfig | undefined): boolean
  /** Whether a GET changes state, so that a HEAD is rejected instead of run. @default no */
  changesState?(provider: ProviderConfig | undefined): boolean
}

/** Loads an action when it is first asked for: a service that reads sessions does without the rest. */
function later(load: () => Promise<Route["run"]>): Route["run"] {
  const memo: { run?: Route["run"] } = {}
  return async (routed) => (memo.run ??= await load())(routed)
}

const pages = () => import("./actions/pages.ts")
const showSignOut = later(async () => (await pages()).showSignOut)
const endSession = later(async () => (await import("./actions/end-session.ts")).endSession)
const callback = later(async () => (await import("./actions/callback.ts")).callback)

const starts = (provider: ProviderConfig | undefined) => provider && STARTS[provider.type]
const finishes = (provider: ProviderConfig | undefined) => provider && FINISHES[provider.type]
const usesLink = (provider: ProviderConfig | undefined) => (provider?.type === "email" ? "code" : undefined)
const always = () => true
const isOAuth = (provider: ProviderConfig | undefined) => provider?.type === "oauth" || provider?.type === "oidc"
const carriesToken = (provider: ProviderConfig | undefined) => !isOAuth(provider)

/** Every request that Latchkit responds to. */
export const ROUTES: Readonly<Record<string, Route | undefined>> = {
  "GET account": {
    responds: "negotiated",
    onError: accountFailure,
    run: later(async () => (await import("./actions/account.ts")).account),
  },
  "POST account": {
    responds: "negotiated",
    onError: accountFailure,
    run: later(async () => (await import("./actions/account.ts")).changeAccount),
    csrf: always,
  },
  "GET assets": {
    responds: "negotiated",
    run: later(async () => (await import("./actions/assets.ts")).asset),
    target: "asset",
  },
  "GET callback": { responds: "negotiated", run: callback, target: "provider", changesState: isOAuth, limit: usesLink },
  "POST backchannel-logout": {
    responds: "json",
    run: later(async () => (await import("./actions/backchannel-logout.ts")).backchannelLogout),
    target: "provider",
  },
  "POST callback": {
    responds: "negotiated",
    run: callback,
    target: "provider",
    csrf: carriesToken,
    crossSite: isOAuth,
    limit: finishes,
  },
  "GET csrf": { responds: "json", run: csrf },
  "GET error": { responds: "page", run: later(async () => (await pages()).showError) },
  "GET popup": { responds: "page", run: later(async () => (await pages()).showPopup) },
  "GET providers": { responds: "json", run: providers },
  "GET session": { responds: "json", onError: sessionFailure, run: session },
  "POST session": { responds: "json", onError: sessionFailure, run: updateSession, csrf: always },
  "GET signin": { responds: "page", run: later(async () => (await pages()).showSignIn), target: "provider or none" },
  "POST signin": {
    responds: "negotiated",
    run: later(async () => (await import("./actions/sign-in.ts")).signIn),
    target: "provider or none",
    csrf: always,
    limit: starts,
  },
  "GET signout": {
    responds: "page",
    run: (routed) => (routed.target === undefined ? showSignOut : endSession)(routed),
    target: "provider or none",
    changesState: (provider) => provider !== undefined,
  },
  "POST signout": {
    responds: "negotiated",
    run: later(async () => (await import("./actions/sign-out.ts")).signOut),
    csrf: always,
  },
  "GET verify-request": { responds: "page", run: later(async () => (await pages()).showVerifyRequest) },
  "GET webauthn-options": {
    responds: "json",
    run: later(async () => (await import("./actions/webauthn-options.ts")).webauthnOptions),
    target: "provider or none",
    limit: () => "passkey",
    changesState: always,
  },
}

/** Checks a request against its row, then runs the action. */
export async function route(exchange: Exchange): Promise<Outcome> {
  const row = rowFor(exchange.method, exchange)
  if (!row) {
    const allow = exchange.method === "GET" ? "POST" : "GET"
    throw new Refusal(405, `${exchange.action} takes no ${exchange.method}`, { allow })
  }
  const provider = providerOf(exchange, row)
  // Link checkers and mail scanners send HEAD
  if (exchange.request.method === "HEAD" && row.changesState?.(provider))
    throw new Refusal(405, `${exchange.action} takes no HEAD`, { allow: "GET" })
  if (exchange.method === "POST" && !row.crossSite?.(provider)) checkOrigin(exchange)
  const routed = routedFrom(exchange, provider)
  if (row.csrf?.(provider)) await checkCsrf(routed)
  const wait = await waitOf(routed, row)
  return wait === undefined ? row.run(routed) : (await import("./actions/too-many.ts")).tooMany(routed, wait)
}

/** The row of a request's method and action. */
export function rowFor(method: string, { action }: Pick<ActionPath, "action">): Route | undefined {
  return ROUTES[`${method === "HEAD" ? "GET" : method} ${action}`]
}

/** Whether Latchkit responds to this method, action and target: an app's own page may have the name of an action. */
export async function isRoute(method: string, { action, target }: ActionPath, settings: Settings): Promise<boolean> {
  const row = rowFor(method, { action })
  if (!row) return false
  if (target === undefined) return row.target === undefined || row.target === "provider or none"
  if (row.target === undefined) return false
  if (row.target !== "asset") return usableProviders(settings).some(({ id }) => id === target)
  const { assetNamed } = await import("./pages/render.ts")
  return (await assetNamed(target, settings)) !== undefined
}

const counting: { check?: (routed: Routed, kind: RouteLimit) => Promise<number | undefined> } = {}

/** Seconds to wait where this was tried too often; a route without a limit does without the counting. */
async function waitOf(routed: Routed, { limit }: Route): Promise<number | undefined> {
  const kind = limit?.(routed.provider)
  if (kind === undefined) return undefined
  counting.check ??= (await import("./actions/check-limits.ts")).checkLimits // kept: an import takes microseconds each time
  return counting.check(routed, kind)
}

function providerOf({ target, settings }: Exchange, { target: wanted }: Route): ProviderConfig | undefined {
  if (wanted === "asset" || (target === undefined && wanted !== "provider")) return undefined
  const provider = target === undefined || wanted === undefined ? undefined : settings.providers.get(target)
  if (!provider && settings.incompleteProviders.has(target ?? ""))
    throw new AuthError(
      "InvalidConfiguration",
      `The provider ${target} is left out: the log of the start says what it misses`,
    )
  if (!provider) throw new Refusal(404, `No provider has the id ${JSON.stringify(target?.slice(0, 80))}`)
  if (provider.type === "webauthn" && !settings.webauthn) {
    throw new AuthError("InvalidProvider", "Passkeys are off: set `experimental.enableWebAuthn`")
  }
  return provider
}

/** Runs the action of a request that the app's own code makes: the guards against other sites' pages do not apply. */
export async function runUnguarded(routed: Routed): Promise<Outcome> {
  const row = rowFor(routed.method, routed)
  if (!row) throw new Refusal(404, `${routed.action} is no action`)
  const retryAfter = await waitOf(routed, row)
  if (retryAfter !== undefined) throw new AuthError("RateLimited", "This was tried too often", { retryAfter })
  return row.run(routed)
}

/** An exchange with its provider and its session, which is read once. */
export function routedFrom(exchange: Exchange, provider: ProviderConfig | undefined): Routed {
  const sessions = sessionStrategy(exchange.settings)
  const memo: { reading?: ReturnType<typeof sessions.read> } = {}
  return Object.freeze({ ...exchange, provider, sessions, reading: () => (memo.reading ??= sessions.read(exchange)) })
}
