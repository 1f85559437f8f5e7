import type { Session } from "../../../client/contract.ts"
import type { JWT } from "../crypto/jwt-types.ts"
import { hasTransaction } from "../../adapters/extended.ts"
import { asError, AuthError, type AuthError as Problem } from "../../errors.ts"
import { consoleLogger, createLogger, type LoggerInstance } from "../../logger.ts"
import { rememberProblem, warnOfMove, warnOnce } from "./warn-once.ts"
import { createInstanceMemories, type InstanceMemories } from "./instance-memory.ts"
import { incompleteProviders, leftOutErrors, withoutProviders } from "./incomplete-providers.ts"
import { missingImports, valueWarnings } from "./value-problems.ts"
import { unknownOptions, wrongOptions } from "./options.ts"
import { configProblems } from "./problems.ts"
import { registerConfiguration } from "./registered.ts"
import { rulesFor, type Rules } from "./rules.ts"
import { settingsWith, type ConfiguredFeature, type Settings } from "./settings.ts"
import type { ServiceOptions } from "./service-options.ts"
import { LruMap } from "../crypto/memory.ts"
import { lazy } from "../../lazy.ts"
import { publicSuffixProblems, sharedDomains } from "./shared-domains.ts"
import { siteUrlFrom } from "./env.ts"
import { originsOnAnotherSite } from "./trusted-origins.ts"
import type { Awaitable } from "../../types.ts"
import type { CoreConfig } from "./types.ts"

const unknownMessages = lazy(() => import("./message-names.ts"), "unknownMessages")

/** The settings for one request, and their problems. Without settings, Latchkit can only respond with an error. */
export interface LoadedConfig {
  settings: Settings | undefined
  problems: readonly Problem[]
  logger: LoggerInstance
  /** Set even if there are no settings. */
  rules: Rules
}

/** A configuration that is ready to serve, or whose problems are known. */
export interface PreparedConfig {
  forRequest(request: Request | undefined): LoadedConfig | Promise<LoadedConfig>
}

/** Returns the features that a configuration may turn on. */
export type FeaturesFor = (config: CoreConfig) => readonly ConfiguredFeature[]

/**
 * Prepares a configuration. An object is prepared now. A function is called once per request, and its result is cached
 * by the object that it returned.
 */
export function prepareConfig<S extends Session, Token extends JWT>(
  featuresFor: FeaturesFor,
  input: CoreConfig<S, Token> | ((request: Request | undefined) => Awaitable<CoreConfig<S, Token>>),
  serviceOptions: ServiceOptions = {},
  memories: InstanceMemories = createInstanceMemories(),
): PreparedConfig {
  registerConfiguration(input, serviceOptions.basePath)
  const loadedConfigs = new WeakMap<object, LoadedConfig | Promise<LoadedConfig>>()
  const readyFor = (config: CoreConfig<S, Token>, options = serviceOptions): LoadedConfig | Promise<LoadedConfig> => {
    if (!isObject(config)) return toFailedConfig([missingConfig(config)], consoleLogger())
    const ready =
      loadedConfigs.get(config) ??
      withLaterProblems(
        loadConfig(featuresFor, config as unknown as CoreConfig, options, memories), // the app's types matter at its own call sites
        config.isPublicSuffix,
      )
    loadedConfigs.set(config, ready)
    return ready
  }
  if (typeof input !== "function") {
    const memo: { ready?: LoadedConfig | Promise<LoadedConfig> } = {}
    const ready = () => (memo.ready ??= readyFor(input))
    if (!serviceOptions.mountPath) void ready()
    return { forRequest: ready }
  }
  const pendingConfigs = new WeakMap<Request, Promise<LoadedConfig>>() // an integration reads the configuration of a request before the handler does
  const ask = async (request: Request | undefined): Promise<LoadedConfig> => {
    try {
      const { envFor } = serviceOptions
      return readyFor(await input(request), envFor ? { ...serviceOptions, env: envFor(request) } : serviceOptions)
    } catch (error) {
      return toFailedConfig([error], consoleLogger())
    }
  }
  return {
    forRequest(request) {
      if (!request) return ask(request)
      const pending = pendingConfigs.get(request) ?? ask(request)
      pendingConfigs.set(request, pending)
      return pending
    },
  }
}

