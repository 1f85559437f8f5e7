import { exception, fact, type Fact } from "./fact.ts"

const PRESET = "server/migrate/authjs/authjs.test.ts"
const DIFFERENTIAL = "server/migrate/authjs/differential.test.ts"
const V4 = "server/migrate/next-auth-4/preset.test.ts"
const MAIL = "server/migrate/authjs/authjs-mail.test.ts"
const CLIENT = "e2e/replay/next-auth.spec.ts"
const V4_CLIENT = "server/migrate/next-auth-4/client.test.ts"
const V4_PROVIDERS = "server/migrate/next-auth-4/providers.test.ts"
const THROWING = "server/migrate/throwing-callbacks.test.ts"
const ADAPTERS = "e2e/databases/authjs-suite.ts"

const TOLD = ["server/migrate/exceptions.test.ts", "gets one warning: %s"] as const

/** Things that stay the same after moving from Auth.js. */
const KEPT: readonly Fact[] = [
  fact(
    "A signed-in user stays signed in, after the move and after going back.",
    PRESET,
    "stays signed in after the app swaps its import, and after it switches back",
  ),
  fact(
    "A user who signed in with Latchkit is also signed in on an instance that still runs Auth.js.",
    PRESET,
    "is signed in on an instance that still runs Auth.js",
  ),
  fact(
    "A session that fills several cookies is read whole.",
    PRESET,
    "stays signed in if the session fills several cookies",
  ),
  fact(
    "A session token still opens after you rotate the secret, while the old secret is listed.",
    PRESET,
    "stays signed in with a secret that was rotated since",
  ),
  fact(
    "The token still has everything that your callbacks put into it.",
    PRESET,
    "keeps the claims that the app put into the token",
  ),
  fact(
    "A user can still send a form that was open during the move.",
    PRESET,
    "of an Auth.js page is valid for a form posted to Latchkit",
  ),
  fact(
    "A stored session works in Auth.js and in Latchkit.",
    MAIL,
    "a database session of Auth.js works in Latchkit, and the other way round",
  ),
  fact(
    "A magic link that Latchkit sent also works in Auth.js.",
    MAIL,
    "a magic link that Latchkit sent signs in at an instance that still runs Auth.js",
  ),
  fact(
    "After going back, Auth.js reads the sessions, accounts and magic links that Latchkit stored with your adapter.",
    ADAPTERS,
    "an app that goes back to Auth.js finds the sessions, the accounts and the magic links that Latchkit stored",
  ),
  fact(
    "Published adapters work unmodified, through whole sign-ins.",
    ADAPTERS,
    "a person signs in by provider, comes back, and signs out",
  ),
  fact(
    "So does the Prisma adapter of next-auth 4, with the users, sessions and magic links that next-auth 4 stored.",
    "e2e/databases/next-auth-4-adapters.test.ts",
    "@next-auth/prisma-adapter, unmodified: a user that next-auth 4 created stays signed in, comes back by provider, and can roll back",
  ),
  fact(
    "The tables of @auth/drizzle-adapter move to Latchkit's adapter by one command, with all users signed in.",
    "e2e/databases/authjs-tables.test.ts",
    "the tables of @auth/drizzle-adapter on %s move by one command",
  ),
  fact(
    "So do the tables of @auth/prisma-adapter, and the rows of @auth/d1-adapter.",
    "e2e/databases/authjs-tables.test.ts",
    "the tables of @auth/prisma-adapter on %s move by one command",
  ),
  fact(
    "The unmodified next-auth/react signs in, updates and signs out.",
    CLIENT,
    "signs in by password, knows the session, changes it and signs out",
  ),
  fact(
    "So does the unmodified next-auth/react of version 4.",
    CLIENT,
    "signs in by password, knows the session, changes it and signs out",
  ),
  fact(
    "So does the unmodified client of @auth/sveltekit.",
    "e2e/replay/sveltekit.spec.ts",
    "signs in by password and signs out",
  ),
  fact(
    "A session of next-auth 4 stays open, and opens there again after a rollback.",
    V4,
    "stays valid after the migration, and after a rollback to next-auth 4",
  ),
  fact(
    "Fields that you add to Session, User and JWT with declare module reach your callbacks.",
    "server/core/config/augmentation.test.ts",
    "callbacks of %s get the fields that the app adds to Session, User and JWT",
  ),
  fact(
    "An app on Next with an Edge middleware, server actions and a Prisma adapter moves by the codemod alone.",
    "e2e/migrate/next.suite.ts",
    "an Auth.js v5 app on Next ${version} moves by the codemod and back, and its users stay signed in",
  ),
  fact(
    "So do apps on SvelteKit, SolidStart and Qwik.",
    "e2e/migrate/frameworks.suite.ts",
    "an app on @auth/${name} moves by the codemod and back, and its users stay signed in",
  ),
  fact(
    "next-auth 4's NextAuth, getServerSession, withAuth and getToken keep their signatures.",
    "server/migrate/next-auth-4/drop-in.test.ts",
    "keeps a session of next-auth 4, and creates one that next-auth 4 opens",
  ),
]

