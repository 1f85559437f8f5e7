import { AuthError } from "./errors.ts"

/** The first argument of a logger's `warn`. */
export type WarningCode =
  | "debug-enabled"
  | "unknown-option"
  | "csrf-disabled"
  | "env-url-basepath-redundant"
  | "env-url-basepath-mismatch"
  | "experimental-webauthn"
  | "short-secret"
  | "long-session"
  | "insecure-site"
  | "button-text-contrast"
  | "theme-ignored"
  | "deprecated-provider"
  | "checks-none"
  | "jwt-change-lost"
  | "large-session"
  | "rate-limited"
  | "client-address"
  | "unknown-address"
  | "wait-until"
  | "email-denied-early"
  | "reclaim-not-emailed"
  | "form-post-covered"
  | "return-page-unknown"
  | "end-session-unavailable"
  | "password-reset-link"
  | "root-base-path"
  | "long-callback-url"
  | "other-host"
  | "trusted-origin-cross-site"
  | "shared-session-cookie"
  | "adapter-per-request"
  | "short-session-token"
  | "session-cookie-rejected"
  | "authjs-account-id"
  | "authjs-authorization-params"
  | "authjs-client-log"
  | "authjs-error-message"
  | "authjs-links"
  | "authjs-open-sign-in"
  | "authjs-path"
  | "authjs-provider-started"
  | "authjs-session-token"
  | "authjs-unverified-linking"

/** Where Latchkit logs. Each method can be replaced separately. Messages and metadata contain no secrets. */
export interface LoggerInstance {
  /** Details that help to find a fault. The console gets them only with `debug: true`. */
  debug(message: string, metadata?: unknown): void
  /** A failure of your app, your configuration or a provider. An `AuthError` has a `type`. */
  error(error: Error): void
  /** A code of a problem that doesn't stop Latchkit. */
  warn(code: WarningCode): void
}

/** The texts of warnings that a feature or the preset for Auth.js brings. */
export type WarningTexts = Partial<Record<WarningCode, string>>

/** The warnings about an adapter and its users. */
export type StoredUserWarning =
  | "reclaim-not-emailed"
  | "adapter-per-request"
  | "email-denied-early"
  | "short-session-token"

/** The warnings of other features, and of the preset for Auth.js. */
type FeatureWarning =
  | "button-text-contrast"
  | "checks-none"
  | "theme-ignored"
  | "end-session-unavailable"
  | "form-post-covered"
  | "password-reset-link"

/** The warnings of everything else. */
type CoreWarning = Exclude<WarningCode, `authjs-${string}` | StoredUserWarning | FeatureWarning>

const WARNINGS: Record<CoreWarning, string> = {
  "unknown-option":
    "The configuration has an option that Latchkit doesn't have, so it has no effect. `npx latchkit doctor` names it",
  "debug-enabled": "`debug` is on: logs may contain personal data. Turn it off in production",
  "csrf-disabled": "`GET csrf` was requested, but `skipCSRFCheck` turned the token check off",
  "env-url-basepath-redundant": "AUTH_URL has a path and `basePath` is set to the same: configure one of them",
  "env-url-basepath-mismatch": "AUTH_URL has a path and `basePath` is set to another: URLs are built with `basePath`",
  "experimental-webauthn":
    "Passkeys are stable: remove `experimental.enableWebAuthn`. Only the preset `authjs()` needs it",
  "short-secret":
    "A secret is shorter than 32 characters, and production rejects it. Create one with `npx latchkit secret`",
  "long-session": "`session.maxAge` is more than ten years. Set it in seconds: 30 days are 2592000",
  "insecure-site":
    "AUTH_URL begins with `http:` in production. Set it to the `https:` URL that users open, or others can read passwords and cookies",
  "deprecated-provider": "A configured provider is deprecated by its vendor",
  "rate-limited": "A client reached a rate limit. Further requests in the same window are rejected without a warning",
  "client-address":
    "Rate limits may not see the client's own address. There is none, it is private, or the connection may be a proxy's. Clients whose address looks the same share one limit. Set AUTH_TRUSTED_PROXIES to the number of your proxies, or to 0 if there are none, or `rateLimit.address`",
  "unknown-address":
    "A request has no public address of its client, so the client shares one limit with others. On localhost, ignore this. Elsewhere check that `AUTH_TRUSTED_PROXIES` is the number of your proxies, that each sets X-Forwarded-For, and what `rateLimit.address` returns. Without a proxy, Next passes no address",
  "wait-until":
    "This platform stops a process after the response, and Latchkit has no `waitUntil` that keeps it running. Emails and events are sent before the response, so each POST takes 3 seconds. Pass it: `auth.handle(request, { waitUntil: (promise) => ctx.waitUntil(promise) })`",
  "return-page-unknown":
    "`requireAuth` doesn't know the address of its page. A user who signs in there returns to the page before it, or to the home page. In Next, export `auth` from `proxy.ts`, or call `requireAuth({ redirectTo })`. In other server code, pass the request's `url`",
  "long-callback-url":
    "A `callbackUrl` has more than 2048 characters, so the user goes to the home page. Keep the page's data in your app, and pass a shorter URL",
  "other-host":
    "A form of Latchkit was opened at another host than AUTH_URL, with or without `www.`, and was rejected. Redirect one of the hosts to the other",
  "root-base-path":
    "`callbacks.authorized` doesn't protect pages of your app that are named like an endpoint of Latchkit (/account, /session, /popup), because `basePath` is `/`. Set `basePath` to a path such as /auth",
  "trusted-origin-cross-site":
    "`trustedOrigins` has an origin on another site than AUTH_URL, and browsers don't send it Latchkit's cookies. Serve both below one domain, such as app.example.com and api.example.com, or forward `/auth` from the page's own origin",
  "shared-session-cookie":
    'Two configurations with different base paths use the same session cookie on this host, so each signs the other\'s users out. Give one of them another name: `cookies: { sessionToken: { name: "admin.session" } }`',
  "session-cookie-rejected":
    "A session cookie was rejected, so its user is signed out. It was sealed with another secret, has expired, or is for another site. Did AUTH_SECRET change, or does another app on localhost use the same cookie? List the old secret too: `secret: [current, previous]`",
  "jwt-change-lost":
    "The `jwt` callback changed the token in server code that sets no cookies, such as a server component, so the change is lost. Refresh a provider's tokens with `auth.getAccessToken`, which stores them, not in `jwt`. Or read the session with `refreshSession` and send its cookies",
  "large-session": "The session cookie takes more than two chunks: keep less in the token",
}

