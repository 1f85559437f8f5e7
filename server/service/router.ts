import { AuthError, RejectedRequest } from "../errors.ts"
import { memoize } from "../core/crypto/memory.ts"
import { mapAwaitable } from "../core/crypto/then.ts"
import type { Awaitable } from "../types.ts"
import type { Route, Rule } from "../core/request/route.ts"
import type { Settings } from "../core/config/settings.ts"
import type { ActionPath, AuthRequest } from "../core/request/auth-request.ts"
import { checkCsrf, checkOrigin } from "../core/request/csrf-check.ts"
import type { Outcome } from "../core/request/outcome.ts"
import type { ProviderConfig } from "../providers/types.ts"
import type { Feature } from "../feature.ts"
import { CORE_ROUTES } from "./routes.ts"
import type { ActionContext } from "../core/request/action-context.ts"
import { isImpersonated, rejectImpersonation, sessionStrategy } from "../core/sessions/index.ts"
import type { SessionLookup } from "../core/request/strategy.ts"
import { lazy } from "../lazy.ts"

const rateLimited = lazy(() => import("../core/failures/too-many.ts"), "rateLimited")
const checkLimits = lazy(() => import("../core/sign-in/check-limits.ts"), "checkLimits")
const runWithEvents = lazy(() => import("./security-events.ts"), "runWithEvents")

/** Checks a request against its row, runs the action, and emits security events. */
export function route(authRequest: AuthRequest): Promise<Outcome> {
  return observe(authRequest, checkAndRun)
}

/** Routes that only read, and that every page calls. A span would cost more than the request. */
const READS: ReadonlySet<string> = new Set(["assets", "csrf", "providers", "session", "theme.css"])

function observe<Request extends AuthRequest>(
  request: Request,
  run: (request: Request) => Promise<Outcome>,
): Promise<Outcome> {
  const { settings, method, action, target = "" } = request
  if (!settings.telemetry || (method === "GET" && READS.has(action))) return emittingEvents(request, run)
  const provider = settings.providers.get(target)?.id
  const impersonated = () => request.securityLog?.impersonates() === true
  const observed = { route: `${method} ${action}`, provider, impersonated }
  return settings.telemetry.observe(observed, () => emittingEvents(request, run))
}

/** Runs a route. Without a handler for security events, that costs nothing. */
function emittingEvents<Request extends AuthRequest>(
  request: Request,
  run: (request: Request) => Promise<Outcome>,
): Promise<Outcome> {
  const { securityLog } = request
  return securityLog ? runWithEvents(request, securityLog, () => run(request)) : run(request)
}

async function checkAndRun(authRequest: AuthRequest): Promise<Outcome> {
  const { method, settings } = authRequest
  const row = rowFor(method, authRequest, settings)
  const allow = method === "GET" ? "POST" : "GET"
  if (!row && rowFor(allow, authRequest, settings))
    throw new RejectedRequest(405, `${authRequest.action} doesn't support ${method}`, { allow })
  if (!row || row.isOn?.(settings) === false)
    throw new RejectedRequest(404, `The configuration doesn't turn on ${authRequest.action}`)
  const provider = findProvider(authRequest, row)
  // Link checkers and email scanners send HEAD
  if (authRequest.request.method === "HEAD" && holds(row.changesState, provider))
    throw new RejectedRequest(405, `${authRequest.action} doesn't support HEAD`, { allow: "GET" })
  if (authRequest.method === "POST" && !holds(row.crossSite, provider))
    checkOrigin(authRequest, { hasToken: authRequest.settings.csrfCheck && holds(row.csrf, provider) })
  const context = toActionContext(authRequest, provider)
  if (!row.impersonated && (await isImpersonated(context, context.lookupSession)))
    throw new RejectedRequest(403, "An administrator who acts as a user can't change or confirm anything")
  if (holds(row.csrf, provider)) await checkCsrf(context)
  for (const startWork of requestWork(settings)) startWork(context)
  const wait = await secondsToWait(context, row)
  if (wait === undefined) return await row.run(context) // without `await`, the result would pass two more promises
  return rateLimited(context, wait)
}

