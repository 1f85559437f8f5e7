import { fact, type Fact } from "./fact.ts"

/** Where convenience and safety pull apart. */
export const DECISIONS: readonly Fact[] = [
  fact(
    "A person uses up a magic link, never a scanner. In any other browser, a page with one button comes first.",
    "server/core/mailbox/email.test.ts",
    "shows the account and asks for confirmation if a link is opened in another browser (threat 154)",
  ),
  fact(
    "PKCE isn’t enough. Latchkit always sends a state, and every check belongs to one browser, one provider and one sign-in.",
    "server/core/sign-in/oauth.test.ts",
    "rejects an attacker's code in the victim's flow, even if the provider ignores PKCE (threat 62)",
  ),
  fact(
    "A copied session cookie outlives the sign-out. Your jwt callback can end it, and a database ends it.",
    "server/service/auth.attacks.test.ts",
    "accepts a copied cookie after sign-out unless the app ends the session, as documented (threat 186)",
  ),
  fact(
    "Accounts are linked by address only if you allow it, and only if the address is verified on both sides.",
    "server/core/users/linking.test.ts",
    "linking by address if the app allows it: %s (threat 120)",
  ),
  fact(
    "A passkey’s response needs the CSRF token, like every other sign-in.",
    "server/features/passkeys/passkey.attacks.test.ts",
    "rejects a response without this browser's CSRF token, or from another site (threat 232)",
  ),
  fact(
    "A session token is 32 random bytes. The database stores a keyed hash of it, so a copy of the table opens no session.",
    "server/core/sessions/database.test.ts",
    "opens no session with the value that the database stores (threat 189)",
  ),
  fact(
    "A blank secret counts as missing. Latchkit rejects a short one in production.",
    "server/service/auth.attacks.test.ts",
    "rejects %s as a secret in production (threat 185)",
  ),
  fact(
    "On https every cookie is bound to its host and protocol, and scripts can’t read it. They can read one cookie, which only says that something changed.",
    "server/core/request/csrf-check.test.ts",
    "sets host-only, secure, HttpOnly cookies on https, except the version cookie (threat 44)",
  ),
  fact(
    "AUTH_URL is the one origin of links, cookies, emails and redirects, whatever host a request names.",
    "server/service/auth.attacks.test.ts",
    "uses AUTH_URL as the only origin in handlers and helpers (threat 256)",
  ),
  fact(
    "A rejected request has its own status: 400, 403, 404, 405, 413, 415 or 429. A form is redirected with 302 or 303.",
    "server/core/request/csrf-check.test.ts",
    "responds to forms with 302 or 303 (threat 28)",
  ),
]

/** Examples of rejected requests, one of each kind. */
export const REFUSED: readonly Fact[] = [
  fact("Redirects to other sites", "e2e/attacks/redirects.spec.ts", "rejects a foreign origin (threat 1)"),
  fact(
    "Forms of other sites, even if the token check is off",
    "e2e/attacks/forgery.spec.ts",
    "rejects foreign origins even if the CSRF token check is off (threat 35)",
  ),
  fact(
    "A sign-in forced on a user",
    "e2e/attacks/forgery.spec.ts",
    "rejects a sign-in form of another site (threat 39)",
  ),
  fact(
    "Cookies set by a sibling domain",
    "e2e/attacks/cookies.spec.ts",
    "rejects a session cookie that a sibling host sets (threat 46)",
  ),
  fact(
    "A response from another identity provider",
    "server/core/sign-in/oauth.test.ts",
    "are rejected if they come from another server (threat 64)",
  ),
  fact(
    "A response that is sent twice",
    "server/core/sign-in/oauth.test.ts",
    "accepts a response once, in sequence and in parallel (threat 69)",
  ),
  fact(
    "ID tokens with another audience, issuer, nonce or signature",
    "server/core/sign-in/oauth.test.ts",
    "is rejected without a valid signature (threat 78)",
  ),
  fact(
    "Accounts that an attacker prepared with your address",
    "server/core/users/linking.test.ts",
    "evicts the user's creator when the mailbox's owner proves the address (threat 121)",
  ),
  fact(
    "Parallel uses of one link",
    "server/core/mailbox/email.test.ts",
    "signs in one of 50 parallel uses of one link (threat 146)",
  ),
  fact("Guessing passwords", "server/core/limits/limits.test.ts", "an attacker who guesses passwords (threat 171)"),
  fact(
    "Finding out who has an account",
    "server/core/pages/render.test.ts",
    "doesn't reveal whether an account exists (threat 172)",
  ),
  fact(
    "Tokens for another purpose, app or secret",
    "server/core/sessions/jwt.test.ts",
    "opens no session if another app or base path with the same secret sealed it (threat 182)",
  ),
  fact(
    "Lookalike host headers",
    "server/core/config/site.test.ts",
    "for any host header, the site is that exact host or the request is rejected (threat 260)",
  ),
  fact(
    "Pages in frames of other sites",
    "e2e/attacks/forgery.spec.ts",
    "rejects framing of every built-in page (threat 245)",
  ),
]
