import { AuthError } from "../errors.ts"
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
  "createAccountRecord",
  "getAccountRecord",
  "listAccountRecords",
  "updateAccountRecord",
  "takeAccountRecord",
  "deleteAccountRecords",
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
    throw new AuthError("MissingAdapterMethods", `The adapter has no \`${name}\`, which this request needs`, {
      operation: name,
    })
  }
  return operation.bind(adapter) as NonNullable<Adapter[Name]> // the same operation
}
