export type {
  Account,
  AccountKey,
  Adapter,
  AdapterAccount,
  AdapterAccountType,
  AdapterAuthenticator,
  AdapterSession,
  AdapterUser,
  Authenticator,
  AuthenticatorChanges,
  Awaitable,
  StoredUser,
  VerificationToken,
} from "./contract.ts"
export { AdapterConflict } from "./values.ts"