const isObject = (value: unknown): boolean => typeof value === "object" && value !== null

function missingConfig(found: unknown): AuthError {
  const type = found === null ? "null" : typeof found
  const reason = found === undefined ? ", perhaps because two modules import each other" : ""
  return new AuthError(
    "InvalidConfiguration",
    `The configuration is ${type}${reason}. Pass an object with \`providers\``,
  )
}

function loadConfig(
  featuresFor: FeaturesFor,
  input: CoreConfig,
  serviceOptions: ServiceOptions,
  memories: InstanceMemories,
): LoadedConfig {
  try {
    const config = typeof input.adapter === "function" ? { ...input, adapter: input.adapter() } : input
    const features = featuresFor(config)
    const wrong = wrongOptions(features, config)
    const right = withoutOptions(config, wrong)
    const all = settingsWith(features, right, serviceOptions, memories)
    const unknown = all.rules.lenientOptions ? [] : unknownOptions(features, right, all.providers.values())
    const problems = [
      ...(wrong.length > 0 ? wrong.map(configurationError) : configProblems(right, all)),
      ...(all.production ? [] : unknown.map(configurationError)),
    ]
    const incomplete = incompleteProviders(all)
    const settings = incomplete.size === 0 ? all : withoutProviders(all, incomplete)
    for (const problem of [...problems, ...leftOutErrors(incomplete)]) settings.logger.error(problem)
    if (problems[0]) rememberProblem(settings, problems[0])
    logConfigWarnings(right, settings)
    if (!settings.production) {
      warnAboutSharedCookies(settings)
      warnAboutAdapterPerRequest(settings)
      void warnAboutLanguages(right, settings)
    } else if (unknown.length > 0) settings.logger.warn("unknown-option")
    warnAboutClientAddress(settings)
    return { settings, problems, logger: settings.logger, rules: settings.rules }
  } catch (error) {
    return toFailedConfig([error], ownLogger(input), rulesFor(input))
  }
}

function withLaterProblems(
  loaded: LoadedConfig,
  isPublicSuffix: CoreConfig["isPublicSuffix"],
): LoadedConfig | Promise<LoadedConfig> {
  const { settings } = loaded
  const domains = settings ? sharedDomains(settings) : []
  const messages = settings && !settings.production && !settings.rules.lenientOptions ? settings.messages : {}
  const hasMessages = Object.keys(messages).length > 0
  if (!settings || (domains.length === 0 && !hasMessages)) return loaded
  const checks = [
    hasMessages && unknownMessages(messages),
    domains.length > 0 && publicSuffixProblems(settings, isPublicSuffix),
  ]
  return Promise.all(checks).then((found) => {
    const problems = found.flatMap((list) => list || [])
    for (const problem of problems) settings.logger.error(problem)
    if (problems[0] && !loaded.problems[0]) rememberProblem(settings, problems[0])
    return { ...loaded, problems: [...loaded.problems, ...problems] }
  })
}

function toFailedConfig(errors: readonly unknown[], logger: LoggerInstance, rules: Rules = {}): LoadedConfig {
  const problems = errors.map((error) =>
    error instanceof AuthError ? error : configurationError(asError(error).message),
  )
  for (const problem of problems) logger.error(problem)
  return { settings: undefined, problems, logger, rules }
}

/** Leaves out the options that a wrong value is in. The rest is enough for the page that says so. */
function withoutOptions(config: CoreConfig, wrong: readonly string[]): CoreConfig {
  if (wrong.length === 0) return config
  return Object.fromEntries(
    Object.entries(config).filter(([name]) => wrong.every((one) => !one.startsWith(`\`${name}`))),
  )
}

