import type { Session } from "../client/contract.ts"
import type { ServerSession } from "./sessions/server-session.ts"
import { prepare, type Prepared, type Ready } from "./config/prepare.ts"
import type { Settings, Surroundings } from "./config/settings.ts"
import type { AdapterOption, AuthConfig, AuthConfigInput, SessionStrategyName, StrategyWith } from "./config/types.ts"
import type { JWT } from "./crypto/jwt-types.ts"
import { RETURN_REDIRECT_HEADER } from "../client/contract.ts"
import { toRaw, type ResponseInternal } from "./http/raw.ts"
import { raw } from "./config/raw.ts"
import { asError, AuthError, authErrorIn } from "./errors.ts"
import { actionAt, exchangeOf, withoutTrailingSlash, type Connection, type Exchange } from "./http/auth-request.ts"
import { warnOfCoveredFormPost } from "./http/covered-form-post.ts"
import { isForeignForm } from "./http/foreign-form.ts"
import type { Outcome } from "./http/outcome.ts"
import { newMemories } from "./config/instance-memory.ts"
import { helpers, type Helpers } from "./api.ts"
import { respond, responseOf, type Answer } from "./http/respond.ts"
import { isRoute, route, rowFor, type Route } from "./routes.ts"
import { siteOf } from "./config/site.ts"

/** The service of one configuration. */
export interface AuthService<S extends Session = Session> extends Helpers<S> {
  /** Answers a request under the base path; never rejects. */
  handle(request: Request, connection?: Connection): Promise<Response>
  /** The same as plain values, for a server that writes them itself. */
  answer(request: Request, connection?: Connection): Promise<Answer>
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
  surroundings: Surroundings = {},
): AuthService<ServerSession<S, Strategy>> {
  const prepared = prepare(config as unknown as AuthConfigInput<S, Token>, surroundings) // `authorized` gets what `session` returns
  return {
    handle: async (request, connection) => responseOf(await answer(request, prepared, connection)),
    answer: (request, connection) => answer(request, prepared, connection),
    owns: async (request) => isBelow(await mountsOf(request, prepared, surroundings), request),
    acts: async (request) => acts(await prepared.forRequest(request), request),
    isForeignForm: async (request, origins) => foreignForm(await prepared.forRequest(request), request, origins),
    async reportRoute(request, params) {
      const { settings } = await prepared.forRequest(request)
      if (settings && Object.keys(params).length > 0 && isBelow(settings.mounts, request))
        warnOfCoveredFormPost(settings)
    },
    authorized: async (request, session, wraps = false) =>
      authorized(await prepared.forRequest(request), { request, session, wraps }),
    isSignInPage: async (request) => isSignInPage(await prepared.forRequest(request), request),
    compat: async (request) => (await prepared.forRequest(request)).compat,
    ...helpers<ServerSession<S, Strategy>>(prepared),
  }
}

const PREPARED = new WeakMap<object, Prepared>() // gone with the configuration it belongs to
const MEMORIES = newMemories() // where a configuration is made for each call, what was counted has no other place to stay

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
  const prepared = PREPARED.get(config) ?? prepare(config as AuthConfigInput<Session, JWT>, {}, MEMORIES) // the overloads are stricter
  PREPARED.set(config, prepared)
  if (!("raw" in config) || config.raw !== raw) return responseOf(await answer(request, prepared))
  const failed: { error?: AuthError } = {}
  const given = await answer(request, prepared, { onError: (error) => void (failed.error = error) })
  if (failed.error) {
    if (request.headers.has(RETURN_REDIRECT_HEADER)) return responseOf(given)
    throw failed.error
  }
  return toRaw(given)
}

const isBelow = (mounts: readonly string[], request: Request) =>
  mounts.some((mount) => pathOf(request).startsWith(`${mount}/`))

// Without settings nobody knows the base path: the requests that would have been ours are told so
async function mountsOf(request: Request, prepared: Prepared, { basePath = "/auth" }: Surroundings) {
  const { settings } = await prepared.forRequest(request)
  return settings?.mounts ?? [basePath]
}

async function acts({ settings }: Ready, request: Request): Promise<boolean> {
  if (!settings) return false
  const path = actionAt(pathOf(request), settings)
  return path !== undefined && isRoute(request.method, path, settings)
}

