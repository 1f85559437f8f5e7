import type { Session, Theme, User } from "../../client/contract.ts"
import type { MessageOverrides } from "../../components/view/messages/types.ts"
import type { Adapter, AdapterUser, StoredUser } from "../adapters/contract.ts"
import type { Account, Awaitable } from "../types.ts"
import type { CookieKey, CookieOption } from "../cookies/options.ts"
import type { JWT, JWTOptions } from "../crypto/jwt-types.ts"
import type { TokenForm } from "../crypto/token-form.ts"
import type { CsrfScheme, skipCSRFCheck } from "../crypto/csrf-token.ts"
import type { RateLimitOptions } from "./rate-limit-options.ts"
import type { LoggerInstance } from "../logger.ts"
import type { Fetch, Profile, Provider } from "../providers/types.ts"
import type { Events } from "./event-types.ts"
import type { raw } from "./raw.ts"

export type SessionStrategyName = "jwt" | "database"

export interface SessionOptions<Strategy extends SessionStrategyName = SessionStrategyName> {
  /** @default "database" with an adapter, otherwise "jwt" */
  strategy?: Strategy | undefined
  /** Seconds until an unused session ends, its cookie and its token too. @default 2_592_000 (30 days) */
  maxAge?: number | undefined
  /**
   * Seconds between two extensions of a session; 0 extends it on every read. At most a quarter of `maxAge` counts.
   * @default 86_400 (1 day), or a tenth of `maxAge` if that is less
   */
  updateAge?: number | undefined
  /**
   * Seconds from sign-in after which a session ends, however much it is used. It applies to sessions that are open already too.
   * If neither the adapter nor the token says when such a session began, it isn't extended any more. @default none
   */
  absoluteMaxAge?: number | undefined
  /** Lets the visitor choose whether to stay signed in. @default off: everybody stays */
  remember?: boolean | RememberOptions | undefined
  /** Takes the session token from `Authorization: Bearer` too, as native apps send it. @default false */
  bearer?: boolean | undefined
  /** A token of at least 128 random bits. @default 32 random bytes, base64url */
  generateSessionToken?: (() => string) | undefined
}

/** What becomes of a visitor who does not stay signed in: the cookie ends with the browser, and the session soon after. */
export interface RememberOptions {
  /** Seconds from now until an idle session of theirs ends. @default 86_400 (1 day) */
  shortMaxAge?: number | undefined
  /** The box is ticked at first, and who says neither stays signed in. @default false */
  checked?: boolean | undefined
}

/** Paths of the app's own pages, or their http or https URLs, used instead of the built-in ones. */
export interface PagesOptions {
  signIn: string
  signOut: string
  error: string
  verifyRequest: string
  /** Where a user goes after the first sign-in, with `callbackUrl`. */
  newUser: string
}

export type JwtTrigger = "signIn" | "signUp" | "update"

export interface JwtCallbackParams {
  token: JWT
  /** At sign-in: the user as stored, or as the provider gave it where there is no adapter. */
  user?: User | AdapterUser
  account?: Account | null
  profile?: Profile
  trigger?: JwtTrigger
  /** At sign-in: whether the address is proven, by a mail or by the provider. Later, `token.email_proven` says it. */
  emailVerified?: boolean
  /** @deprecated use `trigger === "signUp"` */
  isNewUser?: boolean
  /** With trigger `update`: what the client sent. Validate it. */
  session?: unknown
  /** At sign-in: the `carry` that it was started with. Validate it: it came through the browser. */
  carried?: string
}

interface SessionUpdate {
  /** With trigger `update`: what the client sent. Validate it. */
  newSession?: unknown
  trigger?: "update"
}

interface SessionParams<Token extends JWT> {
  /** The token as the `jwt` callback answered it. */
  jwt: SessionUpdate & { session: Session; token: Token }
  /** The user as stored. */
  database: SessionUpdate & { session: Session; user: AdapterUser }
}

/** Has `token` and `user` if the strategy's type is either, as in Auth.js. At run time one is there: `"token" in params`. */
export type SessionCallbackParams<
  Token extends JWT = JWT,
  Strategy extends SessionStrategyName = SessionStrategyName,
