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

type Bindings = Readonly<Record<string, Binding>>

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
  "latchkit.attempt": { boundTo: ["secret", "site", "browser", "user"], lives: "10 minutes, once" },
  // The account record has the site, the address, the browser and the purpose, and decides
  "latchkit.pending": { boundTo: ["secret", "site", "browser", "email"], lives: "1 hour" },
  "attempt record": { boundTo: ["secret", "site", "database", "browser", "user"], lives: "10 minutes, once" },
  "confirm record": { boundTo: ["secret", "site", "database", "session", "user"], lives: "10 minutes, once" },
  "latchkit.email": { boundTo: ["secret", "site", "browser", "provider", "email"], lives: "as long as the magic link" },
  "latchkit.leaving": { boundTo: ["secret", "site", "browser", "provider"], lives: "15 minutes" },
  "latchkit.opened-by": { boundTo: ["secret", "site", "browser", "session"], lives: "400 days, or the session" },
  "latchkit.typed": { boundTo: ["secret", "site", "browser"], lives: "5 minutes" },
  carried: { boundTo: ["secret", "site", "email"], lives: "as long as the magic link" },
  form_post: { boundTo: ["secret", "site", "browser", "provider"], lives: "1 minute, once" },
  // All sites of a database share its users, and so their factors. The data key of each factor seals its secret
  "factor key": { boundTo: ["secret", "database", "user"], lives: "as long as the factor; rotation wraps it again" },
  "factor secret": { boundTo: ["database", "user", "session"], lives: "as long as the factor; unconfirmed 10 minutes" },
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
  "rate limit": { boundTo: ["secret", "site", "address", "user", "email"], lives: "rateLimit.limits" },
  "event identifier": { boundTo: ["secret", "site", "email"], lives: "as long as your app keeps the event" },
  "factor count": { boundTo: ["secret", "site", "browser", "user"], lives: "a day; failures in a row a year" },
  "code count": { boundTo: ["secret", "site", "email"], lives: "as long as the code" },
  "email token": { boundTo: ["secret", "site", "database", "email"], lives: "the provider's maxAge, once" },
  "account token": {
    boundTo: ["secret", "site", "database", "email"],
    lives: "1 hour, once; the purpose is signed too",
  },
  "invitation token": { boundTo: ["secret", "site", "database", "email"], lives: "expiresIn of `auth.invite`, once" },
  "undo token": { boundTo: ["secret", "site", "database", "user"], lives: "30 days, once; it only takes power away" },
  "factor email code": { boundTo: ["secret", "site", "session", "user", "email"], lives: "10 minutes, once, 5 tries" },
  "confirm form": {
    boundTo: ["secret", "session"],
    lives: "as long as the session's token; it confirms nothing alone",
  },
  "confirm count": { boundTo: ["secret", "site", "session", "user"], lives: "an hour" },
  // Only with the `authjs()` preset. See `sessions/session-proofs.ts`
  "session proofs": { boundTo: ["secret", "session"], lives: "as long as the session's token" },
  // A stored session is valid on every site of its database. Its cookie belongs to one host, or to the configured
  // domain
  "session token": { boundTo: ["secret", "database"], lives: "session.maxAge" },
  "session id": { boundTo: ["secret", "database", "session"], lives: "as long as the session; it opens nothing" },
  "browser account id": { boundTo: ["secret", "site", "user"], lives: "as long as the user; it opens nothing" },
  "account id": { boundTo: ["secret", "user", "provider"], lives: "as long as the account; it opens nothing" },
  // The mark is in the user's row, and another database has other users
  "unfinished user": { boundTo: ["secret", "database", "provider", "user"], lives: "until the first sign-in finishes" },
  "refresh turn": { boundTo: ["secret", "database", "provider", "user"], lives: "the refresh of one token" },
} as const satisfies Bindings

export type SignedPurpose = keyof typeof SIGNED

/**
 * Values that the `authjs()` preset creates in Auth.js's own forms. They name no site, so that an app can move in both
 * directions. Under the preset, deployments need their own secrets unless they should share sessions.
 */
export const AUTHJS = {
  "session token": { boundTo: ["secret", "session"], lives: "session.maxAge, or until the sign-out in that browser" },
  "csrf cookie": { boundTo: ["secret", "browser"], lives: "until the browser ends; the Origin check stands beside it" },
  "email token": { boundTo: ["secret", "database", "email"], lives: "the provider's maxAge, once" },
} as const satisfies Bindings

