/**
 * The context that a value is bound to. In any other context it is worthless. Every value is also bound to its
 * purpose.
 */
type BindingTarget =
  /** The configuration's secrets. */
  | "secret"
  /** The site's URL with its base path. It keeps deployments and tenants that share a secret apart. */
  | "site"
  /** The database that contains its row. */
  | "database"
  /** A cookie of the browser. */
  | "browser"
  | "session"
  | "user"
  | "email"
  | "provider"
  | "address"

interface Binding {
  readonly boundTo: readonly BindingTarget[]
  /** How long it is valid. */
  readonly lives: string
}

/** Values by their name. */
export type Bindings = Readonly<Record<string, Binding>>

/**
 * Encrypted values, by the name of their cookie, parameter or key. {@link sealOptionsFor} returns the options to seal
 * and open them.
 */
export const SEALED = {
  // A cookie with a `domain` is for all sites of that domain. Auth.js's tokens name no site: see `TokenForm.namesSite`
  sessionToken: {
    boundTo: ["secret", "site", "session"],
    lives: "session.maxAge, or until the sign-out in that browser",
  },
  state: { boundTo: ["secret", "site", "browser", "provider"], lives: "15 minutes, once" },
  nonce: { boundTo: ["secret", "site", "browser", "provider"], lives: "15 minutes, once" },
  pkceCodeVerifier: { boundTo: ["secret", "site", "browser", "provider"], lives: "15 minutes, once" },
  webauthnChallenge: { boundTo: ["secret", "site", "browser", "user", "provider"], lives: "15 minutes, once" },
  // The account record has the site and the user too, and decides
  "latchkit.device": { boundTo: ["secret", "site", "browser", "user"], lives: "30 days, or until it is revoked" },
  "latchkit.account": {
    boundTo: ["secret", "site", "browser", "session", "user"],
    lives: "as long as its session, or until the account signs out in that browser",
  },
  // It counts only beside the administrator's own session. The account record has the site, both users and that session
  "latchkit.impersonation": {
    boundTo: ["secret", "site", "browser", "session", "user"],
    lives: "12 hours at most, or until the administrator's session or right ends",
  },
  // It opens nothing without its session's own cookie. The browser gets it for a signature of its key
  "latchkit.bound": {
    boundTo: ["secret", "site", "browser", "session", "user"],
    lives: "session.deviceBound.maxAge, 10 minutes by default",
  },
  "device registration": { boundTo: ["secret", "site", "browser", "session", "user"], lives: "5 minutes, once" },
  "device challenge": {
    boundTo: ["secret", "site", "browser", "session"],
    lives: "5 minutes longer than the bound cookie, once",
  },
  // The account record has the site, the address, the browser and the purpose, and decides
  "latchkit.pending": { boundTo: ["secret", "site", "browser", "email"], lives: "1 hour" },
  "latchkit.fedcm": { boundTo: ["secret", "site", "browser", "provider"], lives: "5 minutes, once" },
  "attempt record": { boundTo: ["secret", "site", "database", "browser", "user"], lives: "10 minutes, once" },
  "confirm record": { boundTo: ["secret", "site", "database", "session", "user"], lives: "10 minutes, once" },
  "latchkit.email": { boundTo: ["secret", "site", "browser", "provider", "email"], lives: "as long as the magic link" },
  "latchkit.leaving": { boundTo: ["secret", "site", "browser", "provider"], lives: "15 minutes" },
  "latchkit.opened-by": { boundTo: ["secret", "site", "browser", "session"], lives: "400 days, or the session" },
  "latchkit.typed": { boundTo: ["secret", "site", "browser"], lives: "5 minutes" },
  carried: { boundTo: ["secret", "site", "email"], lives: "as long as the magic link" },
  form_post: { boundTo: ["secret", "site", "browser", "provider"], lives: "1 minute, once" },
  // It opens nothing itself. The app's verifier, its redirect and the browser's session must match too
  "native app code": { boundTo: ["secret", "site", "session", "user"], lives: "60 seconds, once" },
  // All sites of a database share its users, and so their factors. The data key of each factor seals its secret
  "factor key": { boundTo: ["secret", "database", "user"], lives: "as long as the factor; rotation wraps it again" },
  "factor secret": { boundTo: ["database", "user"], lives: "as long as the factor" },
  // A new secret is in the page only, so that a look at the page stores nothing
  "factor enrollment": {
    boundTo: ["secret", "database", "session", "user"],
    lives: "10 minutes, once, or until the security epoch changes",
  },
  // All sites of a database share its accounts. It is of use only with the token that is bound to it
  "dpop key": { boundTo: ["secret", "database", "user", "provider"], lives: "as long as the account's tokens" },
  // Only beside an adapter that can't list sessions. Another site of the database may show them too
  "session key": { boundTo: ["secret", "database", "user", "session"], lives: "as long as the session's record" },
  // The redirect proxy is another site by design. It only redirects back to sites that its configuration lists
  "redirect proxy state": { boundTo: ["secret", "provider"], lives: "15 minutes, once" },
} as const satisfies Bindings