> = [SessionStrategyName] extends [Strategy]
  ? SessionParams<Token>["jwt"] & SessionParams<Token>["database"]
  : SessionParams<Token>[Strategy]

export interface SignInCallbackParams {
  user: User | AdapterUser
  account: Account | null
  profile?: Profile
  /** Given only if the email provider's `asksBeforeSending` is set, or by the `authjs()` preset: no email has been sent yet. */
  email?: { verificationRequest?: boolean }
  credentials?: Record<string, string>
  /** Whether the provider verified the address, or the user proved the mailbox. Absent before an email is sent. */
  emailVerified?: boolean
  /** The `carry` that the sign-in was started with. Validate it: it came through the browser. */
  carried?: string
}

export interface LifetimeParams {
  user: User | AdapterUser
  account: Account
  /** What the visitor chose; undefined where nobody was asked. */
  remember: boolean | undefined
}

/**
 * @typeParam Req the request that `authorized` gets: the framework's own
 * @typeParam Seen the session that `authorized` gets. A parameter of its own, so that `authorized` may stand before `session`: if it
 *   named `S`, TypeScript would settle `S` there.
 */
export interface Callbacks<
  S extends Session = Session,
  Token extends JWT = JWT,
  Strategy extends SessionStrategyName = SessionStrategyName,
  Req extends Request = Request,
  Seen = S,
> {
  /** Makes or changes the token; null ends the session. Written before `session`, it gives its token the type. */
  jwt(params: JwtCallbackParams): Awaitable<Token | null>
  /** Makes what the client sees. */
  session(params: SessionCallbackParams<Token, Strategy>): Awaitable<S>
  /**
   * Decides at each sign-in how long its session is kept: seconds that it may idle, and whether its cookie outlives the
   * browser. What is left out stays as the visitor chose.
   */
  lifetime(params: LifetimeParams): Awaitable<{ maxAge?: number; remember?: boolean } | undefined>
  /**
   * Return `true` to allow the sign-in. A string redirects the user there instead: a path, or an http(s) URL of any site. If
   * there is a `redirect` callback, it gets that URL first. Anything else denies access.
   */
  signIn(params: SignInCallbackParams): Awaitable<boolean | string>
  /**
   * Decides where a callback URL may lead. Return a path or an http(s) URL; anything else is logged and leads to the site.
   *
   * @default URLs on the site's own origin; everything else becomes the site
   */
  redirect(params: { url: string; baseUrl: string }): Awaitable<string>
  /** Asked by middleware; anything but true or a response denies. */
  authorized(params: { auth: Seen | null; request: Req }): Awaitable<boolean | Response | undefined>
}

/** Forms that differ between our wire and one an installation was built on. */
export interface Wire {
  csrf: CsrfScheme
  /** How a mailed token is stored: under the first of these, and it is looked for under each. @default HMAC-SHA256, hex */
  hashVerificationToken(token: string, secrets: readonly string[], site: string): Awaitable<readonly string[]>
  /** The cookies' names, where the configuration says no other. */
  cookieName(key: CookieKey, secure: boolean): string
  /** How session tokens are sealed (the first) and opened (each), given our own form. */
  tokenForms(own: TokenForm): readonly TokenForm[]
}

/** A version, such as `v5`, `v5.0` or `v5.0.1`. */
export type SemverString = `v${number}` | `v${number}.${number}` | `v${number}.${number}.${number}`

export type AdapterOption = Adapter<StoredUser> | (() => Adapter<StoredUser>) | undefined

/** The strategy of a configuration that names none. */
export type StrategyWith<A> = [A] extends [undefined] ? "jwt" : undefined extends A ? SessionStrategyName : "database"

export interface AuthConfig<
  S extends Session = Session,
  Token extends JWT = JWT,
  A extends AdapterOption = AdapterOption,
  Strategy extends SessionStrategyName = StrategyWith<A>,
  Req extends Request = Request,
  Seen = S,
