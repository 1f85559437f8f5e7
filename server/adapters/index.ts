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
  NewUser,
  StoredUser,
  UserPage,
  VerificationToken,
} from "./contract.ts"
export type {
  AccountRecord,
  AccountRecordKind,
  AccountRecordOperations,
  AccountRecordUpdate,
  NewAccountRecord,
} from "./account-record.ts"
export { accountTables, type AccountTables } from "./account-tables.ts"
export type { Account, Awaitable } from "../types.ts"
export { AdapterConflict } from "./values.ts"