/**
 * Hashes without a key, by file. Anyone can compute them. They shorten or name something, and none of them grants
 * access.
 */
export const UNKEYED = {
  "accounts/passkeys.ts": {
    boundTo: ["database"],
    lives: "as long as the passkey; a key for a long credential id or user id",
  },
  "sessions/reclaimed.ts": {
    boundTo: ["database", "provider", "user"],
    lives: "as long as the user; rows of the server's",
  },
  "accounts/resolve-account.ts": { boundTo: ["provider", "user"], lives: "for ever; `token.sub` without an adapter" },
  "sessions/switched-away.ts": { boundTo: ["session"], lives: "as long as the session; a mark that opens nothing" },
  "actions/backchannel-logout.ts": { boundTo: ["site", "provider", "user"], lives: "see `logout` of REPLAY_PURPOSES" },
  "sign-in/confirm/email-code.ts": {
    boundTo: ["site", "database", "session"],
    lives: "10 minutes; the id of the row of a code",
  },
  "actions/two-step-request.ts": {
    boundTo: ["database", "session"],
    lives: "10 minutes; names the session that an enrollment belongs to",
  },
  "sign-in/password/pending.ts": { boundTo: ["database", "browser"], lives: "1 hour; names the browser that asked" },
  "sign-in/password/invitations.ts": {
    boundTo: ["site", "database", "email"],
    lives: "expiresIn of `auth.invite`; the id of an invitation's row, which opens nothing",
  },
  "sign-in/steps/attempt.ts": {
    boundTo: ["site", "database", "browser"],
    lives: "10 minutes; the id of an attempt's row",
  },
  "crypto/passwords/rules.ts": { boundTo: [], lives: "one request; 5 digits of it name a range of breached passwords" },
  "adapters/records/client.ts": { boundTo: ["database"], lives: "as long as the row that has it as its id" },
  "sign-in/oauth-callback.ts": { boundTo: ["browser"], lives: "see `flow` of REPLAY_PURPOSES" },
  "sign-in/oauth-transaction.ts": { boundTo: ["browser"], lives: "15 minutes; the end of a flow cookie's name" },
  "sign-in/form-post.ts": { boundTo: ["secret", "site", "browser"], lives: "see `form_post` of REPLAY_PURPOSES" },
  "factors/passkey-factors.ts": { boundTo: ["database", "user"], lives: "as long as the factor; an id of a row" },
  // Codes have 120 random bits, so they need no key, and no rotation voids them
  "factors/recovery-codes.ts": { boundTo: ["database", "user"], lives: "until it is used, or the codes are replaced" },
  "oauth/id-token.ts": { boundTo: ["provider"], lives: "one response; the provider's `at_hash`" },
  "sign-in/passkey/ceremony.ts": { boundTo: ["browser"], lives: "15 minutes; the end of a challenge cookie's name" },
  "sign-in/redirect-proxy.ts": { boundTo: ["secret", "provider"], lives: "see `proxy` of REPLAY_PURPOSES" },
  "accounts/trusted-devices.ts": {
    boundTo: ["site", "user"],
    lives: "30 days, or until it is revoked; the id of a random secret, and what the trust depends on",
  },
  // The secret is hashed with the value, as Auth.js does. See AUTHJS
  "migrate/authjs/csrf.ts": { boundTo: ["secret", "browser"], lives: "until the browser ends" },
  "migrate/authjs/index.ts": { boundTo: ["secret", "database", "email"], lives: "the provider's maxAge, once" },
  "sign-in/pages/render.ts": { boundTo: [], lives: "as long as the asset that it names" },
} as const satisfies Bindings

/** Database locks, by name. */
export const DATABASE_LOCKS = {
  "latchkit:address-lock": { boundTo: ["database", "email"], lives: "as long as the user who has the address" },
  // On MySQL and MariaDB, all databases of a server share it. A migration waits for another for at most a minute
  migrations: { boundTo: ["database"], lives: "one migration" },
} as const satisfies Bindings

