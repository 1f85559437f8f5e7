import { fact, type Fact } from "./fact.ts"

const PRESET = "server/migrate/authjs/authjs.test.ts"
const V4 = "server/migrate/next-auth-4/preset.test.ts"
const MAIL = "server/migrate/authjs/authjs-mail.test.ts"
const CLIENT = "e2e/replay/next-auth.spec.ts"
const ADAPTERS = "e2e/databases/authjs-suite.ts"

/** What moving from Auth.js keeps, and what it does not. */
export const AUTHJS: readonly Fact[] = [
  fact("Whoever is signed in stays signed in, and is known after a step back.", PRESET, "stays signed in when the app swaps its import, and can go back"), // prettier-ignore
  fact("So does who signed in here, on an instance that still runs Auth.js.", PRESET, "is signed in on an instance that still runs Auth.js"), // prettier-ignore
  fact("A session that fills several cookies is read whole.", PRESET, "stays signed in where their session fills several cookies"), // prettier-ignore
  fact("Secrets that were replaced since still open their tokens.", PRESET, "stays signed in under a secret that was replaced since"), // prettier-ignore
  fact(
    "What your callbacks put into the token is still in it.",
    PRESET,
    "has the claims that the app put into the token",
  ),
  fact(
    "A form that was open during the move can be sent.",
    PRESET,
    "of an Auth.js page is good for a form posted here",
  ),
  fact("Rows of stored sessions are good on both sides.", MAIL, "a stored session that Auth.js opened is good here, and the other way round"), // prettier-ignore
  fact("A link that was mailed here signs in there.", MAIL, "a link that was mailed here signs in at an instance that still runs Auth.js"), // prettier-ignore
  fact("Published adapters work unmodified, through whole sign-ins.", ADAPTERS, "a person signs in by provider, comes back, and signs out"), // prettier-ignore
  fact("The unmodified next-auth/react signs in, updates and signs out.", CLIENT, "signs in by password, knows the session, changes it and signs out"), // prettier-ignore
  fact("So does the unmodified client of @auth/sveltekit.", "e2e/replay/sveltekit.spec.ts", "signs in by password and signs out"), // prettier-ignore
  fact("Your signIn callback is called before an email is sent, as before. The log says what a denied address reveals.", "server/identify/email/decision.test.ts", "denies the email at once, and the log says once what that reveals: %s"), // prettier-ignore
  fact("Changes: of the emails to one address the last three work, and one use ends all of them.", "server/identify/email/live-emails.test.ts", "one use of a link ends every other link and code, its own code among them"), // prettier-ignore
  fact("Changes: your own generateVerificationToken needs 128 random bits. For a code of six digits set sendsCode.", "server/identify/email/limits.test.ts", "can't be guessed: %s is rejected, and no email is sent"), // prettier-ignore
  fact("Changes: a sign-in that is at the provider at that moment starts anew.", "server/migrate/authjs/authjs.attacks.test.ts", "attack 175: a session cookie is no check of a sign-in, and a check of Auth.js starts none here"), // prettier-ignore
  fact("Changes: `GET session` never contains `sessionToken`, even if the session callback returns the stored row.", "server/sessions/callbacks.test.ts", "under the Auth.js preset never send the session token to a script, even if the callback returns the row"), // prettier-ignore
  fact("Changes: a state is always sent; with `checks: [\"none\"]` none is, as in Auth.js, and the log warns of it.", "server/identify/stateless.test.ts", "sends no state, and takes a response without one"), // prettier-ignore
  fact("Changes: a sign-in that the provider starts links no account to a signed-in user.", "server/identify/stateless.test.ts", "takes a sign-in that the provider starts, once, and only if nobody is signed in"), // prettier-ignore
  fact("Changes: parameters that a form or a page's URL adds to the authorization request are limited.", "server/identify/oauth/authorization-params.test.ts", "pass if they are harmless or listed, and the app's own win"), // prettier-ignore
  fact("A session of next-auth 4 stays open, and opens there again after a rollback.", V4, "stays open after the move, and opens in next-auth 4 again after a rollback"), // prettier-ignore
  fact("next-auth 4's NextAuth, getServerSession, withAuth and getToken keep their signatures.", "server/migrate/next-auth-4/drop-in.test.ts", "keeps a session of next-auth 4, and hands one back"), // prettier-ignore
  fact("Changes later: tokens in our form open nothing at Auth.js.", PRESET, "has a token of our own form where the host says so, which Auth.js cannot open"), // prettier-ignore
  fact("Changes: accounts of Trakt, EVE Online and Pinterest have another id, which can't change hands.", "server/providers/email-trust.test.ts", "of Trakt is the UUID, whoever has the name"), // prettier-ignore
  fact("Changes: an address of your own Keycloak or Auth0 counts as verified only if you say so.", "server/providers/email-trust.test.ts", "an app may trust its own server"), // prettier-ignore
]
