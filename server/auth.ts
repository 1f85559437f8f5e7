import type { Session } from "../client/contract.ts"
import { prepare, type Prepared, type Ready } from "./config/prepare.ts"
import type { Surroundings } from "./config/settings.ts"
import type { AdapterOption, AuthConfigInput, SessionStrategyName, StrategyWith } from "./config/types.ts"
import type { JWT } from "./crypto/jwt-types.ts"
import { asError } from "./errors.ts"
import { actionAt, exchangeOf, type Connection, type Exchange } from "./exchange.ts"
import type { Outcome } from "./outcome.ts"
import type { LoggerInstance } from "./logger.ts"
import { newMemories } from "./memory.ts"
import { helpers, type Helpers } from "./helpers.ts"
import { respond, responseOf, type Answer } from "./respond.ts"
import { route } from "./routes.ts"

/** The service of one configuration. */
export interface AuthService<S extends Session = Session> extends Helpers<S> {
  /** Answers a request under the base path; never rejects. */
  handle(request: Request, connection?: Connection): Promise<Response>
  /** The same as plain values, for a server that writes them itself. */
  answer(request: Request, connection?: Connection): Promise<Answer>
  /** Whether a request is the service's to answer: its path is under the base path. */
  owns(request: Request): Promise<boolean>
  /** Whether it is for one of the service's actions: what else lies under the base path may be the app's own. */
  acts(request: Request): Promise<boolean>
  /** What `callbacks.authorized` says of a request, and true where there is none; what it throws is logged, and says nothing. */
  authorized(request: Request, session: S | null): Promise<unknown>
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
>(config: AuthConfigInput<S, Token, A, Strategy>, surroundings: Surroundings = {}): AuthService<S> {
  const prepared = prepare(config, surroundings)
  return {
    handle: async (request, connection) => responseOf(await answer(request, prepared, connection)),
    answer: (request, connection) => answer(request, prepared, connection),
    owns: async (request) =>
      (await mountsOf(request, prepared, surroundings)).some((mount) => pathOf(request).startsWith(`${mount}/`)),
    acts: async (request) => actionAt(pathOf(request), await mountsOf(request, prepared, surroundings)) !== undefined,
    authorized: async (request, session) => authorized(await prepared.forRequest(request), request, session),
    ...helpers<S>(prepared),
  }
}

const PREPARED = new WeakMap<object, Prepared>() // gone with the configuration it belongs to
const MEMORIES = newMemories() // where a configuration is made for each call, what was counted has no other place to stay

/** Answers one request; the settings are kept with the configuration object. */
export async function Auth<
  S extends Session = Session,
  Token extends JWT = JWT,
  A extends AdapterOption = undefined,
  Strategy extends SessionStrategyName = StrategyWith<A>,
>(request: Request, config: AuthConfigInput<S, Token, A, Strategy>): Promise<Response> {
  const prepared = PREPARED.get(config) ?? prepare(config, {}, MEMORIES)
  PREPARED.set(config, prepared)
  return responseOf(await answer(request, prepared))
}

// Without settings nobody knows the base path: the requests that would have been ours are told so
async function mountsOf(request: Request, prepared: Prepared, { basePath = "/auth" }: Surroundings) {
  const { settings } = await prepared.forRequest(request)
  return settings?.mounts ?? [basePath]
}

async function authorized({ settings, logger }: Ready, request: Request, auth: Session | null): Promise<unknown> {
  if (!settings) return undefined
  if (!settings.callbacks.authorized) return true
  try {
    return await settings.callbacks.authorized({ request, auth })
  } catch (thrown) {
    logger.error(asError(thrown))
    return undefined
  }
}

const pathOf = ({ url }: Request) => new URL(url).pathname

async function answer(request: Request, prepared: Prepared, connection?: Connection): Promise<Answer> {
  const printing = {
    head: request.method === "HEAD",
    returnRedirect: false,
    secure: true,
  }
  const memo: { exchange?: Exchange } = {}
  const { settings, logger, problems } = await prepared.forRequest(request)
  try {
    if (!settings) return respond(await (await failures()).configurationOutcome(), printing)
    memo.exchange = await exchangeOf(request, settings, connection)
    printing.secure = memo.exchange.site.secure
    printing.returnRedirect = memo.exchange.returnRedirect
    // the page that says so has its looks all the same
    if (problems.length > 0 && memo.exchange.action !== "assets")
      return respond(await (await failures()).configurationOutcome(memo.exchange), printing)
    return respond(await route(memo.exchange), printing)
  } catch (error) {
    return respond(await lastWord(error, memo.exchange, logger), printing)
  }
}

const failures = () => import("./failure.ts") // not needed while nothing fails

// Whatever happens while a failure is told, an answer goes out, and it opens no door
async function lastWord(error: unknown, exchange: Exchange | undefined, logger: LoggerInstance): Promise<Outcome> {
  const { configurationOutcome, failureOutcome } = await failures()
  try {
    return await failureOutcome(error, exchange, logger)
  } catch {
    return configurationOutcome()
  }
}
