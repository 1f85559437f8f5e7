import type { Bindings } from "./binding-types.ts"

/**
 * Hashes without a key, by file. Anyone can compute them. They shorten or name something, and none of them grants
 * access.
 */
export const UNKEYED = {
  "accounts/authenticators.ts": { boundTo: ["database"], lives: "as long as the passkey; the id of a row" },
  "accounts/passkeys.ts": {
    boundTo: ["database"],
    lives: "as long as the passkey; a key for a long credential id or user id",
  },
  "accounts/unlinked.ts": {
    boundTo: ["database", "provider", "user"],
    lives: "until the user links the account again; the id of a row",
  },
  "sessions/reclaimed.ts": {
    boundTo: ["database", "provider", "user"],
    lives: "as long as the user; rows of the server's",
  },
  "accounts/resolve-account.ts": { boundTo: ["provider", "user"], lives: "for ever; `token.sub` without an adapter" },
  "sessions/session-records.ts": {
    boundTo: ["database", "session"],
    lives: "as long as the session; the id of its record, which opens nothing",
  },
  "sessions/session-token.ts": { boundTo: ["site"], lives: "as long as the session; names the site of its token" },
  "sessions/impersonation/record.ts": {
    boundTo: ["site", "database", "session"],
    lives: "12 hours at most; the id of a random secret, and the session that it belongs to",
  },
  "sessions/device-bound/records.ts": {
    boundTo: ["database", "session"],
    lives: "two days longer than the session; the ids of its binding's rows, which open nothing",
  },
  "sessions/switched-away.ts": { boundTo: ["session"], lives: "as long as the session; a mark that opens nothing" },
  "actions/sign-out/backchannel.ts": {
    boundTo: ["site", "provider", "user"],
    lives: "see `logout` of REPLAY_PURPOSES",
  },
  "sign-in/confirm/email-code.ts": {
    boundTo: ["site", "database", "session"],
    lives: "10 minutes; the id of the row of a code",
  },
  "actions/two-step/request.ts": {
    boundTo: ["database", "session"],
    lives: "10 minutes; names the session that an enrollment belongs to",
  },
  "sign-in/fedcm.ts": { boundTo: ["browser"], lives: "5 minutes; names the cookie of a nonce" },
  "sign-in/password/prove-pending.ts": {
    boundTo: ["database", "browser"],
    lives: "1 hour; names the browser that proved the mailbox",
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
  // Django hashes a password so before bcrypt, which only reads 72 bytes
  "providers/password-formats.ts": { boundTo: [], lives: "one check of a password that another system hashed" },
  "sign-in/native-apps/code.ts": { boundTo: [], lives: "one request; the challenge of RFC 7636 from a verifier" },
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