export type SealedPurpose = keyof typeof SEALED

/** Keyed hashes, by purpose: signatures, and hashes that are stored or counted in place of a value. */
export const SIGNED = {
  "csrf cookie": { boundTo: ["secret", "site", "browser"], lives: "until the browser ends" },
  "csrf token": { boundTo: ["secret", "site", "browser", "session"], lives: "as long as the session" },
  "known browser": { boundTo: ["secret", "site", "browser", "user"], lives: "1 year, or until the password changes" },
  "known browser password": { boundTo: ["secret", "site", "browser", "user"], lives: "until the password changes" },
  // The browser's secret signs it. It opens no session: the provider must respond once more
  "own state": { boundTo: ["site", "browser", "provider"], lives: "15 minutes, once; the browser's secret an hour" },
  "rate limit": { boundTo: ["secret", "site", "address", "user", "email"], lives: "rateLimit.limits" },
  "event identifier": { boundTo: ["secret", "site", "email"], lives: "as long as your app keeps the event" },
  // All sites of a database share its users. Without `increment`, the site is part of the key
  "factor count": { boundTo: ["secret", "database", "browser", "user"], lives: "a day; failures in a row a year" },
  "code count": { boundTo: ["secret", "database", "email"], lives: "as long as the code" },
  "email token": { boundTo: ["secret", "site", "database", "email"], lives: "the provider's maxAge, once" },
  "account token": {
    boundTo: ["secret", "site", "database", "email"],
    lives: "1 hour, once; the purpose is signed too",
  },
  "invitation token": { boundTo: ["secret", "site", "database", "email"], lives: "expiresIn of `auth.invite`, once" },
  "undo token": {
    boundTo: ["secret", "site", "database", "user"],
    lives: "30 days, once; 7 days for an address, which it restores; otherwise it only takes power away",
  },
  // All sites of a database share its users, and so the addresses that are free
  "deleted address": {
    boundTo: ["secret", "database", "email"],
    lives: "as long as a magic link; it only voids older links",
  },
  "reserved address": { boundTo: ["secret", "database", "email"], lives: "7 days, or until the change is undone" },
  "factor email code": { boundTo: ["secret", "site", "session", "user", "email"], lives: "10 minutes, once, 5 tries" },
  "confirm form": {
    boundTo: ["secret", "session"],
    lives: "as long as the session's token; it confirms nothing alone",
  },
  "confirm count": { boundTo: ["secret", "site", "session", "user"], lives: "an hour" },
  // Only with the `authjs()` preset. See `core/proofs/sealed-proofs.ts`
  "session proofs": { boundTo: ["secret", "session"], lives: "as long as the session's token" },
  // The token names the site too, or the domain of its cookie. Those of older versions name none
  "session token": { boundTo: ["secret", "site", "database"], lives: "session.maxAge" },
  "session id": { boundTo: ["secret", "database", "session"], lives: "as long as the session; it opens nothing" },
  "browser account id": { boundTo: ["secret", "site", "user"], lives: "as long as the user; it opens nothing" },
  "account id": { boundTo: ["secret", "user", "provider"], lives: "as long as the account; it opens nothing" },
  // The mark is in the user's row, and another database has other users
  "unfinished user": { boundTo: ["secret", "database", "provider", "user"], lives: "until the first sign-in finishes" },
  "address turn": {
    boundTo: ["secret", "database", "user"],
    lives: "one change of the address, or removal of a factor",
  },
  "address claim": { boundTo: ["secret", "database", "email"], lives: "the write that gives the address to a user" },
  "refresh turn": { boundTo: ["secret", "database", "provider", "user"], lives: "the refresh of one token" },
} as const satisfies Bindings

