import type { ServiceOptions } from "./service-options.ts"
import type { Session, Theme } from "../../../client/contract.ts"
import type { MessageOverrides } from "../../../components/view/messages/types.ts"
import type { Adapter } from "../../adapters/contract.ts"
import type { CookiesOptions } from "../cookies/options.ts"
import { cookieTables } from "../cookies/names.ts"
import type { JWTOptions } from "../crypto/jwt-types.ts"
import { createKeyring, type Keyring } from "../crypto/keyring.ts"
import type { TokenForm } from "../crypto/token-form.ts"
import type { CsrfScheme } from "../crypto/csrf-token.ts"
import { rateLimitSettings, type RateLimitSettings } from "./rate-limits.ts"
import { createLogger, type LoggerInstance, type WarningTexts } from "../../logger.ts"
import {
  createInstanceMemories,
  instanceMemoryFor,
  type InstanceMemories,
  type InstanceMemory,
} from "./instance-memory.ts"
import { createBackground, type Background } from "./background.ts"
import { createReplayStore, type ReplayStore } from "./replay-store.ts"
import { authjsVersion, rulesFor, type Rules } from "./rules.ts"
import type { OAuthEngine, OAuthExtensions } from "../../oauth/types.ts"
import type { EmailDesign } from "../../providers/email-settings.ts"
import type { Fetch, ProviderConfig } from "../../providers/types.ts"
import { providersByUse, type EmailSenders } from "./email-senders.ts"
import { withSitePaths } from "./site-paths.ts"
import { siteSettings, type Site, type SitePolicy } from "./site.ts"
import { isDevelopment, processEnv, withOlderNames, type Env } from "./env.ts"
import { originSettings, type OriginSettings } from "./trusted-origins.ts"
import { resolveProviders } from "./providers.ts"
import type { Events } from "./event-types.ts"
import { countedEvents, type Telemetry } from "./telemetry.ts"
import { sessionSettings, type SessionSettings } from "./session-options.ts"
import { configuredSecret, resolveSecrets, tokenSettings } from "./secrets.ts"
import type { CoreConfig, PagesOptions, Wire } from "./types.ts"
import type { Callbacks } from "./callbacks.ts"
import { withCheckedIssuer } from "./decisions.ts"
import { flowSettings, type FlowSettings } from "./flow-options.ts"
import {
  NO_FEATURE_SETTINGS,
  userStateSettings,
  type FeatureSettings,
  type UserStateSettings,
} from "./feature-settings.ts"
import { appearanceSettings } from "./appearance.ts"
import { passwordSettings, type PasswordSettings } from "./passwords.ts"
import type { Options } from "../../providers/option-values.ts"
import type { Awaitable } from "../../types.ts"
import type { Finding } from "./finding.ts"
import type { Step } from "./step-options.ts"

/** The settings that a feature may read while the others are made. */
type AvailableSettings = Pick<Settings, keyof EmailSenders | "adapter" | "env" | "rules">

/** The part of a feature that the configuration reads. `server/feature.ts` joins it with those of the other rooms. */
export interface ConfiguredFeature {
  /** Its folder in `server/features`. */
  readonly name: string
  /** Returns whether a configuration turns it on. */
  isOn(settings: Settings): boolean
  /** The kinds of the values of its options, which its configuration has beside those of the core. */
  readonly options?: Options
  /** The texts of its warnings. */
  readonly warnings?: WarningTexts
  /** Opens the adapter of a configuration. */
  openAdapter?(config: CoreConfig): Adapter | undefined
  /** Returns what the core reads of its options. */
  coreSettings?(options: CoreConfig, available: AvailableSettings): Partial<FeatureSettings>
  /** Its own settings. */
  readonly settings?: { read(options: CoreConfig): unknown }
  /** Returns the mistakes in its options. Called only if it is on. */
  problems?(settings: Settings): readonly string[]
  /** Logs once what doesn't stop Latchkit. Called only if it is on. */
  report?(settings: Settings): Awaitable<void>
  /** Returns what `latchkit doctor` says about it. Called only if it is on. */
  findings?(settings: Settings): readonly Finding[]
  /** The functions that helpers for the app's own code call, also if it is off. */
  readonly calls?: object
  /** OpenID Connect and the extensions of OAuth 2.0. */
  readonly extensions?: OAuthExtensions
  /** Whether it binds sessions to a device, so that one can meet `bound: true`. @default false */
  readonly bindsSessions?: true
  /** Returns whether `session.bearer` is on by default. */
  sendsBearer?(options: CoreConfig): boolean
}

