import type { Session } from "../../client/contract.ts"
import type { ServerSession } from "../core/sessions/server-session.ts"
import { waitUntilIn } from "../core/config/background.ts"
import { prepareConfig, type PreparedConfig, type LoadedConfig } from "../core/config/prepare.ts"
import type { Settings } from "../core/config/settings.ts"
import type { ServiceOptions } from "../core/config/service-options.ts"
import { defaultBasePath } from "../core/config/site.ts"
import type { AuthConfigInput } from "./config.ts"
import type { AdapterOption, StrategyWith } from "../core/config/types.ts"
import type { SessionStrategyName } from "../core/config/callbacks.ts"
import type { JWT } from "../core/crypto/jwt-types.ts"
import { respond, toResponse, type PlainResponse, type ResponseOptions } from "../core/request/respond.ts"
import { mayBePreflight, preflightResponse, withCors } from "../core/request/cors.ts"
import { authErrorIn, type AuthError } from "../errors.ts"
import {
  findActionPath,
  isWellKnown,
  parseAuthRequest,
  toWebRequest,
  type Connection,
  type AuthRequest,
} from "../core/request/auth-request.ts"
import { reportPathMismatch } from "../core/request/path-mismatch.ts"
import {
  warnOfCoveredFormPost,
  callAuthorizedCallback,
  isRoute,
  isSignInPage,
  rejectCrossSiteForm,
  toPathname,
} from "./app-requests.ts"
import { createFormHelpers, createHelpers } from "./api.ts"
import type { Helpers, IntegrationHelpers } from "./api/types.ts"
import { requireSession, type RequiredSession, type RequireSessionOptions } from "./api/require-session.ts"
import type { Route } from "../core/request/route.ts"
import { featuresFor } from "./features.ts"
import { route, rowFor } from "./router.ts"
import { lazy } from "../lazy.ts"

const loadErrorResponse = () => import("../core/failures/outcome.ts") // only needed after a failure
const configurationOutcome = lazy(loadErrorResponse, "configurationOutcome")
const emitRejection = lazy(() => import("./security-events.ts"), "emitRejection")
const respondToFailure = lazy(loadErrorResponse, "respondToFailure")

/** Latchkit with one configuration, as apps use it. */
export interface AuthService<S extends Session = Session> extends Helpers<S> {
  /**
   * Responds to a request under the base path. Rejects only a request that isn't a web `Request`.
   *
   * @param connection the client's address, and the platform's `waitUntil`, if your server knows them
   */
  handle(request: Request, connection?: Connection): Promise<Response>
  /**
   * Returns whether a request's path is under the base path. With `Password()`, this includes
   * `/.well-known/change-password`, and with `Passkey()` `/.well-known/passkey-endpoints` and `/.well-known/webauthn`.
   * Pass such a request to {@link AuthService.handle}.
   */
  isUnderBasePath(request: Request): Promise<boolean>
  /**
   * Guards a page. Returns the session, and the headers that your response must have: the cookies that extend the
   * session, and `Cache-Control`. For a user who isn't signed in, returns the `response` to return instead. It
   * redirects to the sign-in page and back. A script gets 401.
   *
   * @example
   * const { session, headers, response } = await auth.requireSession(request)
   * if (response) return response
   * return new Response(`Hello ${session.user?.name}`, { headers })
   */
  requireSession(request: Request, options?: RequireSessionOptions): Promise<RequiredSession<S>>
}

/** Latchkit with one configuration, as the integrations of frameworks use it. No entry point exports it. */
export type IntegrationService<S extends Session = Session> = AuthService<S> & IntegrationHelpers<S>

/**
 * Creates the handler and its helpers. Checks a configuration object right away and logs its problems. Until they are
 * fixed, every request gets a configuration error.
 *
 * @example
 * const auth = createAuth({ providers: [GitHub], adapter: SqlAdapter(db) })
 * if (await auth.isUnderBasePath(request)) return auth.handle(request)
 * const session = await auth.getSession(request)
 */
export function createAuth<
  S extends Session = Session,
  Token extends JWT = JWT,
  A extends AdapterOption = undefined,
  Strategy extends SessionStrategyName = StrategyWith<A>,
  Seen = S,
>(
  config: AuthConfigInput<S, Token, A, Strategy, Request, Seen>,
  serviceOptions: ServiceOptions = {},
): AuthService<ServerSession<S, Strategy>> {
  return appService(prepare(config, serviceOptions), serviceOptions)
}

/** Creates the same for the integration of a framework. */
export function createIntegrationService<
  S extends Session = Session,
  Token extends JWT = JWT,
  A extends AdapterOption = undefined,
  Strategy extends SessionStrategyName = StrategyWith<A>,
  Seen = S,
>(
  config: AuthConfigInput<S, Token, A, Strategy, Request, Seen>,
  serviceOptions: ServiceOptions = {},
): IntegrationService<ServerSession<S, Strategy>> {
  const prepared = prepare(config, serviceOptions)
  return {
    ...appService<ServerSession<S, Strategy>>(prepared, serviceOptions),
    ...createFormHelpers(prepared),
    respond: (request, connection) => respondToRequest(request, prepared, connection),
    matchesAction: async (request) => isActionRequest(await prepared.forRequest(request), request),
    isCrossSiteForm: async (request, origins) =>
      rejectCrossSiteForm(await prepared.forRequest(request), request, origins),
    async reportRoute(request, params) {
      const { settings } = await prepared.forRequest(request)
      if (settings && Object.keys(params).length > 0 && isBelow(settings.basePaths, request))
        warnOfCoveredFormPost(settings)
    },
    authorized: async (request, session, wraps = false) =>
      callAuthorizedCallback(await prepared.forRequest(request), { request, session, wraps }),
    isSignInPage: async (request) => isSignInPage(await prepared.forRequest(request), request),
    rules: async (request) => (await prepared.forRequest(request)).rules,
  }
}

