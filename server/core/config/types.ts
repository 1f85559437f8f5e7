import type { Session, Theme } from "../../../client/contract.ts"
import type { MessageOverrides, Translation } from "../../../components/view/messages/types.ts"
import type { Adapter, AdapterUser, StoredUser } from "../../adapters/contract.ts"
import type { Awaitable } from "../../types.ts"
import type { CookieKey, CookieOption } from "../cookies/options.ts"
import type { JWT, JWTOptions } from "../crypto/jwt-types.ts"
import type { TokenForm } from "../crypto/token-form.ts"
import type { CsrfScheme, skipCSRFCheck } from "../crypto/csrf-token.ts"
import type { RateLimitOptions } from "./rate-limits.ts"
import type { LoggerInstance, WarningTexts } from "../../logger.ts"
import type { EmailDesign } from "../../providers/email-settings.ts"
import type { Fetch, Provider } from "../../providers/types.ts"
import type { Callbacks, SessionStrategyName } from "./callbacks.ts"
import type { Events } from "./event-types.ts"
import type { raw } from "./raw.ts"
import type { FlowOptions } from "./flow-options.ts"
import type { Telemetry } from "./telemetry.ts"
import type { CoreSessionOptions } from "./session-options.ts"
import type { Step } from "./step-options.ts"

/** Paths or http(s) URLs of the app's own pages, used instead of the built-in ones. */
export interface PagesOptions {
  /**
   * The page with the sign-in form. Latchkit adds `error`, `code` and `callbackUrl` to its query.
   * @default the built-in page
   */
  signIn: string
  /** The page that asks whether to sign out. @default the built-in page */
  signOut: string
  /**
   * The page for errors. Latchkit adds `error` to its query: `Configuration`, `AccessDenied`, `Verification` or
   * `BoundSessionRequired`.
   * @default the built-in page
   */
  error: string
  /** The page after an email was sent. It should have a field for the code. @default the built-in page */
  verifyRequest: string
  /**
   * The page that a new user is redirected to after the first sign-in, with `callbackUrl`.
   * @default the `callbackUrl` itself
   */
  newUser: string
}

/** Formats that an existing installation may need in place of Latchkit's own. Only presets set them. @internal */
export interface Wire {
  csrf: CsrfScheme
  /**
   * Returns the stored hashes of an email token. The first one is stored, and lookups try each.
   *
   * @default HMAC-SHA256, hex
   */
  hashVerificationToken(token: string, secrets: readonly string[], site: string): Awaitable<readonly string[]>
  /** Returns a cookie's name, unless the configuration sets one. */
  cookieName(key: CookieKey, secure: boolean): string
  /** Returns the formats of session tokens, given Latchkit's own. The first one seals, and any of them opens. */
  tokenForms(own: TokenForm): readonly TokenForm[]
  /** The texts of warnings about the other library. */
  warnings?: WarningTexts
}

/** A version, such as `v5`, `v5.0` or `v5.0.1`. */
export type SemverString = `v${number}` | `v${number}.${number}` | `v${number}.${number}.${number}`

/** The `adapter` option: an adapter, or a function that creates one. */
export type AdapterOption = Adapter<StoredUser> | (() => Adapter<StoredUser>) | undefined

/** The strategy of a configuration that doesn't set one. @internal */
export type StrategyWith<A> = [A] extends [undefined] ? "jwt" : undefined extends A ? SessionStrategyName : "database"

/** The users of an adapter, with the app's own columns. @internal */
export type UserOf<A> = [A] extends [GetUser<infer Found> | (() => GetUser<infer Found>)]
  ? AdapterUser & NonNullable<Awaited<Found>>
  : AdapterUser

/** @internal */
interface GetUser<Found> {
  getUser(id: string): Found
}

/** The options that the core reads. `AuthConfig` of `service/config.ts` adds those of the features. @internal */
export interface CoreConfig<
  S extends Session = Session,
  Token extends JWT = JWT,
  A extends AdapterOption = AdapterOption,
  Strategy extends SessionStrategyName = StrategyWith<A>,
  Req extends Request = Request,
  Seen = S,
