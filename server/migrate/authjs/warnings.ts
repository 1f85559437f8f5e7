import type { WarningCode } from "../../logger.ts"

type AuthjsWarning = Exclude<Extract<WarningCode, `authjs-${string}`>, "authjs-path"> | "checks-none"

/** Texts of warnings about differences to Auth.js. */
export const AUTHJS_WARNINGS: Record<AuthjsWarning, string> = {
  "checks-none":
    'A provider has `checks: ["none"]`, so another site can sign its users in to an account of its choice. Remove it, or use `["state"]`',
  "authjs-account-id":
    "A provider (Trakt, Pinterest or EVE Online) reads other account ids than Auth.js. Rewrite the ids in your accounts table, or keep the old ones with a `profile` callback as the migration guide shows",
  "authjs-authorization-params":
    "A page added a parameter to the authorization request that Latchkit dropped. Auth.js sends it. List it in the provider's `allowedAuthorizationParams`",
  "authjs-client-log":
    "The client of next-auth 4 reported an error to /_log. Latchkit doesn't log the browser's errors. Import `latchkit/react` instead of `next-auth/react`",
  "authjs-error-message":
    "`authorize` or the `signIn` callback threw an error that isn't a plain `Error`, so its message didn't reach the page as in next-auth 4. Throw a plain `Error` with a message that users may read",
  "authjs-links":
    "An emailed link didn't work because it was used, had expired, or a newer email ended it. With Auth.js each link works until it is used or expires. Latchkit keeps the last three, and the use of one ends all",
  "authjs-open-sign-in":
    "A sign-in that Auth.js had started came back from its provider. Latchkit can't finish it, so the user has to sign in again",
  "authjs-provider-started":
    'A provider sent a user although no sign-in of this browser was open. Auth.js accepts that with `checks` without "state", and links the account to a signed-in user',
  "authjs-session-token":
    "The `session` callback returned `sessionToken`, and Latchkit left it out of the response. Auth.js exposes it to scripts. Read it on the server with `auth()`",
  "authjs-unverified-linking":
    "`allowDangerousEmailAccountLinking` didn't link an account because its provider didn't verify the address. Auth.js links it. If you trust the provider's addresses, set its `emailTrust`",
}