> {
  /** The sign-in methods. A provider without a client id is left out and logged once. @default [] */
  providers?: readonly Provider[] | undefined
  adapter?: A | undefined
  /** @default "/auth" ("/api/auth" in the Next and SolidStart integrations) */
  basePath?: string | undefined
  /** At least 32 random characters; of several the first seals and each opens. @default AUTH_SECRET */
  secret?: string | readonly string[] | undefined
  session?: SessionOptions<Strategy> | undefined
  jwt?: JWTOptions | undefined
  callbacks?: Partial<Callbacks<S, Token, Strategy, Req, Seen>> | undefined
  events?: Partial<Events> | undefined
  pages?: Partial<PagesOptions> | undefined
  cookies?: { [Key in CookieKey]?: Partial<CookieOption> } | undefined
  theme?: Theme | undefined
  /** The app's name, as pages and mails say it: "Sign in to Acme". @default no name on pages, the site's host in mails */
  siteName?: string | undefined
  /**
   * Languages that the pages and mails may be in, as `en` or `pt-BR`; the visitor's browser chooses among them, and the first is
   * for whoever asks for none of them. @default every language that is shipped, and those of `messages`
   */
  languages?: readonly string[] | undefined
  /** The app's own sentences in place of ours, in whole or in part, by language: `{ de: { signIn: { or: "sonst" } } }`. */
  messages?: Readonly<Record<string, MessageOverrides>> | undefined
  /** A line of plain text above the sign-in form, such as what to try in a demo. */
  signInNotice?: string | undefined
  logger?: Partial<LoggerInstance> | undefined
  /** Ignored with a `logger`. @default false */
  debug?: boolean | undefined
  /** Believe the request's host header. @default AUTH_TRUST_HOST, or true on Vercel, Cloudflare Pages and in development */
  trustHost?: boolean | undefined
  /** @default true where the site is on https */
  useSecureCookies?: boolean | undefined
  /** @default AUTH_REDIRECT_PROXY_URL */
  redirectProxyUrl?: string | undefined
  /**
   * Origins that the redirect proxy leads back to beside those whose own configuration names them (AUTH_URL); `*` stands for
   * letters, digits and hyphens: `https://acme-*.preview.test`. @default AUTH_REDIRECT_PROXY_ORIGINS, comma-separated
   */
  redirectProxyOrigins?: readonly string[] | undefined
  /** `skipCSRFCheck` of `latchkit/server` turns the CSRF token off; the `Origin` check stays on. @default the token is checked */
  skipCSRFCheck?: typeof skipCSRFCheck | undefined
  /** The `raw` symbol of `latchkit/server` makes `Auth` return plain values and throw its errors, as in `@auth/core`. */
  raw?: typeof raw | undefined
  experimental?: { enableWebAuthn?: boolean | undefined } | undefined
  /** How often the service may be tried; false leaves that to the app. @default on in production, off in development */
  rateLimit?: RateLimitOptions | false | undefined
  /** Behaves as the named library does where it differs from Latchkit. The `authjs()` preset sets it. @default none */
  compat?: "authjs" | undefined
  /** The major version of `compat`'s library. `authjs({ version: 4 })` sets it. @default 5 */
  compatVersion?: 4 | 5 | undefined
  /** How values that other systems also read are made; a preset sets it. */
  wire?: Partial<Wire> | undefined
  /** Milliseconds since the epoch; a test stops time with it. @default Date.now */
  clock?: (() => number) | undefined
  /** @default globalThis.fetch */
  fetch?: Fetch | undefined
}

/** A configuration, or a function of the request that gives one: which strategy that has, its callbacks see at run time. */
export type AuthConfigInput<
  S extends Session = Session,
  Token extends JWT = JWT,
  A extends AdapterOption = AdapterOption,
  Strategy extends SessionStrategyName = StrategyWith<A>,
  Req extends Request = Request,
  Seen = S,
> =
  | AuthConfig<S, Token, A, Strategy, Req, Seen>
  | ((request: Request | undefined) => Awaitable<AuthConfig<S, Token, AdapterOption, SessionStrategyName, Req, Seen>>)