> extends FlowOptions {
  /** The sign-in methods. A provider without a client id is left out and logged once. @default [] */
  providers?: readonly Provider[] | undefined
  /**
   * Stores users, accounts and sessions: one of Latchkit's adapters, one of Auth.js, or your own.
   * @default none, so that sessions are in cookies and no users are stored
   */
  adapter?: A | undefined
  /**
   * Milliseconds that an operation of the adapter may take. Then the request fails with `AdapterError`. `false` sets no
   * limit.
   * @default 15_000
   */
  adapterTimeout?: number | false | undefined
  /** The path below which Latchkit responds. @default "/auth" ("/api/auth" in the Next and SolidStart integrations) */
  basePath?: string | undefined
  /**
   * The path below which your own pages are, such as `/shop`. `pages`, `redirectTo` and every other path that you
   * configure are below it. Set it only if the default is wrong.
   *
   * @default the base path without its end `/auth` or `/api/…/auth`; "" with the `authjs()` preset
   */
  sitePath?: string | undefined
  /**
   * At least 32 random characters. With several secrets, the first one seals, and any of them opens.
   *
   * @default AUTH_SECRET
   */
  secret?: string | readonly string[] | undefined
  /** The strategy and lifetime of sessions. @default stored sessions with an adapter, 30 days */
  session?: CoreSessionOptions<Strategy> | undefined
  /**
   * Your own steps, which a user must complete before the session opens, in this order. They need an adapter with
   * account records.
   *
   * @default []
   */
  steps?: readonly Step[] | undefined
  /** How sealed session tokens are encoded. @default encrypted with the secret */
  jwt?: JWTOptions | undefined
  /** Functions that decide what is allowed, and what a session contains. @default none */
  callbacks?: Partial<Callbacks<S, Token, Strategy, Req, Seen, UserOf<A>>> | undefined
  /** Functions that Latchkit calls after something happened. @default none */
  events?: Partial<Events<UserOf<A>>> | undefined
  /** Reports requests and security events, such as `openTelemetry()` of `latchkit/opentelemetry`. @default none */
  telemetry?: Telemetry | undefined
  /** URLs of your own pages, which replace the built-in ones. @default the built-in pages */
  pages?: Partial<PagesOptions> | undefined
  /** Names and attributes of cookies, which replace the defaults one by one. @default `__Host-latchkit.…` on https */
  cookies?: { [Key in CookieKey]?: Partial<CookieOption> } | undefined
  /** The colors and the logo of pages, components and emails. @default neutral */
  theme?: Theme | undefined
  /** The logo and the footer of emails. @default the theme's logo, and no footer */
  emails?: EmailDesign | undefined
  /** The app's name on pages and in emails: "Sign in to Acme". @default no name on pages, the site's host in emails */
  siteName?: string | undefined
  /**
   * Languages of pages and emails, such as `en` or `pt-BR`. The user's browser chooses one of them. The first one is
   * the fallback.
   *
   * @default all built-in languages, and those of `messages`
   */
  languages?: readonly string[] | undefined
  /**
   * Your own texts, which replace Latchkit's one by one, by language: `{ de: { signIn: { or: "sonst" } } }`. Or
   * translations, such as `[de, fr]` of `latchkit/messages/de`: a Worker has English and those.
   * @default none
   */
  messages?: Readonly<Record<string, MessageOverrides>> | readonly Translation[] | undefined
  /** Where Latchkit logs. Methods that you leave out use the console. @default the console */
  logger?: Partial<LoggerInstance> | undefined
  /** Logs debug messages. Ignored if `logger` is set. @default false */
  debug?: boolean | undefined
  /**
   * Whether to trust the request's `Host` and `X-Forwarded-*` headers. Set it only if your proxy overwrites them:
   * otherwise an attacker can choose the host in emailed links. Prefer `AUTH_URL`. On Cloudflare Pages, only
   * `AUTH_TRUST_HOST` trusts `X-Forwarded-Host`, which Cloudflare passes on as the client sent it.
   *
   * @default AUTH_TRUST_HOST, or true on Vercel, Cloudflare Pages and in development
   */
  trustHost?: boolean | undefined
  /** Whether cookies are sent over https only, with the prefix `__Host-`. @default true if the site is on https */
  useSecureCookies?: boolean | undefined
  /**
   * URL of the base path of the deployment that providers redirect to for previews, such as
   * `https://acme.example/auth`.
   *
   * @default AUTH_REDIRECT_PROXY_URL
   */
  redirectProxyUrl?: string | undefined
  /**
   * Origins that the redirect proxy may redirect back to. A site whose own `AUTH_URL` is set needs no entry. `*`
   * stands for letters, digits and hyphens: `https://acme-*.preview.test`. With a `*`, the domain must be your own. It
   * can't be a public suffix, such as `vercel.app`.
   *
   * @default AUTH_REDIRECT_PROXY_ORIGINS, comma-separated
   */
  redirectProxyOrigins?: readonly string[] | undefined
  /**
   * Origins of your own pages that use Latchkit from another host or port, such as `https://app.example.com`. They may
   * send requests with the user's cookies and read the responses, and sign-ins may return to them. The origin of your
   * own webview app or extension is one too, such as `capacitor://localhost`, but no sign-in returns to it.
   *
   * @default AUTH_TRUSTED_ORIGINS, comma-separated, otherwise none
   */
  trustedOrigins?: readonly string[] | undefined
  /**
   * `skipCSRFCheck` of `latchkit/server` turns the CSRF token off. The `Origin` check stays on.
   *
   * @default the token is checked
   */
  skipCSRFCheck?: typeof skipCSRFCheck | undefined
  /**
   * `raw` of `latchkit/migrate/authjs/core` makes `Auth` return plain values and throw its errors, as in `@auth/core`.
   * @default a `Response`
   */
  raw?: typeof raw | undefined
  /** Only for the preset `authjs()`: `enableWebAuthn` turns on passkeys there, as in Auth.js. @default none */
  experimental?:
    | {
        /**
         * Whether the passkey providers are on. Passkeys are stable, so no app needs it.
         *
         * @default true; false with the preset `authjs()`, as in Auth.js
         */
        enableWebAuthn?: boolean | undefined
      }
    | undefined
  /**
   * Limits how often clients may try to sign in. `false` leaves that to the app.
   *
   * @default on in production, off in development
   */
  rateLimit?: RateLimitOptions | false | undefined
  /** Behaves like the named library where it differs from Latchkit. The `authjs()` preset sets it. @default none */
  compat?: "authjs" | undefined
  /** The major version of `compat`'s library. `authjs({ version: 4 })` sets it. @default 5 */
  compatVersion?: 4 | 5 | undefined
  /** Formats of cookies and tokens that another library also reads. A preset sets them. @default Latchkit's own */
  wire?: Partial<Wire> | undefined
  /** Returns milliseconds since the epoch. Tests can stop the time with it. @default Date.now */
  clock?: (() => number) | undefined
  /** Sends all requests to providers. `publicFetch()` reaches public addresses only. @default globalThis.fetch */
  fetch?: Fetch | undefined
}
