import { fact, type Fact } from "./fact.ts"

const PRESET = "server/migrate/authjs/authjs.test.ts"
const MAIL = "server/migrate/authjs/authjs-mail.test.ts"
const CLIENT = "e2e/replay/next-auth.spec.ts"
const ADAPTERS = "e2e/databases/authjs-adapters.test.ts"

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
  fact("Changes: a sign-in that is at the provider at that moment starts anew.", "server/migrate/authjs/authjs.attacks.test.ts", "attack 175: a session cookie is no check of a sign-in, and a check of Auth.js starts none here"), // prettier-ignore
  fact("Changes later: tokens in our form open nothing at Auth.js.", PRESET, "has a token of our own form where the host says so, which Auth.js cannot open"), // prettier-ignore
]