function prepare<
  S extends Session,
  Token extends JWT,
  A extends AdapterOption,
  Strategy extends SessionStrategyName,
  Seen,
>(config: AuthConfigInput<S, Token, A, Strategy, Request, Seen>, serviceOptions: ServiceOptions): PreparedConfig {
  return prepareConfig(featuresFor, config as unknown as AuthConfigInput<S, Token>, serviceOptions) // `authorized` gets the session that `session` returns
}

function appService<S extends Session>(prepared: PreparedConfig, serviceOptions: ServiceOptions): AuthService<S> {
  const helpers = createHelpers<S>(prepared)
  return {
    requireSession: (request, options) => requireSession(helpers, request, options),
    handle: async (request, connection) =>
      toResponse(await respondToRequest(toWebRequest(request), prepared, connection)),
    isUnderBasePath: async (request) =>
      (await isBelowBasePath(request, prepared, serviceOptions)) ||
      (isWellKnown(toPathname(request)) && isActionRequest(await prepared.forRequest(request), request)),
    ...helpers,
  }
}

const isBelow = (basePaths: readonly string[], request: Request) =>
  basePaths.some((mount) => toPathname(request).startsWith(`${mount}/`))

// If the configuration is invalid there is no base path yet, so we match the default one and return the configuration
// error
async function isBelowBasePath(request: Request, prepared: PreparedConfig, serviceOptions: ServiceOptions) {
  const { settings } = await prepared.forRequest(request)
  if (settings) reportPathMismatch(settings, toPathname(request), false)
  return isBelow(settings?.basePaths ?? [defaultBasePath(serviceOptions)], request)
}

async function isActionRequest({ settings }: LoadedConfig, request: Request): Promise<boolean> {
  const path = settings && findActionPath(toPathname(request), settings)
  if (!settings || path === undefined) return false
  return mayBePreflight(request.method, path.action, settings) || isRoute(request.method, path, settings)
}

interface RespondOptions extends Connection {
  /**
   * Called with an error that ends the request. If it is set, a success redirects even if the client asked for JSON.
   */
  onError?(error: AuthError): void
}

/** Responds to one request. Never rejects. */
export async function respondToRequest(
  request: Request,
  prepared: PreparedConfig,
  options: RespondOptions = {},
): Promise<PlainResponse> {
  const loaded = await prepared.forRequest(request)
  const { method } = request
  const waitUntil = options.waitUntil ?? waitUntilIn(request) // some servers add it to the request
  const starting = loaded.settings?.background.startRequest({ method, waitUntil })
  const finish = starting && (await starting)
  const response = await respondWithCors(request, loaded, options)
  await finish?.()
  return response
}

async function respondWithCors(
  request: Request,
  loaded: LoadedConfig,
  options: RespondOptions,
): Promise<PlainResponse> {
  if (!loaded.settings || !isForPages(request, loaded.settings)) return await respondAs(request, loaded, options)
  const response = preflightResponse(request, loaded.settings) ?? (await respondAs(request, loaded, options))
  return withCors(response, request, loaded.settings)
}

async function respondAs(
  request: Request,
  { settings, logger, problems }: LoadedConfig,
  options: RespondOptions,
): Promise<PlainResponse> {
  const responseOptions: ResponseOptions = {
    head: request.method === "HEAD",
    wants: "page",
    secure: true,
  }
  const parsed: { request?: AuthRequest } = {}
  try {
    if (!settings) return respond(await configurationOutcome(), responseOptions)
    parsed.request = await parseAuthRequest(request, settings, options)
    responseOptions.secure = parsed.request.site.secure
    responseOptions.wants = parsed.request.wants
    // The error page still needs its stylesheet and scripts
    if (problems.length > 0 && parsed.request.action !== "assets") {
      const { appErrorPage } = await loadErrorResponse()
      const row = findRoute(request, settings)
      const ownPage = appErrorPage(request, settings, row)
      return respond(await configurationOutcome({ authRequest: parsed.request, row, ownPage }), responseOptions)
    }
    const outcome = await route(parsed.request)
    return respond(outcome, options.onError ? { ...responseOptions, wants: "page" } : responseOptions)
  } catch (error) {
    const authError = authErrorIn(error)
    if (authError) options.onError?.(authError)
    if (!parsed.request && settings?.events.security) {
      await emitRejection(request, { settings, address: options.address, thrown: error })
    }
    const row = settings && findRoute(request, settings)
    return respond(
      await respondToFailure(error, { request, settings, authRequest: parsed.request, logger, row }),
      responseOptions,
    )
  }
}

function findRoute(request: Request, settings: Settings, method = request.method): Route | undefined {
  const path = findActionPath(toPathname(request), settings)
  return path && rowFor(method, path, settings)
}

// A preflight names the method of the request that follows
function isForPages(request: Request, settings: Settings): boolean {
  if (settings.trustedOrigins.size === 0) return false // the page can only be the site's own
  const preflightMethod = request.method === "OPTIONS" ? request.headers.get("access-control-request-method") : null
  return findRoute(request, settings, preflightMethod ?? request.method)?.cors !== false
}
