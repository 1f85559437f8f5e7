import { RETURN_REDIRECT_HEADER, type Session } from "../client/contract.ts"
import type { ServerSession } from "./sessions/server-session.ts"
import { prepareConfig, type PreparedConfig, type LoadedConfig } from "./config/prepare.ts"
import type { Settings, ServiceOptions } from "./config/settings.ts"
import type { AdapterOption, AuthConfig, AuthConfigInput, StrategyWith } from "./config/types.ts"
import type { SessionStrategyName } from "./config/callbacks.ts"
import type { JWT } from "./crypto/jwt-types.ts"
import { toRaw, type ResponseInternal } from "./http/raw.ts"
import { raw } from "./config/raw.ts"
import { AuthError, authErrorIn } from "./errors.ts"
import { findActionPath, parseAuthRequest, type Connection, type AuthRequest } from "./http/auth-request.ts"
import { warnOfCoveredFormPost } from "./http/covered-form-post.ts"
import { callAuthorizedCallback, isSignInPage, rejectCrossSiteForm, toPathname } from "./http/app-requests.ts"
import type { Outcome } from "./http/outcome.ts"
import { createInstanceMemories } from "./config/instance-memory.ts"
import { createHelpers, type Helpers } from "./api.ts"
import { respond, toResponse, type PlainResponse } from "./http/respond.ts"
import { isRoute, route, rowFor, type Route } from "./routes.ts"

/** Latchkit with one configuration. */
export interface AuthService<S extends Session = Session> extends Helpers<S> {
  /** Responds to a request under the base path. Never rejects. */
  handle(request: Request, connection?: Connection): Promise<Response>
  /** Returns the same response as plain values, for a server that writes them itself. */
  answer(request: Request, connection?: Connection): Promise<PlainResponse>
  /** Returns whether a request's path is under the base path. */
  owns(request: Request): Promise<boolean>
  /**
   * Returns whether a request is for an endpoint of Latchkit: its method, action and target match. Other paths under
   * the base path are the app's.
   */
  acts(request: Request): Promise<boolean>
  /**
   * Returns whether a page of another site sent this form. Integrations call it for every route of the app: a framework
   * that
   * must trust a provider's origin for its `form_post` trusts it on all routes.
   *
   * @param origins origins whose forms the app accepts, in addition to the site's own
   */
  isForeignForm(request: Request, origins: readonly string[]): Promise<boolean>
  /**
   * Reports the route parameters of a request. A route with parameters over the base path, such as a catch-all, makes
   * the
   * framework's own CSRF check run first. In development this logs a warning if a provider uses `form_post`.
   */
  reportRoute(request: Request, params: Readonly<Record<string, string>>): Promise<void>
  /**
   * Returns whether `callbacks.authorized` allows a request: true, false, or the response that it returned. Only `true`
   * allows it;
   * with the `authjs()` preset any truthy value does. Returns true if there is no callback. If the callback throws,
   * logs the
   * error and returns false.
   *
   * @param wraps whether the app's own handler runs afterwards. With the preset it then runs unless there is a response
   */
  authorized(request: Request, session: S | null, wraps?: boolean): Promise<boolean | Response>
  /** Returns whether a request is for the app's own sign-in page, which must be visible to a user who is signed out. */
  isSignInPage(request: Request): Promise<boolean>
  /** Returns the library whose behavior the configuration keeps. */
  compat(request?: Request): Promise<"authjs" | undefined>
}

/**
 * Creates the handler and its helpers. Checks a configuration object right away and logs its problems. Until they are fixed, every
 * request
 * gets a configuration error.
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
  const prepared = prepareConfig(config as unknown as AuthConfigInput<S, Token>, serviceOptions) // `authorized` gets the session that `session` returns
  return {
    handle: async (request, connection) => toResponse(await respondToRequest(request, prepared, connection)),
    answer: (request, connection) => respondToRequest(request, prepared, connection),
    owns: async (request) => isBelow(await basePathsFor(request, prepared, serviceOptions), request),
    acts: async (request) => isActionRequest(await prepared.forRequest(request), request),
    isForeignForm: async (request, origins) =>
      rejectCrossSiteForm(await prepared.forRequest(request), request, origins),
    async reportRoute(request, params) {
      const { settings } = await prepared.forRequest(request)
      if (settings && Object.keys(params).length > 0 && isBelow(settings.mounts, request))
        warnOfCoveredFormPost(settings)
    },
    authorized: async (request, session, wraps = false) =>
      callAuthorizedCallback(await prepared.forRequest(request), { request, session, wraps }),
    isSignInPage: async (request) => isSignInPage(await prepared.forRequest(request), request),
    compat: async (request) => (await prepared.forRequest(request)).compat,
    ...createHelpers<ServerSession<S, Strategy>>(prepared),
  }
}

const PREPARED_CONFIGS = new WeakMap<object, PreparedConfig>() // an entry is collected with its configuration
const INSTANCE_MEMORIES = createInstanceMemories() // outlives configurations that are created for each call, so that rate limits keep counting

/** The part of a configuration that makes {@link Auth} return plain values. */
interface Raw {
  raw: typeof raw
}

