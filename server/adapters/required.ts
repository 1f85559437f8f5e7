import { AuthError } from "../errors.ts"
import type { AccountRecordOperations } from "./account-record.ts"
import { ACCOUNT_RECORD_OPERATIONS } from "./account-tables.ts"
import type { Adapter } from "./contract.ts"

/** Operations that may turn out to be missing. The error page names these, and shows no other text from the query. */
export const REPORTED_OPERATIONS = [
  "createUser",
  "getUser",
  "getUserByEmail",
  "getUserByAccount",
  "updateUser",
  "deleteUser",
  "listUsers",
  "linkAccount",
  "unlinkAccount",
  "updateAccount",
  "listAccounts",
  "createSession",
  "getSessionAndUser",
  "updateSession",
  "deleteSession",
  "listSessions",
  "createVerificationToken",
  "useVerificationToken",
  "createAuthenticator",
  "getAuthenticator",
  "listAuthenticatorsByUserId",
  "updateAuthenticatorCounter",
  "deleteAuthenticator",
  ...ACCOUNT_RECORD_OPERATIONS,
] as const satisfies readonly (keyof Adapter)[]

/**
 * Returns an operation of the adapter, bound to it.
 *
 * @throws {AuthError} `MissingAdapterMethods` if the adapter has no such operation
 */
export function requireOperation<Name extends (typeof REPORTED_OPERATIONS)[number]>(
  adapter: Adapter,
  name: Name,
): NonNullable<Adapter[Name]> {
  const operation: unknown = adapter[name]
  if (typeof operation !== "function") {
    throw new AuthError(
      "MissingAdapterMethods",
      `This request needs \`${name}\`, which the adapter doesn't have. Add it, or use one of Latchkit's adapters`,
      { operation: name },
    )
  }
  return operation.bind(adapter) as NonNullable<Adapter[Name]> // the same operation
}

/** Returns whether an adapter has account records. It has all six operations or none. */
export function hasAccountRecords(adapter: Adapter | undefined): adapter is Adapter & AccountRecordOperations {
  return adapter?.createAccountRecord !== undefined
}

/**
 * Returns the configuration's adapter. `feature` is what needs it, and begins the message.
 *
 * @throws {AuthError} `MissingAdapter` if there is none
 */
export function requireAdapter(adapter: Adapter | undefined, feature: string): Adapter {
  if (adapter) return adapter
  throw new AuthError("MissingAdapter", missingAdapterMessage(feature))
}

/**
 * Returns the adapter's operations on account records. `feature` is what needs them, and begins the message.
 *
 * @throws {AuthError} `MissingAdapter` without an adapter; `MissingAdapterMethods` if it has no account records
 */
export function requireAccountRecords(
  adapter: Adapter | undefined,
  feature: string,
): Adapter & AccountRecordOperations {
  if (hasAccountRecords(adapter)) return adapter
  requireAdapter(adapter, feature)
  throw new AuthError("MissingAdapterMethods", missingRecordsMessage(feature), { operation: "createAccountRecord" })
}

/** Returns the message for a feature that needs an adapter, if the configuration has none. */
export const missingAdapterMessage = (feature: string): string =>
  `${feature} needs a database, and \`adapter\` is not set. Set it, for example to \`SqlAdapter(…)\``

/** Returns the message for a feature that needs an adapter with account records. */
export const missingRecordsMessage = (feature: string): string =>
  `${feature} needs an adapter with account records. Use one of Latchkit's adapters, or add \`accountTables(…)\` to yours`
