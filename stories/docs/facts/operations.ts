import type { Adapter } from "../../../server/adapters/contract.ts"

type Operation = keyof Adapter

/** Operations of an adapter, by purpose. */
export const OPERATIONS: readonly { readonly purpose: string; readonly names: readonly Operation[] }[] = [
  {
    purpose: "Sign-in by provider",
    names: ["createUser", "getUser", "getUserByEmail", "getUserByAccount", "updateUser", "linkAccount"],
  },
  {
    purpose: "Stored sessions",
    names: ["createSession", "getSessionAndUser", "updateSession", "deleteSession"],
  },
  { purpose: "Sign-in by email", names: ["createVerificationToken", "useVerificationToken"] },
  {
    purpose: "Passkeys",
    names: [
      "createAuthenticator",
      "getAuthenticator",
      "listAuthenticatorsByUserId",
      "updateAuthenticatorCounter",
      "updateAuthenticator",
      "deleteAuthenticator",
    ],
  },
  {
    purpose: "The account page",
    names: ["listAccounts", "unlinkAccount", "listSessions", "deleteSessions"],
  },
  { purpose: "Listing users for administrators", names: ["listUsers"] },
  {
    purpose: "Second factors and trusted devices",
    names: [
      "createAccountRecord",
      "getAccountRecord",
      "listAccountRecords",
      "updateAccountRecord",
      "takeAccountRecord",
      "deleteAccountRecords",
    ],
  },
  { purpose: "Fresh provider tokens", names: ["getAccount", "updateAccount"] },
  {
    purpose: "Several processes for one site",
    names: [
      "transaction",
      "claimOnce",
      "releaseOnce",
      "increment",
      "decrement",
      "deleteVerificationTokens",
      "deleteExpired",
    ],
  },
]