/** A configuration with every default and environment variable filled in. Frozen. */
export interface Settings
  extends
    FeatureSettings,
    UserStateSettings,
    FlowSettings,
    OriginSettings,
    EmailSenders,
    Pick<OAuthEngine, "extensions">,
    Omit<InstanceMemory, "usedReplayKeys"> {
  /** The providers that users can sign in with, by id. */
  readonly providers: ReadonlyMap<string, ProviderConfig>
  /** The id of two providers: a mistake. */
  readonly repeatedProvider: string | undefined
  /** The settings of `Password()`. `undefined` if it isn't configured. */
  readonly passwords: PasswordSettings | undefined
  /** Ids of providers that lack a client id or an option. They are left out. */
  readonly incompleteProviders: ReadonlySet<string>
  readonly adapter: Adapter | undefined
  readonly site: SitePolicy
  /** Base paths of requests: the site's own, and the default one behind a proxy that strips a prefix. */
  readonly basePaths: readonly string[]
  /** Whether `/signin/` counts as `/signin`. */
  readonly trailingSlash: boolean
  readonly secrets: readonly string[]
  readonly keyring: Keyring
  readonly session: SessionSettings
  readonly jwt: Pick<JWTOptions, "encode" | "decode"> & {
    /** The `secret` that the app's own `encode` and `decode` get. */
    readonly secret: string | readonly string[]
  }
  readonly steps: readonly Step[]
  readonly callbacks: Partial<Callbacks>
  readonly events: Partial<Events>
  readonly telemetry: Telemetry | undefined
  /** The features that are on, in the order in which they run. */
  readonly features: readonly ConfiguredFeature[]
  /** The own settings of each feature, by its folder. */
  readonly own: Readonly<Record<string, unknown>>
  /** The `calls` of each feature, by its folder. `featureCalls` reads them. */
  readonly calls: Readonly<Record<string, object | undefined>>
  readonly pages: Partial<PagesOptions>
  readonly theme: Theme
  readonly emails: EmailDesign
  readonly siteName: string | undefined
  /** Language tags for pages and emails. The first one is the default. */
  readonly languages: readonly string[]
  readonly messages: Readonly<Record<string, MessageOverrides>>
  readonly csrf: CsrfScheme
  /** Formats of session tokens. The first one seals, and any of them opens. */
  readonly tokenForms: readonly TokenForm[]
  /** Returns the stored hashes of an email token. The first one is stored, and lookups try each. */
  readonly hashVerificationToken: Wire["hashVerificationToken"]
  /** `false` if `skipCSRFCheck` turned the token off. The `Origin` check stays on. */
  readonly csrfCheck: boolean
  readonly webauthn: boolean
  /** `false` if rate limiting is off. */
  readonly rateLimit: RateLimitSettings | false
  readonly logger: LoggerInstance
  readonly debug: boolean
  /** The rules of another library that the app keeps. The preset `latchkit/migrate/authjs` brings them. */
  readonly rules: Rules
  /** The library's major version. `undefined` without the preset. */
  readonly compatVersion: 4 | 5 | undefined
  readonly production: boolean
  /** Decides with `NODE_ENV` what is an error, and names variables that are set. */
  readonly env: Env
  readonly fetch: Fetch
  /** Milliseconds since the epoch. */
  now(): number
  readonly replayStore: ReplayStore
  readonly background: Background
  cookies(site: Pick<Site, "secure">): CookiesOptions
}

