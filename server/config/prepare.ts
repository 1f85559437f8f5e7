import type { Session, Theme } from "../../client/contract.ts"
import type { JWT } from "../crypto/jwt-types.ts"
import { asError, AuthError, type AuthError as Problem } from "../errors.ts"
import { addressSource } from "./rate-limit-settings.ts"
import { consoleLogger, type LoggerInstance } from "../logger.ts"
import { warnOfMove, warnOnce } from "./warn-once.ts"
import { newMemories, type Memories } from "./instance-memory.ts"
import { incompleteProviders, withoutProviders } from "./incomplete-providers.ts"
import { problemsOf } from "./problems.ts"
import { settingsFrom, type Settings, type Surroundings } from "./settings.ts"
import { siteUrlFrom } from "./env.ts"
import type { AuthConfig, AuthConfigInput } from "./types.ts"

/** The settings for one request, and what is wrong with them; without settings nothing can be answered. */
export interface Ready {
  settings: Settings | undefined
  problems: readonly Problem[]
  logger: LoggerInstance
  /** Set even if there are no settings. */
  compat: AuthConfig["compat"]
}

/** A configuration that is ready to serve, or knows why it is not. */
export interface Prepared {
  forRequest(request: Request | undefined): Ready | Promise<Ready>
}

/** Prepares a configuration: an object now, a function once for each request, its result kept with the object it returned. */
export function prepare<S extends Session, Token extends JWT>(
  input: AuthConfigInput<S, Token>,
  surroundings: Surroundings = {},
  memories: Memories = newMemories(),
): Prepared {
  const known = new WeakMap<object, Ready>()
  const readyFor = (config: AuthConfig<S, Token>): Ready => {
    const ready = known.get(config) ?? makeReady(config as unknown as AuthConfig, surroundings, memories) // the app's types matter at its own call sites
    known.set(config, ready)
    return ready
  }
  if (typeof input !== "function") {
    const ready = readyFor(input)
    return { forRequest: () => ready }
  }
  const asked = new WeakMap<Request, Promise<Ready>>() // an integration asks whose a request is before it is answered
  const ask = async (request: Request | undefined): Promise<Ready> => {
    try {
      return readyFor(await input(request))
    } catch (error) {
      return failed(error, consoleLogger(false))
    }
  }
  return {
    forRequest(request) {
      if (!request) return ask(request)
      const answer = asked.get(request) ?? ask(request)
      asked.set(request, answer)
      return answer
    },
  }
}

function makeReady(config: AuthConfig, surroundings: Surroundings, memories: Memories): Ready {
  try {
    const all = settingsFrom(config, surroundings, memories)
    const problems = problemsOf(config, all)
    const incomplete = incompleteProviders(all)
    const settings = incomplete.size === 0 ? all : withoutProviders(all, incomplete)
    for (const problem of [...problems, ...[...incomplete.values()].flat()]) settings.logger.error(problem)
    warn(config, settings)
    warnOfAddress(settings)
    return { settings, problems, logger: settings.logger, compat: config.compat }
  } catch (error) {
    return failed(error, consoleLogger(false), config.compat)
  }
}

function failed(error: unknown, logger: LoggerInstance, compat?: AuthConfig["compat"]): Ready {
  const problem = error instanceof AuthError ? error : new AuthError("InvalidConfiguration", asError(error).message)
  logger.error(problem)
  return { settings: undefined, problems: [problem], logger, compat }
}

function warn(config: AuthConfig, settings: Settings): void {
  const { logger, debug, webauthn, secrets, env, providers, site, compat } = settings
  const path = URL.parse(siteUrlFrom(env) ?? "")?.pathname.replace(/\/+$/, "")
  if (debug) logger.warn("debug-enabled")
  if (webauthn) logger.warn("experimental-webauthn")
  if (secrets.some((secret) => secret.length < 32)) logger.warn("short-secret")
  if (config.theme?.buttonText !== undefined) void warnOfContrast(config.theme, logger)
  if (site.basePath === "" && config.callbacks?.authorized) logger.warn("root-base-path")
  if (path && config.basePath) {
    logger.warn(path === config.basePath ? "env-url-basepath-redundant" : "env-url-basepath-mismatch")
  }
  for (const provider of providers.values()) {
    if ("deprecated" in provider && provider.deprecated) logger.warn("deprecated-provider")
    // Without the preset a state is sent all the same
    if (compat === "authjs" && "checks" in provider && provider.checks?.includes("none")) logger.warn("checks-none")
    if ("profile" in provider && hasOtherId(provider.profile)) warnOfMove(settings, "authjs-account-id")
  }
}

/** Whether it is the catalogue's own mapping, and reads another account id than Auth.js. */
function hasOtherId(profile: unknown): boolean {
  return typeof profile === "function" && Reflect.get(profile, "hasOtherId") === true
}

/** Unless the app decided it, says what counts as the client's address. */
function warnOfAddress(settings: Settings): void {
  const { rateLimit, production } = settings
  if (!rateLimit || !production || rateLimit.address || rateLimit.proxiesFrom !== undefined) return
  const code = addressSource(rateLimit) === "connection" ? "client-address" : "client-address-unknown"
  warnOnce(settings, code)
}

// The arithmetic of colours is loaded for the few who set the text's own
async function warnOfContrast(theme: Theme, logger: LoggerInstance): Promise<void> {
  const { themeProblems } = await import("../../components/view/theme.ts")
  if (themeProblems(theme).some((problem) => problem.includes("contrast"))) logger.warn("button-text-contrast")
}