const configurationError = (message: string) => new AuthError("InvalidConfiguration", message)

/** Returns the app's logger, also if the configuration is wrong. */
const ownLogger = ({ logger, debug }: CoreConfig): LoggerInstance =>
  createLogger(isObject(logger) ? logger : undefined, { debug: debug === true })

function logConfigWarnings(config: CoreConfig, settings: Settings): void {
  const { logger, debug, env, providers, site, rules } = settings
  const path = URL.parse(siteUrlFrom(env) ?? "")?.pathname.replace(/\/+$/, "")
  if (debug && !config.logger) logger.warn("debug-enabled") // an app's own logger ignores `debug`
  if (config.experimental?.enableWebAuthn && !rules.optInPasskeys) logger.warn("experimental-webauthn")
  for (const code of valueWarnings(settings)) logger.warn(code)
  for (const feature of settings.features) void feature.report?.(settings)
  if (site.basePath === "" && config.callbacks?.authorized) logger.warn("root-base-path")
  if (originsOnAnotherSite(settings.trustedOrigins, site).length > 0) logger.warn("trusted-origin-cross-site")
  if (path && config.basePath) {
    logger.warn(path === config.basePath ? "env-url-basepath-redundant" : "env-url-basepath-mismatch")
  }
  for (const provider of providers.values()) {
    if ("deprecated" in provider && provider.deprecated) logger.warn("deprecated-provider")
    // Without the preset, `state` is sent anyway
    if (rules.stateless && "checks" in provider && provider.checks?.includes("none")) logger.warn("checks-none")
    if ("profile" in provider && hasOtherId(provider.profile)) warnOfMove(settings, "authjs-account-id")
  }
}

const SESSION_COOKIES = new LruMap<string, string>(100) // only names and base paths, in development

/** Warns if another configuration of this process uses the same session cookie on the same host. */
function warnAboutSharedCookies({ site, cookies, logger }: Settings): void {
  const { origin = "", secure = false } = site.pinned ?? {}
  const key = `${origin} ${cookies({ secure }).sessionToken.name}`
  const basePath = SESSION_COOKIES.get(key)
  if (basePath !== undefined && basePath !== site.basePath) logger.warn("shared-session-cookie")
  SESSION_COOKIES.set(key, site.basePath)
}

const ADAPTERS_IN_A_ROW = 5 // tenants with databases of their own come back after fewer

/**
 * Warns if a configuration that is a function creates an adapter without transactions each time. Latchkit's queues
 * belong to the adapter, so such requests don't wait for each other.
 */
function warnAboutAdapterPerRequest(settings: Settings): void {
  const { adapter, recentAdapters } = settings
  if (!adapter || hasTransaction(adapter) || recentAdapters.size >= ADAPTERS_IN_A_ROW) return
  if (recentAdapters.has(adapter)) return recentAdapters.clear()
  recentAdapters.add(adapter)
  if (recentAdapters.size === ADAPTERS_IN_A_ROW) warnOnce(settings, "adapter-per-request")
}

/** Returns whether it is a built-in mapping that reads another account id than Auth.js. */
function hasOtherId(profile: unknown): boolean {
  return typeof profile === "function" && Reflect.get(profile, "hasOtherId") === true
}

/** Warns about the source of the client's address, unless the app configured it. */
function warnAboutClientAddress(settings: Settings): void {
  const { rateLimit, production } = settings
  if (!rateLimit || !production || rateLimit.address || rateLimit.proxiesFrom !== undefined) return
  warnOnce(settings, "client-address")
}

async function warnAboutLanguages({ languages = [] }: CoreConfig, { messages, logger }: Settings): Promise<void> {
  for (const problem of await missingImports(languages, messages))
    logger.error(new AuthError("InvalidConfiguration", problem))
}
