import type { Bindings } from "./bindings.ts"

/**
 * Values that the `authjs()` preset creates in Auth.js's own forms. They name no site, so that an app can move in both
 * directions. Under the preset, deployments need their own secrets unless they should share sessions.
 */
export const AUTHJS = {
  "session token": { boundTo: ["secret", "session"], lives: "session.maxAge, or until the sign-out in that browser" },
  "csrf cookie": { boundTo: ["secret", "browser"], lives: "until the browser ends; the Origin check stands beside it" },
  "email token": { boundTo: ["secret", "database", "email"], lives: "the provider's maxAge, once" },
} as const satisfies Bindings

/** Database locks, by name. */
export const DATABASE_LOCKS = {
  "latchkit:address-lock": { boundTo: ["database", "email"], lives: "as long as the user who has the address" },
  // On MySQL and MariaDB, all databases of a server share it. A migration waits for another for at most a minute
  migrations: { boundTo: ["database"], lives: "one migration" },
} as const satisfies Bindings

/** Cookies that aren't sealed and whose names are configurable. "csrf cookie" is another one. */
export const CONFIGURABLE_COOKIES = {
  // Its value is validated when it is set and when it is used, so it only leads to this site or an allowed URL
  callbackUrl: { boundTo: ["browser"], lives: "until the browser ends" },
} as const satisfies Bindings

/**
 * State that a process remembers by secret, for all configurations and tenants with that secret. Keys must name the
 * site, unless they are random or mean the same on every site.
 */
export const MEMORY = {
  counters: { boundTo: ["secret", "site", "address", "user", "email"], lives: "rateLimit.limits" },
  // See REPLAY_PURPOSES: ids are random, or hashes that include the site
  usedReplayKeys: { boundTo: ["secret", "site", "browser"], lives: "as long as what is claimed" },
  // Public documents and key sets, by their URL
  metadata: { boundTo: ["secret"], lives: "10 minutes to a day" },
  limiters: { boundTo: ["secret", "site"], lives: "as long as the process" },
  links: { boundTo: ["secret", "site", "email"], lives: "as long as the magic link" },
  endedSessions: {
    boundTo: ["secret", "session"],
    lives: "as long as the process; it only keeps a cookie from being set again",
  },
  activity: { boundTo: ["secret", "session"], lives: "as long as the process; it only saves a write" },
  recentAdapters: { boundTo: ["secret"], lives: "as long as the process; development only counts them for a warning" },
  warned: { boundTo: ["secret"], lives: "as long as the process; it only keeps a warning from being logged again" },
} as const satisfies Bindings

/**
 * A process's locks and caches that belong to an object. They are garbage-collected with it, and no other object sees
 * them.
 */
export const BY_OBJECT = {
  "core/users/reclaimed.ts": { boundTo: ["database", "user"], lives: "as long as the adapter" },
  "features/account/index.ts": { boundTo: ["database"], lives: "as long as the adapter; when it last looked" },
  "core/users/atomically.ts": { boundTo: ["database"], lives: "one sign-in" },
  "features/access-tokens/access-token.ts": {
    boundTo: ["database", "provider", "user"],
    lives: "the refresh of one token",
  },
  "core/crypto/jwt.ts": { boundTo: ["secret"], lives: "as long as the token; its claims are checked each time" },
  "core/crypto/keyring.ts": { boundTo: ["secret"], lives: "as long as the process" },
  "core/proofs/records.ts": {
    boundTo: ["secret", "user"],
    lives: "as long as the keyring; only that a factor can be read",
  },
  "providers/quirks/apple.ts": { boundTo: ["provider"], lives: "as long as the client secret that Apple's key signed" },
  "core/request/csrf-check.ts": { boundTo: ["secret", "site", "browser"], lives: "one request" },
  "core/sessions/session-token.ts": { boundTo: ["secret", "database"], lives: "as long as the configuration" },
} as const satisfies Bindings

/**
 * Hashes without a key, by file. Anyone can compute them. They shorten or name something, and none of them grants
 * access.
 */
