import type { Session, Theme } from "../../client/contract.ts"
import { LANGUAGES } from "../../components/view/messages/languages.ts"
import type { MessageOverrides } from "../../components/view/messages/types.ts"
import type { Adapter } from "../adapters/contract.ts"
import type { CookiesOptions } from "../cookies/options.ts"
import { cookieTable } from "../cookies/names.ts"
import { hmac, randomBytes } from "../crypto/hash.ts"
import { base64url } from "../crypto/bytes.ts"
import type { JWTOptions } from "../crypto/jwt-types.ts"
import { createKeyring, type Keyring } from "../crypto/keyring.ts"
import type { TokenForm } from "../crypto/token-form.ts"
import { boundCsrf, type CsrfScheme } from "../csrf.ts"
import type { MetadataCache } from "../identify/oauth/metadata-cache.ts"
import type { RateLimitOptions } from "../limits/options.ts"
import { loggerFrom, type LoggerInstance } from "../logger.ts"
import { memoryOf, newMemories, type Memories, type Memory } from "../memory.ts"
import { onceFor, type OnceStore } from "../once.ts"
import type { Fetch, ProviderConfig } from "../providers/types.ts"
import { siteAt, type Site, type SitePolicy } from "../site.ts"
import { flagFrom, isDevelopment, listFrom, present, processEnv, secretsFrom, siteUrlFrom, type Env } from "./env.ts"
import { resolveProviders } from "./providers.ts"
import type {
  AuthConfig,
  Callbacks,
  Events,
  PagesOptions,
  RememberOptions,
  SessionStrategyName,
  Wire,
} from "./types.ts"

/** A configuration with every default and every variable of the environment filled in. Frozen; nothing writes to it. */
export interface Settings {
  readonly providers: ReadonlyMap<string, ProviderConfig>
  readonly adapter: Adapter | undefined
  readonly site: SitePolicy
  /** Base paths that requests may arrive under: the site's own, and the default one behind a proxy that strips a prefix. */
  readonly mounts: readonly string[]
  readonly secrets: readonly string[]
  readonly keyring: Keyring
  readonly session: {
    readonly strategy: SessionStrategyName
    readonly maxAge: number
    readonly updateAge: number
    readonly absoluteMaxAge: number | undefined
    readonly bearer: boolean
    /** Undefined where nobody is asked whether to stay signed in. */
    readonly remember: { readonly shortMaxAge: number; readonly checked: boolean } | undefined
    generateSessionToken(): string
  }
  readonly jwt: JWTOptions & { readonly maxAge: number }
  readonly callbacks: Partial<Callbacks> & Pick<Callbacks, "signIn">
  readonly events: Partial<Events>
  readonly pages: Partial<PagesOptions>
  readonly theme: Theme
  readonly siteName: string | undefined
  readonly signInNotice: string | undefined
  /** Tags of the languages that pages and mails may be in; the first is the default. */
  readonly languages: readonly string[]
  readonly messages: Readonly<Record<string, MessageOverrides>>
  readonly csrf: CsrfScheme
  /** How session tokens are sealed (the first) and opened (each). */
  readonly tokenForms: readonly TokenForm[]
  /** How a mailed token is stored (the first) and looked for (each). */
  readonly hashVerificationToken: Wire["hashVerificationToken"]
  /** False where `skipCSRFCheck` turned the token off; the Origin check stays. */
  readonly csrfCheck: boolean
  readonly webauthn: boolean
  /** False where nothing is counted. */
  readonly rateLimit: (RateLimitOptions & { readonly trustedProxies: number }) | false
  readonly redirectProxyUrl: string | undefined
  readonly redirectProxyOrigins: readonly string[]
  readonly logger: LoggerInstance
  readonly debug: boolean
  readonly production: boolean
  readonly env: Env
  readonly fetch: Fetch
  /** Milliseconds since the epoch. */
  now(): number
  readonly once: OnceStore
  /** Of this process, where the adapter keeps none. */
  readonly counters: Memory["counters"]
  readonly metadata: MetadataCache
  readonly limiters: Memory["limiters"]
  cookies(site: Site): CookiesOptions
}

/** What an integration or a platform fills in for an app. */
export interface Surroundings {
  /** The base path where the app names none. @default "/auth" */
  basePath?: string
  /** @default process.env */
  env?: Env
}

const THIRTY_DAYS = 30 * 24 * 60 * 60
const ONE_DAY = 24 * 60 * 60