const holds = (rule: Rule | undefined, provider: ProviderConfig | undefined): boolean =>
  rule === "always" || rule?.(provider) === true

/** Returns the row for a request's method and action: of the core, or of a feature that is on. */
export function rowFor(
  method: string,
  { action }: Pick<ActionPath, "action">,
  { features }: Pick<Settings, "features">,
): Route | undefined {
  const key = `${method === "HEAD" ? "GET" : method} ${action}`
  const rows: readonly Feature[] = features
  return CORE_ROUTES[key] ?? rows.find(({ routes }) => routes?.[key])?.routes?.[key]
}

/** Returns the work that the features start with each request. */
const requestWork = memoize((settings: Settings) => {
  const features: readonly Feature[] = settings.features
  return features.flatMap((feature) => feature.onRequest?.(settings) ?? [])
})

/**
 * Returns the seconds to wait after too many attempts, or `undefined`. A route without a limit doesn't load the
 * counters.
 */
function secondsToWait(context: ActionContext, { limit }: Route): Awaitable<number | undefined> {
  const kind = typeof limit === "object" ? context.provider && limit[context.provider.type] : limit
  return kind === undefined ? undefined : checkLimits(context, kind)
}

function findProvider({ target, settings }: AuthRequest, { target: wanted }: Route): ProviderConfig | undefined {
  if (
    wanted === "asset" ||
    wanted === "step" ||
    wanted === "step or none" ||
    typeof wanted === "object" ||
    (target === undefined && wanted !== "provider")
  )
    return undefined
  const provider = target === undefined || wanted === undefined ? undefined : settings.providers.get(target)
  if (!provider && settings.incompleteProviders.has(target ?? ""))
    throw new AuthError(
      "InvalidConfiguration",
      `The provider ${target} is incomplete and was skipped. The log at startup says what is missing`,
    )
  if (!provider) throw new RejectedRequest(404, `No provider has the id ${JSON.stringify(target?.slice(0, 80))}`)
  if (provider.type === "webauthn" && !settings.webauthn) {
    throw new AuthError(
      "InvalidProvider",
      "Passkeys are off. With the preset `authjs()`, set `experimental.enableWebAuthn` to true",
    )
  }
  return provider
}

/** Runs the action of a request from the app's own code. Skips the checks against requests from other sites. */
export async function runWithoutChecks(context: ActionContext): Promise<Outcome> {
  return observe(context, runRow)
}

async function runRow(context: ActionContext): Promise<Outcome> {
  const row = rowFor(context.method, context, context.settings)
  if (!row) throw new RejectedRequest(404, `${context.action} isn't an action`)
  if (!row.impersonated) await rejectImpersonation(context)
  const retryAfter = await secondsToWait(context, row)
  if (retryAfter !== undefined) throw new AuthError("RateLimited", "Too many attempts", { retryAfter })
  return row.run(context)
}

/** Adds the provider and the session to a request. The session is read at most once. */
export function toActionContext(authRequest: AuthRequest, provider: ProviderConfig | undefined): ActionContext {
  const sessions = sessionStrategy(authRequest.settings)
  const memo: { lookup?: Awaitable<SessionLookup> } = {}
  return Object.freeze({
    ...authRequest,
    provider,
    sessions,
    lookupSession: () => (memo.lookup ??= findSession(authRequest)),
  })
}

function findSession(authRequest: AuthRequest): Awaitable<SessionLookup> {
  return mapAwaitable(sessionStrategy(authRequest.settings).lookup(authRequest), (session) => {
    if (session.kind === "live") {
      const { impersonation, userId } = session
      authRequest.securityLog?.setActor(impersonation?.actor.id ?? userId, impersonation !== undefined)
    }
    return session
  })
}
