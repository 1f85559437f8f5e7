import { rulesFor } from "./rules.ts"
import { PROVIDERS, wrongProviderValues } from "./provider-values.ts"
import type { CookieKey, CookieOption, CookieOptions } from "../cookies/options.ts"
import type { JWTOptions } from "../crypto/jwt-types.ts"
import type { Adapter } from "../../adapters/contract.ts"
import type { LoggerInstance } from "../../logger.ts"
import type { EmailDesign } from "../../providers/email-settings.ts"
import { FIELD, unknownNames, unknownSentence } from "../../providers/option-names.ts"
import {
  ANYTHING,
  BOOLEAN,
  custom,
  either,
  FUNCTION,
  ITSELF,
  LIST,
  NUMBER,
  OBJECT,
  oneOf,
  SECONDS,
  SECRET,
  STRING,
  STRINGS,
  wrongValues,
  type Options,
  type OptionsOf,
} from "../../providers/option-values.ts"
import type { ProviderConfig } from "../../providers/types.ts"
import type { Callbacks } from "./callbacks.ts"
import type { Events } from "./event-types.ts"
import type { CaptchaOptions } from "./flow-options.ts"
import { LIMITS, type Limit, type RateLimitOptions } from "./rate-limits.ts"
import type { CoreSessionOptions, RememberOptions } from "./session-options.ts"
import type { ConfiguredFeature } from "./settings.ts"
import type { Step } from "./step-options.ts"
import type { Telemetry } from "./telemetry.ts"
import type { CoreConfig, PagesOptions } from "./types.ts"

const SWITCH = either(BOOLEAN, OBJECT)
/** A switch that may come from an environment variable. */
const FLAG = custom<boolean>((value) => BOOLEAN.isRight(value) || STRING.isRight(value), "true or false")

const LIMIT: OptionsOf<Limit> = { points: NUMBER.required(), seconds: SECONDS.required() }
const REMEMBER: OptionsOf<RememberOptions> = { [ITSELF]: SWITCH, shortMaxAge: SECONDS, checked: BOOLEAN }
const COOKIE_OPTIONS: OptionsOf<CookieOptions> = {
  maxAge: SECONDS,
  expires: ANYTHING,
  domain: STRING,
  path: STRING,
  httpOnly: BOOLEAN,
  secure: BOOLEAN,
  partitioned: BOOLEAN,
  priority: oneOf("low", "medium", "high"),
  encode: FUNCTION,
  sameSite: either(BOOLEAN, oneOf("lax", "strict", "none")),
}
const COOKIE: OptionsOf<CookieOption> = { name: STRING, options: COOKIE_OPTIONS }

const SESSION: OptionsOf<CoreSessionOptions> = {
  strategy: oneOf("jwt", "database"),
  maxAge: SECONDS,
  updateAge: SECONDS,
  absoluteMaxAge: SECONDS,
  remember: REMEMBER,
  maxAccounts: NUMBER,
  bearer: BOOLEAN,
  generateSessionToken: FUNCTION,
}
const STEP: OptionsOf<Step> = {
  id: STRING.required(),
  url: STRING.required(),
  needed: FUNCTION.required(),
  handle: FUNCTION,
}
const JWT: OptionsOf<JWTOptions> = { encode: FUNCTION, decode: FUNCTION, maxAge: SECONDS }
const CALLBACKS: OptionsOf<Callbacks> = {
  jwt: FUNCTION,
  session: FUNCTION,
  lifetime: FUNCTION,
  signIn: FUNCTION,
  redirect: FUNCTION,
  beforeAttempt: FUNCTION,
  place: FUNCTION,
  beforeDelete: FUNCTION,
  exportAccount: FUNCTION,
  impersonate: FUNCTION,
  authorized: FUNCTION,
}
const EVENTS: OptionsOf<Events> = {
  createUser: FUNCTION,
  updateUser: FUNCTION,
  acceptInvitation: FUNCTION,
  deleteUser: FUNCTION,
  reclaimUser: FUNCTION,
  linkAccount: FUNCTION,
  signIn: FUNCTION,
  signOut: FUNCTION,
  session: FUNCTION,
  security: FUNCTION,
}
const PAGES: OptionsOf<PagesOptions> = {
  signIn: STRING,
  signOut: STRING,
  error: STRING,
  verifyRequest: STRING,
  newUser: STRING,
}
const COOKIES: Readonly<Record<CookieKey, Options>> = {
  callbackUrl: COOKIE,
  csrfToken: COOKIE,
  nonce: COOKIE,
  pkceCodeVerifier: COOKIE,
  sessionToken: COOKIE,
  state: COOKIE,
  webauthnChallenge: COOKIE,
}
const EMAILS: OptionsOf<EmailDesign> = { logo: ANYTHING, wordmark: BOOLEAN, footer: STRING }
const CAPTCHA: OptionsOf<CaptchaOptions> = { html: STRING.required(), script: STRING }
const RATE_LIMIT: OptionsOf<RateLimitOptions> = {
  [ITSELF]: either(
    custom<false>((value) => value === false, "false"),
    OBJECT,
  ),
  limits: Object.fromEntries(Object.keys(LIMITS).map((limit) => [limit, LIMIT])),
  store: FUNCTION,
  trustedProxies: ANYTHING,
  address: FUNCTION,
}
// A logger, telemetry and an adapter may have members of their own
const LOGGER: OptionsOf<Partial<LoggerInstance>> & Options = {
  error: FUNCTION,
  warn: FUNCTION,
  debug: FUNCTION,
  "*": ANYTHING,
}
const TELEMETRY: OptionsOf<Telemetry> & Options = { observe: FUNCTION, count: FUNCTION, "*": ANYTHING }

