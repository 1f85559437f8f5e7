import { en } from "../../../components/view/messages/en.ts"
import type { CookieKey, CookieOption, CookieOptions } from "../cookies/options.ts"
import type { JWTOptions } from "../crypto/jwt-types.ts"
import type { EmailDesign } from "../../providers/email-settings.ts"
import { FIELD, unknownNames, type Keys, type Names } from "../../providers/option-names.ts"
import type { ProviderConfig } from "../../providers/types.ts"
import type { AccountOptions } from "./account-options.ts"
import type { Callbacks } from "./callbacks.ts"
import type { DeletionOptions } from "./deletion-options.ts"
import type { Events } from "./event-types.ts"
import type { SecondFactorOptions } from "./factor-options.ts"
import type { CaptchaOptions } from "./flow-options.ts"
import type { NativeAppOptions } from "./native-app-options.ts"
import { LIMITS, type Limit, type RateLimitOptions } from "./rate-limits.ts"
import type { DeviceBoundOptions, RememberOptions, SessionOptions } from "./session-options.ts"
import type { Step } from "./step-options.ts"
import type { AuthConfig, PagesOptions } from "./types.ts"

const LIMIT: Keys<Limit> = { points: true, seconds: true }
const REMEMBER: Keys<RememberOptions> = { shortMaxAge: true, checked: true }
const DEVICE_BOUND: Keys<DeviceBoundOptions> = { maxAge: true }
const DELETION: Keys<DeletionOptions> = { graceDays: true }
const COOKIE_OPTIONS: Keys<CookieOptions> = { maxAge: true, expires: true, domain: true, path: true, httpOnly: true, secure: true, partitioned: true, priority: true, sameSite: true, encode: true } // prettier-ignore
const COOKIE: Keys<CookieOption> = { name: true, options: COOKIE_OPTIONS }

const SESSION: Keys<SessionOptions> = { strategy: true, maxAge: true, updateAge: true, absoluteMaxAge: true, remember: REMEMBER, maxAccounts: true, deviceBound: DEVICE_BOUND, bearer: true, generateSessionToken: true } // prettier-ignore
const STEP: Keys<Step> = { id: true, url: true, needed: true, handle: true }
const SECOND_FACTOR: Keys<SecondFactorOptions> = { required: true, phishingResistant: true, emailCode: true, trustDevice: { maxAge: true } } // prettier-ignore
const ACCOUNT: Keys<AccountOptions> = { changeEmail: true, profile: true, export: true, deletion: DELETION, newDeviceEmail: true, administration: true } // prettier-ignore
const JWT: Keys<JWTOptions> = { encode: true, decode: true, maxAge: true }
const CALLBACKS: Keys<Callbacks> = { jwt: true, session: true, lifetime: true, signIn: true, redirect: true, beforeAttempt: true, place: true, beforeDelete: true, exportAccount: true, impersonate: true, authorized: true } // prettier-ignore
const EVENTS: Keys<Events> = { createUser: true, updateUser: true, acceptInvitation: true, deleteUser: true, reclaimUser: true, linkAccount: true, signIn: true, signOut: true, session: true, security: true } // prettier-ignore
const PAGES: Keys<PagesOptions> = { signIn: true, signOut: true, error: true, verifyRequest: true, newUser: true }
const COOKIES: Readonly<Record<CookieKey, Names>> = { callbackUrl: COOKIE, csrfToken: COOKIE, nonce: COOKIE, pkceCodeVerifier: COOKIE, sessionToken: COOKIE, state: COOKIE, webauthnChallenge: COOKIE } // prettier-ignore
const EMAILS: Keys<EmailDesign> = { logo: true, wordmark: true, footer: true }
const CAPTCHA: Keys<CaptchaOptions> = { html: true, script: true }
const NATIVE_APP: Keys<NativeAppOptions> = { name: true, redirectUris: true }
const LIMIT_KINDS: Names = Object.fromEntries(Object.keys(LIMITS).map((kind) => [kind, LIMIT]))
const RATE_LIMIT: Keys<RateLimitOptions> = { limits: LIMIT_KINDS, store: true, trustedProxies: true, address: true }

/** Names of `theme` are checked with its values. A logger, an adapter and a telemetry may have members of their own. */
const CONFIG: Keys<AuthConfig> = {
  providers: true,
  adapter: true,
  adapterTimeout: true,
  basePath: true,
  sitePath: true,
  secret: true,
  session: SESSION,
  steps: { "*": STEP },
  secondFactor: SECOND_FACTOR,
  account: ACCOUNT,
  jwt: JWT,
  callbacks: CALLBACKS,
  events: EVENTS,
  telemetry: true,
  pages: PAGES,
  cookies: COOKIES,
  theme: true,
  emails: EMAILS,
  siteName: true,
  languages: true,
  messages: { "*": namesWithin(en) },
  logger: true,
  debug: true,
  trustHost: true,
  useSecureCookies: true,
  redirectProxyUrl: true,
  redirectProxyOrigins: true,
  trustedOrigins: true,
  skipCSRFCheck: true,
  raw: true,
  experimental: true,
  rateLimit: RATE_LIMIT,
  compat: true,
  compatVersion: true,
  wire: true,
  clock: true,
  fetch: true,
  flow: true,
  domains: true,
  captcha: CAPTCHA,
  signInNotice: true,
  footerLinks: true,
  nativeApps: { "*": NATIVE_APP },
}

/**
 * Returns a sentence for each option that Latchkit doesn't have, such as a misspelled one. The functions of providers
 * check their own.
 */
export function unknownOptions(config: AuthConfig, providers: Iterable<ProviderConfig>): readonly string[] {
  const fields = [...providers].flatMap((provider) => (provider.type === "credentials" ? [provider.credentials] : []))
  return [
    ...unknownNames(config, CONFIG).filter(({ value }) => value !== undefined),
    ...fields.flatMap((one) => unknownNames(one, { "*": FIELD }, "Credentials().credentials.")),
  ].map(({ name, advice }) => `\`${name}\` isn't an option, and has no effect${advice}`)
}

/** Returns the names within a catalog of messages. A sentence has no names, nor has one with plural forms. */
function namesWithin(messages: object): Names {
  const below = (value: unknown) =>
    typeof value === "object" && value !== null && !("other" in value) ? namesWithin(value) : true
  return Object.fromEntries(Object.entries(messages).map(([name, value]: [string, unknown]) => [name, below(value)]))
}
