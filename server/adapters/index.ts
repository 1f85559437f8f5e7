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
  VerificationToken,
} from "./contract.ts"
export { AdapterConflict } from "./values.ts"