/** These values are also checked with a preset, whose library isn't strict about the others. */
const ALWAYS = {
  providers: PROVIDERS,
  adapter: custom<Adapter | (() => Adapter)>(
    (value) => typeof value === "function" || (OBJECT.isRight(value) && !(value instanceof Promise)),
    "an adapter, such as `SqlAdapter(db)`. If a function creates it, wait for it: `adapter: await createAdapter()`",
  ),
  secret: SECRET,
}

/** The core's options. The values of `theme` and some others have checks of their own. */
const CONFIG: OptionsOf<CoreConfig> = {
  ...ALWAYS,
  adapterTimeout: either(
    NUMBER,
    custom<false>((value) => value === false, "false"),
  ),
  basePath: STRING,
  sitePath: STRING,
  session: SESSION,
  steps: { [ITSELF]: LIST, "*": STEP },
  jwt: JWT,
  callbacks: CALLBACKS,
  events: EVENTS,
  telemetry: TELEMETRY,
  pages: PAGES,
  cookies: COOKIES,
  theme: OBJECT,
  emails: EMAILS,
  siteName: STRING,
  languages: STRINGS,
  messages: { [ITSELF]: either(OBJECT, LIST), "*": OBJECT },
  logger: LOGGER,
  debug: BOOLEAN,
  trustHost: FLAG,
  useSecureCookies: BOOLEAN,
  redirectProxyUrl: STRING,
  redirectProxyOrigins: STRINGS,
  isPublicSuffix: FUNCTION,
  trustedOrigins: STRINGS,
  skipCSRFCheck: ANYTHING,
  raw: ANYTHING,
  experimental: ANYTHING,
  rateLimit: RATE_LIMIT,
  compat: oneOf("authjs"),
  compatVersion: ANYTHING,
  wire: OBJECT,
  clock: FUNCTION,
  fetch: FUNCTION,
  flow: oneOf("all-in-one", "identifier-first"),
  domains: { "*": STRING },
  captcha: CAPTCHA,
  signInNotice: ANYTHING,
  footerLinks: ANYTHING,
}

/** Adds the options of the features to the core's. One such as `session` has parts of both. */
function optionsWith(features: readonly ConfiguredFeature[]): Options {
  const all: Record<string, Options[string]> = { ...CONFIG, features: LIST }
  for (const { options = {} } of features)
    for (const [name, added] of Object.entries(options)) {
      const core = all[name]
      all[name] = core && !("isRight" in core) && !("isRight" in added) ? { ...core, ...added } : added
    }
  return all
}

/** Returns a sentence for each option whose value is never right. It names the path, what was found and what to set. */
export function wrongOptions(features: readonly ConfiguredFeature[], config: CoreConfig): readonly string[] {
  if (rulesFor(config).lenientOptions) return wrongValues(config, { ...ALWAYS, "*": ANYTHING })
  const wrong = wrongValues(config, optionsWith(features))
  return Array.isArray(config.providers) ? [...wrong, ...wrongProviderValues(config.providers)] : wrong
}

/**
 * Returns a sentence for each option that Latchkit doesn't have, such as a misspelled one. The functions of providers
 * check their own, and `message-names.ts` checks `messages`.
 */
export function unknownOptions(
  features: readonly ConfiguredFeature[],
  config: CoreConfig,
  providers: Iterable<ProviderConfig>,
): readonly string[] {
  const fields = [...providers].flatMap((provider) => (provider.type === "credentials" ? [provider.credentials] : []))
  return [
    ...unknownNames(config, optionsWith(features)).filter(({ value }) => value !== undefined),
    ...fields.flatMap((one) => unknownNames(one, { "*": FIELD }, "Credentials().credentials.")),
  ].map(unknownSentence)
}