/** Differences on purpose, in every app. */
export const CHANGES: readonly Fact[] = [
  exception(
    "Changes: the last three emails to an address work, and the first use of one invalidates all of them.",
    "authjs-links",
    TOLD,
  ),
  exception(
    "Changes: your signIn callback is still called before an email is sent. The log warns that the response reveals whether an address is allowed.",
    "email-denied-early",
    TOLD,
  ),
  exception(
    "Changes: your own generateVerificationToken must return at least 128 random bits. To send a six-digit code, set sendsCode.",
    "Weak token",
    ["server/core/mailbox/limits.test.ts", "is rejected if it can be guessed (%s), and no email is sent"],
  ),
  exception(
    "Changes: a user who is at the provider during the switch must start the sign-in again.",
    "authjs-open-sign-in",
    TOLD,
  ),
  exception(
    "Changes: `GET session` never contains `sessionToken`, even if the session callback returns the stored row.",
    "authjs-session-token",
    TOLD,
  ),
  exception(
    'Changes: Latchkit always sends a state, except with `checks: ["none"]`, as in Auth.js.',
    "checks-none",
    TOLD,
  ),
  exception(
    'Changes: a sign-in that the provider starts needs `checks: ["none"]`, and links no account to a signed-in user.',
    "authjs-provider-started",
    TOLD,
  ),
  exception(
    "Changes: parameters that a form or a page's URL adds to the authorization request are limited.",
    "authjs-authorization-params",
    TOLD,
  ),
  exception(
    "Changes: a provider is left out if its `issuer` or `wellKnown` is on another server than its endpoints, as in `GitLab({ issuer })`. Auth.js and next-auth 4 ignore that address, and users of the public server sign in.",
    "but its endpoints are on",
    ["server/providers/option-names.test.ts", "and no public server takes the place of a company's, named by %s"],
  ),
  exception(
    "Changes: accounts of Trakt, EVE Online and Pinterest have another id, which can't pass to another person.",
    "authjs-account-id",
    TOLD,
  ),
  exception(
    'Changes: allowDangerousEmailAccountLinking links only addresses that the provider verified. Addresses from your own Keycloak or Auth0 count only with `emailTrust: "claim"`.',
    "authjs-unverified-linking",
    TOLD,
  ),
]

/** Differences of callbacks, in both versions. */
const CALLBACKS: readonly Fact[] = [
  fact(
    "If your `session` callback returns the whole token, as in `session.user = token`, the page also gets `auth_time`, the time of the sign-in.",
    V4_CLIENT,
    "a page that gets the whole token also gets the time of the sign-in, and no other claim",
  ),
  fact(
    "If the `jwt` or `session` callback throws in an `update`, the response is 503, and the user stays signed in. Auth.js signs the user out.",
    THROWING,
    "an update whose callback throws fails, and the user stays signed in",
  ),
  fact(
    "If the `redirect` callback throws, the user goes to the home page. In Auth.js each request fails.",
    THROWING,
    "a `redirect` callback that throws leads to the home page, and a sign-in still works",
  ),
]