/**
 * Responds to one request. Caches the settings for each configuration object.
 *
 * @throws {AuthError} only if the configuration has `raw`
 */
export async function Auth(request: Request, config: Raw & AuthConfig): Promise<ResponseInternal>
export async function Auth<
  S extends Session = Session,
  Token extends JWT = JWT,
  A extends AdapterOption = undefined,
  Strategy extends SessionStrategyName = StrategyWith<A>,
  Seen = S,
>(request: Request, config: AuthConfigInput<S, Token, A, Strategy, Request, Seen>): Promise<Response>
export async function Auth(request: Request, config: AuthConfigInput): Promise<Response | ResponseInternal> {
  const prepared =
    PREPARED_CONFIGS.get(config) ?? prepareConfig(config as AuthConfigInput<Session, JWT>, {}, INSTANCE_MEMORIES) // the overloads are stricter
  PREPARED_CONFIGS.set(config, prepared)
  if (!("raw" in config) || config.raw !== raw) return toResponse(await respondToRequest(request, prepared))
  const failed: { error?: AuthError } = {}
  const given = await respondToRequest(request, prepared, { onError: (error) => void (failed.error = error) })
  if (failed.error) {
    if (request.headers.has(RETURN_REDIRECT_HEADER)) return toResponse(given)
    throw failed.error
  }
  return toRaw(given)
}

const isBelow = (mounts: readonly string[], request: Request) =>
  mounts.some((mount) => toPathname(request).startsWith(`${mount}/`))

// If the configuration is invalid there is no base path yet, so we match the default one and return the configuration
// error
async function basePathsFor(request: Request, prepared: PreparedConfig, { basePath = "/auth" }: ServiceOptions) {
  const { settings } = await prepared.forRequest(request)
  return settings?.mounts ?? [basePath]
}

async function isActionRequest({ settings }: LoadedConfig, request: Request): Promise<boolean> {
  if (!settings) return false
  const path = findActionPath(toPathname(request), settings)
  return path !== undefined && isRoute(request.method, path, settings)
}

interface AnswerOptions extends Connection {
  /**
   * Called with an error that ends the request. If it is set, a success redirects even if the client asked for JSON.
   */
  onError?(error: AuthError): void
}

async function respondToRequest(
  request: Request,
  prepared: PreparedConfig,
  options: AnswerOptions = {},
): Promise<PlainResponse> {
  const responseOptions = {
    head: request.method === "HEAD",
    returnRedirect: false,
    secure: true,
  }
  const memo: { exchange?: AuthRequest } = {}
  const { settings, logger, problems } = await prepared.forRequest(request)
  try {
    if (!settings) return respond(await (await loadErrorResponse()).configurationOutcome(), responseOptions)
    memo.exchange = await parseAuthRequest(request, settings, options)
    responseOptions.secure = memo.exchange.site.secure
    responseOptions.returnRedirect = memo.exchange.returnRedirect
    // The error page still needs its stylesheet and scripts
    if (problems.length > 0 && memo.exchange.action !== "assets") {
      const { configurationOutcome, appErrorPage: ownErrorPage } = await loadErrorResponse()
      const row = rowOf(request, settings)
      const ownPage = ownErrorPage(request, settings, row)
      return respond(await configurationOutcome({ exchange: memo.exchange, row, ownPage }), responseOptions)
    }
    const outcome = await route(memo.exchange)
    return respond(outcome, options.onError ? { ...responseOptions, returnRedirect: false } : responseOptions)
  } catch (error) {
    const known = authErrorIn(error)
    if (known) options.onError?.(known)
    return respond(
      await respondToFailure(error, { request, settings, exchange: memo.exchange, logger }),
      responseOptions,
    )
  }
}

function rowOf(request: Request, settings: Settings): Route | undefined {
  const path = findActionPath(toPathname(request), settings)
  return path && rowFor(request.method, path)
}

interface FailedRequest extends Pick<LoadedConfig, "settings" | "logger"> {
  request: Request
  exchange: AuthRequest | undefined
}

const loadErrorResponse = () => import("./actions/error-response.ts") // only needed after a failure

// A failure must always get a response, even if reporting it fails, and that response must not grant access
async function respondToFailure(
  error: unknown,
  { request, settings, exchange, logger }: FailedRequest,
): Promise<Outcome> {
  const { configurationOutcome, failureOutcome, appErrorPage: ownErrorPage } = await loadErrorResponse()
  try {
    const row = settings && rowOf(request, settings)
    const ownPage = settings && ownErrorPage(request, settings, row)
    return await failureOutcome(error, { exchange, row, logger, ownPage })
  } catch {
    return configurationOutcome()
  }
}