async function foreignForm({ settings, logger }: Ready, request: Request, trusted: readonly string[]) {
  if (!isForeignForm(request, trusted)) return false
  const own = settings ? ownOrigin(settings, request) : undefined
  if (own !== undefined && !isForeignForm(request, [own])) return false
  const { headers, method } = request
  const found = `Origin ${headers.get("origin")}, Sec-Fetch-Site ${headers.get("sec-fetch-site")}`
  const message = `Cross-site form rejected: ${method} ${pathOf(request)} came with ${found}, and the site is ${own}. Add the origin to \`trustedOrigins\` if its forms are yours.`
  if (settings?.production) logger.debug(message)
  else logger.error(new AuthError("InvalidRequest", message))
  return true
}

function ownOrigin(settings: Settings, { headers, url }: Request): string | undefined {
  try {
    return siteOf(settings.site, headers, new URL(url)).origin
  } catch {
    return undefined // an untrusted host: the framework's own idea of the origin was compared already
  }
}

interface Asked {
  request: Request
  session: Session | null
  wraps: boolean
}

async function authorized({ settings, logger }: Ready, { request, session, wraps }: Asked) {
  if (!settings) return false
  if (!settings.callbacks.authorized) return true
  try {
    const answer: unknown = await settings.callbacks.authorized({ request, auth: session })
    if (answer instanceof Response) return answer
    return settings.compat === "authjs" ? wraps || Boolean(answer) : answer === true
  } catch (thrown) {
    logger.error(asError(thrown))
    return false
  }
}

function isSignInPage({ settings }: Ready, request: Request): boolean {
  const { signIn } = settings?.pages ?? {}
  if (!settings || !signIn) return false
  const own = ownOrigin(settings, request)
  if (own === undefined) return false
  const page = new URL(signIn, own)
  return page.origin === own && withoutTrailingSlash(page.pathname) === withoutTrailingSlash(pathOf(request))
}

const pathOf = ({ url }: Request) => new URL(url).pathname

interface AnswerOptions extends Connection {
  /** Called with an error that ends the request. A success then redirects also if JSON was asked for. */
  onError?(error: AuthError): void
}

async function answer(request: Request, prepared: Prepared, options: AnswerOptions = {}): Promise<Answer> {
  const printing = {
    head: request.method === "HEAD",
    returnRedirect: false,
    secure: true,
  }
  const memo: { exchange?: Exchange } = {}
  const { settings, logger, problems } = await prepared.forRequest(request)
  try {
    if (!settings) return respond(await (await failures()).configurationOutcome(), printing)
    memo.exchange = await exchangeOf(request, settings, options)
    printing.secure = memo.exchange.site.secure
    printing.returnRedirect = memo.exchange.returnRedirect
    // the page that says so has its looks all the same
    if (problems.length > 0 && memo.exchange.action !== "assets") {
      const { configurationOutcome, ownErrorPage } = await failures()
      const row = rowOf(request, settings)
      const ownPage = ownErrorPage(request, settings, row)
      return respond(await configurationOutcome({ exchange: memo.exchange, row, ownPage }), printing)
    }
    const outcome = await route(memo.exchange)
    return respond(outcome, options.onError ? { ...printing, returnRedirect: false } : printing)
  } catch (error) {
    const known = authErrorIn(error)
    if (known) options.onError?.(known)
    return respond(await lastWord(error, { request, settings, exchange: memo.exchange, logger }), printing)
  }
}

function rowOf(request: Request, settings: Settings): Route | undefined {
  const path = actionAt(pathOf(request), settings)
  return path && rowFor(request.method, path)
}

interface Failed extends Pick<Ready, "settings" | "logger"> {
  request: Request
  exchange: Exchange | undefined
}

const failures = () => import("./actions/error-response.ts") // not needed while nothing fails

// Whatever happens while a failure is told, an answer goes out, and it opens no door
async function lastWord(error: unknown, { request, settings, exchange, logger }: Failed): Promise<Outcome> {
  const { configurationOutcome, failureOutcome, ownErrorPage } = await failures()
  try {
    const row = settings && rowOf(request, settings)
    const ownPage = settings && ownErrorPage(request, settings, row)
    return await failureOutcome(error, { exchange, row, logger, ownPage })
  } catch {
    return configurationOutcome()
  }
}
