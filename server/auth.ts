import { RETURN_REDIRECT_HEADER, type Session } from "../client/contract.ts"
import type { ServerSession } from "./sessions/server-session.ts"
import { prepareConfig, type PreparedConfig, type LoadedConfig } from "./config/prepare.ts"
import type { Settings, ServiceOptions } from "./config/settings.ts"
import type { AdapterOption, AuthConfig, AuthConfigInput, SessionStrategyName, StrategyWith } from "./config/types.ts"
import type { JWT } from "./crypto/jwt-types.ts"
import { toRaw, type ResponseInternal } from "./http/raw.ts"
import { raw } from "./config/raw.ts"
import { AuthError, authErrorIn } from "./errors.ts"
import {
  findActionPath,
  parseAuthRequest,
  type Connection,
  type AuthRequest,
} from "./http/auth-request.ts"
import { warnOfCoveredFormPost } from "./http/covered-form-post.ts"
import { callAuthorizedCallback, isSignInPage, rejectCrossSiteForm, toPathname } from "./http/app-requests.ts"
import type { Outcome } from "./http/outcome.ts"
import { createInstanceMemories } from "./config/instance-memory.ts"
import { createHelpers, type Helpers } from "./api.ts"
import { respond, toResponse, type PlainResponse } from "./http/respond.ts"
import { isRoute, route, rowFor, type Route } from "./routes.ts"

/** The service of one configuration. */
export interface AuthService<S extends Session = Session> extends Helpers<S> {
  /** Answers a request under the base path; never rejects. */
  handle(request: Request, connection?: Connection): Promise<Response>
  /** The same as plain values, for a server that writes them itself. */
  answer(request: Request, connection?: Connection): Promise<PlainResponse>
  /** Whether a request is the service's to answer: its path is under the base path. */
  owns(request: Request): Promise<boolean>
  /** Whether a request is for an endpoint of Latchkit: its method, action and target match. Other paths under the base path are the app's. */
  acts(request: Request): Promise<boolean>
  /**
   * Whether a page of another site sent this form. An integration asks for every route of the app: a framework that trusts a
   * provider's origin, so that its `form_post` arrives, trusts it for all of them.
   *
   * @param origins those whose forms the app accepts beside the site's own
   */
  isForeignForm(request: Request, origins: readonly string[]): Promise<boolean>
  /**
   * Tells Latchkit the parameters of the app's route for a request. A route with parameters over the base path, such as a catch-all, makes
   * the framework's own CSRF check come first: in development that is a warning if a provider posts its response there.
   */
  reportRoute(request: Request, params: Readonly<Record<string, string>>): Promise<void>
  /**
   * Whether `callbacks.authorized` lets a request through: true, false, or the response that it returned. Only `true` does; with
   * the `authjs()` preset every truthy value. Without the callback the result is true. If it throws, the error is logged, and
   * the result is false.
   *
   * @param wraps whether the app's own handler decides in the end: with the preset it then runs unless there is a response
   */
  authorized(request: Request, session: S | null, wraps?: boolean): Promise<boolean | Response>
  /** Whether a request is for the app's own sign-in page, which must be visible to a user who is signed out. */
  isSignInPage(request: Request): Promise<boolean>
  /** The library whose behavior the configuration keeps. */
  compat(request?: Request): Promise<"authjs" | undefined>
}

/**
 * Makes the service. A configuration given as an object is checked at once: what is wrong with it is logged, and every
 * request is answered with a configuration error until it is mended.
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
  const prepared = prepareConfig(config as unknown as AuthConfigInput<S, Token>, serviceOptions) // `authorized` gets what `session` returns
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

const PREPARED_CONFIGS = new WeakMap<object, PreparedConfig>() // gone with the configuration it belongs to
const INSTANCE_MEMORIES = createInstanceMemories() // where a configuration is made for each call, what was counted has no other place to stay

/** What a configuration of {@link Auth} with `raw` is. */
interface Raw {
  raw: typeof raw
}

/**
 * Answers one request; the settings are kept with the configuration object.
 *
 * @throws {AuthError} only with `raw` in the configuration
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

// Without settings nobody knows the base path: the requests that would have been ours are told so
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
  /** Called with an error that ends the request. A success then redirects also if JSON was asked for. */
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
    // the page that says so has its looks all the same
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

const loadErrorResponse = () => import("./actions/error-response.ts") // not needed while nothing fails

// Whatever happens while a failure is told, an answer goes out, and it opens no door
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