/** Fills in what the configuration leaves out. Doesn't report mistakes: `configProblems` does. */
export function settingsWith<S extends Session>(
  features: readonly ConfiguredFeature[],
  appConfig: CoreConfig<S>,
  serviceOptions: ServiceOptions = {},
  memories: InstanceMemories = createInstanceMemories(),
): Settings {
  const version = authjsVersion(appConfig)
  const env = withOlderNames(serviceOptions.env ?? processEnv(), version)
  const rules = rulesFor(appConfig)
  const site = siteSettings({ ...appConfig, rules }, serviceOptions, env)
  const config = { ...appConfig, ...withSitePaths(appConfig, site.site) }
  const secrets = resolveSecrets(config, env)
  const keyring = createKeyring(secrets)
  const { usedReplayKeys, ...memory } = instanceMemoryFor(memories, secrets)
  const debug = config.debug ?? false
  const open = features.find(({ openAdapter }) => openAdapter)?.openAdapter
  const adapter = open?.(config) ?? (config.adapter as Adapter | undefined) // a function was called before
  const now = config.clock ?? Date.now
  const warnings: WarningTexts = Object.assign({}, config.wire?.warnings, ...features.map((one) => one.warnings))
  const logger = createLogger(config.logger, { debug, warnings })
  const log = { logger, warned: memory.warned }
  const background = createBackground({ waitUntil: serviceOptions.waitUntil, env }, log)
  const resolved = resolveProviders(config.providers ?? [], env, version).map((one) => withCheckedIssuer(one, log))
  const byUse = providersByUse(resolved, env)
  const { providers } = byUse
  const featureOptions = featureSettings(features, config, { adapter, env, rules, ...byUse })
  const passwords = passwordSettings(providers.values(), featureOptions.secondFactor, log)
  const settings: Omit<Settings, "features"> = {
    ...site,
    ...originSettings(config, env),
    ...tokenSettings(config, keyring),
    ...appearanceSettings(config),
    ...flowSettings(config),
    ...featureOptions,
    ...userStateSettings(featureOptions, passwords !== undefined),
    rules,
    compatVersion: version,
    ...memory,
    trailingSlash: serviceOptions.trailingSlash ?? rules.trailingSlash === true,
    ...byUse,
    passwords,
    incompleteProviders: new Set<string>(),
    adapter,
    secrets,
    keyring,
    extensions: features.find((one) => one.extensions)?.extensions,
    calls: Object.fromEntries(features.map(({ name, calls }) => [name, calls])),
    own: Object.fromEntries(features.map(({ name, settings: own }) => [name, own?.read(config)])),
    session: sessionSettings(config, {
      hasAdapter: adapter !== undefined,
      sendsBearer: features.some((feature) => feature.sendsBearer?.(config) === true),
    }),
    jwt: { encode: config.jwt?.encode, decode: config.jwt?.decode, secret: configuredSecret(config, secrets) },
    steps: config.steps ?? [],
    callbacks: (config.callbacks ?? {}) as Settings["callbacks"], // only the app's own call sites know its session type
    events: countedEvents(config.events, config.telemetry),
    telemetry: config.telemetry,
    webauthn: hasPasskeys(config, { providers, rules }),
    rateLimit: rateLimitSettings(config.rateLimit, { env, hasConnection: serviceOptions.hasConnection }),
    logger,
    debug,
    production: !isDevelopment(env),
    env,
    fetch: config.fetch ?? ((input, init) => globalThis.fetch(input, init)),
    now,
    replayStore: createReplayStore({ adapter, now, background, ...log }, usedReplayKeys),
    background,
    cookies: cookieTables(config.cookies, config.wire?.cookieName),
  }
  return Object.freeze({ ...settings, features: features.filter((one) => one.isOn({ ...settings, features })) })
}

const featureSettings = (
  features: readonly ConfiguredFeature[],
  config: CoreConfig<Session>,
  available: AvailableSettings,
): FeatureSettings =>
  Object.assign({}, NO_FEATURE_SETTINGS, ...features.map((one) => one.coreSettings?.(config, available)))

/** Returns whether users may sign in with passkeys. With the preset, a flag turns them on, as in Auth.js. */
function hasPasskeys(
  { experimental }: CoreConfig<Session>,
  { providers, rules }: Pick<Settings, "providers" | "rules">,
): boolean {
  const isOn = experimental?.enableWebAuthn ?? !rules.optInPasskeys
  return isOn && [...providers.values()].some(({ type }) => type === "webauthn")
}