/** Further differences in an app of next-auth 4. */
export const CHANGES_4: readonly Fact[] = [
  exception(
    "Changes: an error's message reaches the page only if `authorize` or the `signIn` callback threw a plain `Error`. Messages of databases and networks stay in the log.",
    "authjs-error-message",
    TOLD,
  ),
  exception(
    "Changes: `withAuth` also protects paths that only start with the same text as `/api/auth`, such as `/api/auth-admin`. next-auth 4 let them through.",
    "authjs-path",
    TOLD,
  ),
  exception(
    "Changes: a secret is required in development too: `npx latchkit secret --write`. next-auth 4 derived one from the configuration.",
    "MissingSecretError",
    [
      "server/test-kit/conformance/configuration.test.ts",
      "causes MissingSecretError if it is missing, and every request reports a configuration problem",
    ],
  ),
  exception("Changes: OAuth 1 isn't supported. For Twitter, create a client id for OAuth 2.", "uses OAuth 1", [
    V4_PROVIDERS,
    "with OAuth 1 is skipped, and the log says what to use instead",
  ]),
  exception(
    "Changes: the `client` that a `request` of an endpoint gets has `userinfo` only. Use `fetch` for other requests.",
    "of openid-client isn't available",
    [V4_PROVIDERS, "fails if it calls another method of openid-client, and the log says what to do"],
  ),
  fact("A message that `authorize` throws is cut at 300 characters.", V4_CLIENT, "cuts a message at 300 characters"),
  fact(
    "An expired form leads to the sign-in page with `error=MissingCSRF`, not with `csrf=true`.",
    V4_CLIENT,
    "names a form without a valid CSRF token in `error`",
  ),
  fact(
    "Credentials open a stored session with the strategy `database`. Remove your own code that stores one: with it, each sign-in leaves two rows and two cookies of one name.",
    V4,
    "opens one stored session for credentials, which next-auth 4 doesn't",
  ),
  fact(
    "If the `jwt` callback throws during a sign-in, the user sees the sign-in page with `error=Callback`. In next-auth 4 the request fails.",
    THROWING,
    "a `jwt` callback that throws during a sign-in of next-auth 4 leads to its sign-in page",
  ),
  ...CALLBACKS,
  exception("Changes: the browser's errors aren't logged at `/api/auth/_log`.", "authjs-client-log", TOLD),
]

/** Things that stay the same after moving from Auth.js v5, and things that change. */
export const AUTHJS: readonly Fact[] = [
  ...KEPT,
  ...CHANGES,
  fact(
    "REST responses, and the arguments of callbacks and events, equal those of @auth/core, compared request by request. The next seven lines are the only differences.",
    DIFFERENTIAL,
    "REST responses equal those of @auth/core:",
  ),
  fact(
    "A response in JSON mode has no Location header, and the URL of the site ends with a slash.",
    DIFFERENTIAL,
    "In JSON mode Auth.js sends a `Location`",
  ),
  fact(
    "The CSRF and callback URL cookies are set only if a form or a redirect needs them.",
    DIFFERENTIAL,
    "differs: sets the CSRF and callback URL cookies only if a form or a redirect needs them",
  ),
  fact(
    "Reading a session renews its cookie only after `updateAge`.",
    DIFFERENTIAL,
    "differs: reading a session refreshes its cookie only after `updateAge`",
  ),
  fact(
    "POST signin/credentials signs the user in, instead of redirecting to the sign-in page.",
    DIFFERENTIAL,
    "differs: POST signin/credentials signs in",
  ),
  fact(
    "A session has `image: null` if the user has no image. The signIn event also gets isNewUser, and the session callback gets trigger in an update.",
    DIFFERENTIAL,
    "differs: a session has `image: null`",
  ),
  ...CALLBACKS,
  fact(
    "With `seal: \"latchkit\"`, session tokens have Latchkit's format, which Auth.js can't open.",
    PRESET,
    "gets a token in Latchkit's format if the app asks for it, which Auth.js can't open",
  ),
]