const PREFIX = "[latchkit]"

/** The page with a section for each error type. */
const ERROR_PAGE = "https://github.com/latchkit/latchkit/blob/main/stories/docs/api/errors.mdx"

interface LoggerOptions {
  debug?: boolean
  warnings?: WarningTexts
}

/** Returns the logger that writes to the console. Escapes control characters, so that no input can forge a log line. */
export function consoleLogger({ debug = false, warnings = {} }: LoggerOptions = {}): LoggerInstance {
  const texts: WarningTexts = { ...WARNINGS, ...warnings }
  return {
    debug: (message, ...metadata) =>
      debug &&
      console.debug(
        `${PREFIX}[debug] ${withoutControlCharacters(message)}`,
        ...metadata.filter((one) => one !== undefined),
      ),
    warn: (code) => console.warn(`${PREFIX}[${code}] ${texts[code]}`),
    error: (error) => console.error(describeError(error)),
  }
}

/** Wraps the app's log methods, so that a logger that throws never changes a response. */
export function createLogger(
  appLogger: Partial<LoggerInstance> | undefined,
  { debug = false, warnings = {} }: LoggerOptions = {},
): LoggerInstance {
  const fallback = consoleLogger({ debug: debug && !appLogger, warnings })
  return {
    debug: (message, metadata) =>
      ignoreErrors(() => (appLogger?.debug ?? fallback.debug).call(appLogger, message, metadata)),
    warn: (code) => ignoreErrors(() => (appLogger?.warn ?? fallback.warn).call(appLogger, code)),
    error: (error) => ignoreErrors(() => (appLogger?.error ?? fallback.error).call(appLogger, error)),
  }
}

function ignoreErrors(write: () => unknown): void {
  try {
    const written = write()
    if (written instanceof Promise) written.catch(() => undefined) // there is no other logger to report to
  } catch {
    return // there is no other logger to report to
  }
}

function describeError(error: Error): string {
  const type = error instanceof AuthError ? error.type : error.name
  const cause = error instanceof AuthError ? error.cause?.err : error.cause
  const because =
    cause instanceof Error ? `\n  caused by ${withoutControlCharacters(cause.message)}${stackFrames(cause)}` : ""
  const message = withoutControlCharacters(error.message)
  const page =
    error instanceof AuthError ? `${/[.!?]$/.test(message) ? "" : "."} See ${ERROR_PAGE}#${type.toLowerCase()}` : ""
  return `${PREFIX}[error] ${type}: ${message}${page}${because}`
}

/** Returns the stack frames without the message, because the message may contain a user's input. */
function stackFrames({ name, message, stack = "" }: Error): string {
  const frames = stack.startsWith(`${name}: ${message}\n`) ? stack.slice(name.length + message.length + 3) : ""
  return frames && `\n${frames.split("\n").map(withoutControlCharacters).join("\n")}`
}

// eslint-disable-next-line no-control-regex -- these are the characters to escape
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g

/** Escapes control characters, so that untrusted text can't control a terminal or start a new log line. */
export function withoutControlCharacters(text: string): string {
  return text.replace(CONTROL, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`)
}