/** One-time claims, by the prefix of their key. */
export const REPLAY_PURPOSES = {
  flow: { boundTo: ["browser"], lives: "15 minutes" },
  form_post: { boundTo: ["secret", "site", "browser"], lives: "2 minutes" },
  logout: { boundTo: ["site", "provider", "user"], lives: "until the logout token expires" },
  mail: { boundTo: ["secret", "site", "email"], lives: "as long as the magic link" },
  passkey: { boundTo: ["browser"], lives: "15 minutes" },
  proxy: { boundTo: ["secret", "provider"], lives: "15 minutes" },
  refresh: { boundTo: ["secret", "database", "provider", "user"], lives: "the refresh of one token" },
} as const satisfies Bindings

export type ReplayKey = `${keyof typeof REPLAY_PURPOSES}:${string}`

/** Cookies that are neither sealed nor configurable. On https, the `__Host-` prefix binds each to its host. */
export const PLAIN_COOKIES = {
  "latchkit.accounts": { boundTo: ["browser"], lives: "400 days, or until all accounts sign out" },
  "latchkit.ended": { boundTo: ["browser", "session"], lives: "as long as the session would have" },
  "latchkit.ceremony": { boundTo: ["browser"], lives: "1 hour" },
  "latchkit.flow": { boundTo: ["browser"], lives: "1 hour" },
  "latchkit.known": { boundTo: ["secret", "site", "browser", "user"], lives: "1 year" },
  "latchkit.last-used": { boundTo: ["browser"], lives: "1 year" },
  "latchkit.remember": { boundTo: ["browser"], lives: "until the browser ends" },
  "latchkit.version": { boundTo: ["browser"], lives: "session.maxAge" },
} as const satisfies Bindings

/** Cookies that aren't sealed and whose names are configurable. "csrf cookie" is another one. */
export const CONFIGURABLE_COOKIES = {
  // Its value is validated when it is set and when it is used, so it only leads to this site or an allowed URL
  callbackUrl: { boundTo: ["browser"], lives: "until the browser ends" },
} as const satisfies Bindings

/**
 * State that a process remembers by secret, for all configurations and tenants with that secret. Keys must name the site,
 * unless they are random or mean the same on every site.
 */
export const MEMORY = {
  counters: { boundTo: ["secret", "site", "address", "user", "email"], lives: "rateLimit.limits" },
  // See REPLAY_PURPOSES: ids are random, or hashes that include the site
  usedReplayKeys: { boundTo: ["secret", "site", "browser"], lives: "as long as what is claimed" },
  // Public documents and key sets, by their URL
  metadata: { boundTo: ["secret"], lives: "10 minutes to a day" },
  limiters: { boundTo: ["secret", "site"], lives: "as long as the process" },
  links: { boundTo: ["secret", "site", "email"], lives: "as long as the magic link" },
  warned: { boundTo: ["secret"], lives: "as long as the process; it only keeps a warning from being logged again" },
} as const satisfies Bindings

/**
 * A process's locks and caches that belong to an object. They are garbage-collected with it, and no other object sees
 * them.
 */
export const BY_OBJECT = {
  "sessions/reclaimed.ts": { boundTo: ["database", "user"], lives: "as long as the adapter" },
  "accounts/atomically.ts": { boundTo: ["database"], lives: "one sign-in" },
  "accounts/access-token.ts": { boundTo: ["database", "provider", "user"], lives: "the refresh of one token" },
  "crypto/jwt.ts": { boundTo: ["secret"], lives: "as long as the token; its claims are checked each time" },
  "crypto/keyring.ts": { boundTo: ["secret"], lives: "as long as the process" },
  "factors/records.ts": {
    boundTo: ["secret", "user"],
    lives: "as long as the keyring; only that a factor can be read",
  },
  "providers/quirks/apple.ts": { boundTo: ["provider"], lives: "as long as the client secret that Apple's key signed" },
  "sessions/session-token.ts": { boundTo: ["secret", "database"], lives: "as long as the configuration" },
} as const satisfies Bindings

type Prefixed<Name> = Name extends `latchkit.${string}` ? Name : never

/** One of Latchkit's own cookies, whose name can't be configured. */
export type InternalCookieName = keyof typeof PLAIN_COOKIES | Prefixed<SealedPurpose>

export function isBoundToSite(purpose: SealedPurpose): boolean {
  return (SEALED[purpose].boundTo as readonly BindingTarget[]).includes("site")
}