export const UNKEYED = {
  "core/methods/authenticators.ts": { boundTo: ["database"], lives: "as long as the passkey; the id of a row" },
  "core/methods/passkeys.ts": {
    boundTo: ["database"],
    lives: "as long as the passkey; a key for a long credential id or user id",
  },
  "core/users/unlinked.ts": {
    boundTo: ["database", "provider", "user"],
    lives: "until the user links the account again; the id of a row",
  },
  "core/users/reclaimed.ts": {
    boundTo: ["database", "provider", "user"],
    lives: "as long as the user; rows of the server's",
  },
  "core/sign-in/settle.ts": { boundTo: ["provider", "user"], lives: "for ever; `token.sub` without an adapter" },
  "core/sessions/session-records.ts": {
    boundTo: ["database", "session"],
    lives: "as long as the session; the id of its record, which opens nothing",
  },
  "core/sessions/session-token.ts": { boundTo: ["site"], lives: "as long as the session; names the site of its token" },
  "features/administration/impersonation/record.ts": {
    boundTo: ["site", "database", "session"],
    lives: "12 hours at most; the id of a random secret, and the session that it belongs to",
  },
  "features/device-bound/records.ts": {
    boundTo: ["database", "session"],
    lives: "two days longer than the session; the ids of its binding's rows, which open nothing",
  },
  "core/sessions/account-state.ts": {
    boundTo: ["session"],
    lives: "as long as the session; a mark that opens nothing",
  },
  "core/sign-out/backchannel.ts": {
    boundTo: ["site", "provider", "user"],
    lives: "see `logout` of REPLAY_PURPOSES",
  },
  "features/step-up/email-code.ts": {
    boundTo: ["site", "database", "session"],
    lives: "10 minutes; the id of the row of a code",
  },
  "features/two-step/request.ts": {
    boundTo: ["database", "session"],
    lives: "10 minutes; names the session that an enrollment belongs to",
  },
  "features/fedcm/identify.ts": { boundTo: ["browser"], lives: "5 minutes; names the cookie of a nonce" },
  "core/mailbox/prove-pending.ts": {
    boundTo: ["database", "browser"],
    lives: "1 hour; names the browser that proved the mailbox",
  },
  "core/mailbox/pending.ts": { boundTo: ["database", "browser"], lives: "1 hour; names the browser that asked" },
  "core/mailbox/tokens.ts": {
    boundTo: ["database", "user"],
    lives: "as long as the magic link, in a sealed cookie; names the user and epoch of an emailed code",
  },
  "features/sign-up/invitations.ts": {
    boundTo: ["site", "database", "email"],
    lives: "expiresIn of `auth.invite`; the id of an invitation's row, which opens nothing",
  },
  "core/steps/attempt.ts": {
    boundTo: ["site", "database", "browser"],
    lives: "10 minutes; the id of an attempt's row",
  },
  "core/crypto/passwords/rules.ts": {
    boundTo: [],
    lives: "one request; 5 digits of it name a range of breached passwords",
  },
  "adapters/records/client.ts": { boundTo: ["database"], lives: "as long as the row that has it as its id" },
  "core/sign-in/oauth-transaction.ts": {
    boundTo: ["browser"],
    lives: "15 minutes; the end of a flow cookie's name. See also `flow` of REPLAY_PURPOSES",
  },
  "features/open-id/form-post.ts": {
    boundTo: ["secret", "site", "browser"],
    lives: "see `form_post` of REPLAY_PURPOSES",
  },
  "core/proofs/own-passkey.ts": {
    boundTo: ["database", "user"],
    lives: "as long as the factor; an id of a row",
  },
  // Codes have 120 random bits, so they need no key, and no rotation voids them
  "core/proofs/recovery-codes.ts": {
    boundTo: ["database", "user"],
    lives: "until it is used, or the codes are replaced",
  },
  // Django hashes a password so before bcrypt, which only reads 72 bytes
  "providers/password-formats.ts": { boundTo: [], lives: "one check of a password that another system hashed" },
  "features/native-apps/code.ts": { boundTo: [], lives: "one request; the challenge of RFC 7636 from a verifier" },
  "oauth/id-token.ts": { boundTo: ["provider"], lives: "one response; the provider's `at_hash`" },
  "features/passkeys/ceremony.ts": { boundTo: ["browser"], lives: "15 minutes; the end of a challenge cookie's name" },
  "core/sign-in/redirect-proxy.ts": { boundTo: ["secret", "provider"], lives: "see `proxy` of REPLAY_PURPOSES" },
  "core/sessions/trusted-devices.ts": {
    boundTo: ["site", "user"],
    lives: "30 days, or until it is revoked; the id of a random secret, and what the trust depends on",
  },
  // The secret is hashed with the value, as Auth.js does. See AUTHJS
  "migrate/authjs/csrf.ts": { boundTo: ["secret", "browser"], lives: "until the browser ends" },
  "migrate/authjs/index.ts": { boundTo: ["secret", "database", "email"], lives: "the provider's maxAge, once" },
  "core/pages/render.ts": { boundTo: [], lives: "as long as the asset that it names" },
  "core/pages/theme.ts": { boundTo: [], lives: "as long as the theme, as an `ETag`" },
} as const satisfies Bindings