export type SignedPurpose = keyof typeof SIGNED

/** One-time claims, by the prefix of their key. */
export const REPLAY_PURPOSES = {
  address: {
    boundTo: ["secret", "database", "user", "email"],
    lives: "one change of the address, removal of a factor or new user, at most 20 seconds",
  },
  device: { boundTo: ["secret", "site", "browser", "session"], lives: "as long as the challenge" },
  flow: { boundTo: ["browser"], lives: "15 minutes" },
  form_post: { boundTo: ["secret", "site", "browser"], lives: "2 minutes" },
  logout: { boundTo: ["site", "provider", "user"], lives: "until the logout token expires" },
  mail: { boundTo: ["secret", "site", "email"], lives: "as long as the magic link" },
  "native-app": { boundTo: ["secret", "site", "session", "user"], lives: "60 seconds" },
  passkey: { boundTo: ["browser"], lives: "15 minutes" },
  fedcm: { boundTo: ["browser"], lives: "5 minutes" },
  proxy: { boundTo: ["secret", "provider"], lives: "15 minutes" },
  refresh: { boundTo: ["secret", "database", "provider", "user"], lives: "the refresh of one token" },
} as const satisfies Bindings

export type ReplayKey = `${keyof typeof REPLAY_PURPOSES}:${string}`

/** Cookies that are neither sealed nor configurable. On https, the `__Host-` prefix binds each to its host. */
export const PLAIN_COOKIES = {
  // A random secret. Only with the browser's own secret does it find the "attempt record", which is sealed
  "latchkit.attempt": { boundTo: ["site", "database", "browser", "user"], lives: "10 minutes, once" },
  "latchkit.accounts": { boundTo: ["browser"], lives: "400 days, or until all accounts sign out" },
  "latchkit.ended": { boundTo: ["browser", "session"], lives: "as long as the session would have" },
  "latchkit.ceremony": { boundTo: ["browser"], lives: "1 hour" },
  "latchkit.flow": { boundTo: ["browser"], lives: "1 hour" },
  "latchkit.known": { boundTo: ["secret", "site", "browser", "user"], lives: "1 year" },
  "latchkit.last-used": { boundTo: ["browser"], lives: "1 year" },
  "latchkit.seen": {
    boundTo: ["secret", "site", "browser", "user"],
    lives: "1 year, or until the security epoch changes",
  },
  // Its value is a "device registration", which is sealed and bound further
  "latchkit.registration": {
    boundTo: ["secret", "site", "browser", "session", "user"],
    lives: "5 minutes, or until the browser's next request",
  },
  "latchkit.remember": { boundTo: ["browser"], lives: "until the browser ends" },
  "latchkit.version": { boundTo: ["browser"], lives: "session.maxAge" },
} as const satisfies Bindings

type Prefixed<Name> = Name extends `latchkit.${string}` ? Name : never

/** One of Latchkit's own cookies, whose name can't be configured. */
export type InternalCookieName = keyof typeof PLAIN_COOKIES | Prefixed<SealedPurpose>

export function isBoundToSite(purpose: SealedPurpose): boolean {
  return (SEALED[purpose].boundTo as readonly BindingTarget[]).includes("site")
}