/** Fills in what the configuration leaves out. Says nothing of mistakes: `problemsOf` does. */
export function settingsFrom<S extends Session>(
  config: AuthConfig<S>,
  surroundings: Surroundings = {},
  memories: Memories = newMemories(),
): Settings {
  const env = surroundings.env ?? processEnv()
  const secrets = secretsOf(config, env)
  const keyring = createKeyring(secrets)
  const { counters, claimed, metadata, limiters } = memoryOf(memories, secrets)
  const tokenForm: TokenForm = { keyring, namesSite: true }
  const production = !isDevelopment(env)
  const debug = config.debug ?? false
  const adapter = typeof config.adapter === "function" ? config.adapter() : config.adapter
  const now = config.clock ?? Date.now
  return Object.freeze({
    ...siteSettings(config, surroundings, env),
    providers: new Map(resolveProviders(config.providers ?? [], env).map((provider) => [provider.id, provider])),
    adapter,
    secrets,
    keyring,
    tokenForms: config.wire?.tokenForms?.(tokenForm) ?? [tokenForm],
    session: sessionSettings(config, adapter),
    jwt: { ...config.jwt, maxAge: config.jwt?.maxAge ?? config.session?.maxAge ?? THIRTY_DAYS },
    callbacks: { signIn: () => true, ...config.callbacks } as Settings["callbacks"], // the app's session type is known at its own call sites only
    events: config.events ?? {},
    pages: config.pages ?? {},
    theme: config.theme ?? {},
    siteName: config.siteName,
    signInNotice: config.signInNotice,
    languages: config.languages ?? [...new Set([...LANGUAGES, ...Object.keys(config.messages ?? {})])],
    messages: config.messages ?? {},
    csrf: config.wire?.csrf ?? boundCsrf,
    hashVerificationToken: config.wire?.hashVerificationToken ?? keyedHashes,
    csrfCheck: config.skipCSRFCheck === undefined,
    webauthn: config.experimental?.enableWebAuthn ?? false,
    rateLimit: rateLimitOf(config, env),
    redirectProxyUrl: config.redirectProxyUrl ?? present([env["AUTH_REDIRECT_PROXY_URL"]])[0],
    redirectProxyOrigins: config.redirectProxyOrigins ?? listFrom(env["AUTH_REDIRECT_PROXY_ORIGINS"]),
    logger: loggerFrom(config.logger, debug),
    debug,
    production,
    env,
    fetch: config.fetch ?? ((input, init) => globalThis.fetch(input, init)),
    now,
    once: onceFor(adapter, now, claimed),
    counters,
    metadata,
    limiters,
    cookies: cookieTables(config),
  })
}

function keyedHashes(token: string, secrets: readonly string[]): Promise<string[]> {
  return Promise.all(secrets.map((secret) => hmac(secret, "email token", token)))
}

function secretsOf(config: AuthConfig<Session>, env: Env): readonly string[] {
  const { secret } = config
  const own = typeof secret === "string" ? [secret] : (secret ?? [])
  const given = present(own.filter((value) => typeof value === "string"))
  return Object.freeze(given.length > 0 || own.length > 0 ? given : secretsFrom(env))
}

function sessionSettings({ session = {} }: AuthConfig<Session>, adapter: Adapter | undefined): Settings["session"] {
  return {
    strategy: session.strategy ?? (adapter ? "database" : "jwt"),
    maxAge: session.maxAge ?? THIRTY_DAYS,
    updateAge: session.updateAge ?? ONE_DAY,
    absoluteMaxAge: session.absoluteMaxAge,
    bearer: session.bearer ?? false,
    remember: rememberSettings(session.remember),
    generateSessionToken: session.generateSessionToken ?? (() => base64url(randomBytes(32))),
  }
}

function rememberSettings(given: boolean | RememberOptions | undefined): Settings["session"]["remember"] {
  if (!given) return undefined
  const { shortMaxAge = ONE_DAY, checked = false } = given === true ? {} : given
  return { shortMaxAge, checked }
}

/** Where the service stands, out of `basePath`, AUTH_URL and what may be believed of a request. */
function siteSettings(config: AuthConfig<Session>, { basePath: fallback = "/auth" }: Surroundings, env: Env) {
  const url = parsedSiteUrl(siteUrlFrom(env))
  const path = url && url.pathname !== "/" ? url.pathname.replace(/\/+$/, "") : undefined
  const basePath = config.basePath === "/" ? "" : (config.basePath ?? path ?? fallback)
  const trustHost =
    config.trustHost ??
    flagFrom(env["AUTH_TRUST_HOST"]) ??
    (Boolean(env["VERCEL"] ?? env["CF_PAGES"]) || isDevelopment(env))
  const site: SitePolicy = {
    pinned: url && siteAt(url.origin, basePath, config.useSecureCookies),
    basePath,
    trustHost,
    trustLoopback: env["NODE_ENV"] !== "production",
    secureCookies: config.useSecureCookies,
  }
  return { site, mounts: [...new Set([basePath, config.basePath === undefined ? fallback : basePath])] }
}

/** AUTH_URL as a URL; undefined where it is none, which `problemsOf` reports. */
export function parsedSiteUrl(text: string | undefined): URL | undefined {
  if (text === undefined || !URL.canParse(text)) return undefined
  const url = new URL(text)
  return url.protocol === "https:" || url.protocol === "http:" ? url : undefined
}

function rateLimitOf({ rateLimit }: AuthConfig<Session>, env: Env): Settings["rateLimit"] {
  const options = rateLimit ?? (isDevelopment(env) ? false : {})
  const platform = (env["VERCEL"] ?? env["CF_PAGES"]) ? 1 : 0
  const [given] = present([env["AUTH_TRUSTED_PROXIES"]])
  return options && { ...options, trustedProxies: options.trustedProxies ?? Number(given ?? platform) }
}

function cookieTables({ cookies, wire }: AuthConfig<Session>): Settings["cookies"] {
  const secure = cookieTable(true, cookies, wire?.cookieName)
  const plain = cookieTable(false, cookies, wire?.cookieName)
  return (site) => (site.secure ? secure : plain)
}
