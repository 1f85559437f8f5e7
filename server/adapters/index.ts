export type {
  AccountKey,
  Adapter,
  AdapterAccount,
  AdapterAccountType,
  AdapterAuthenticator,
  AdapterSession,
  AdapterUser,
  Authenticator,
  AuthenticatorChanges,
  StoredUser,
  VerificationToken,
} from "./contract.ts"
export type { Account, Awaitable } from "../types.ts"
export { AdapterConflict } from "./values.ts"
