import type { AccountRecordOperations } from "../adapters/account-record.ts"
import { MAX_STORED_LENGTH } from "../crypto/passwords/phc.ts"
import type { PasswordData } from "./password-record.ts"
import { FIRST_EPOCH } from "./security-epoch.ts"

/** A password hash of another system. */
export interface ImportedPassword {
  /** The id of the user in Latchkit's adapter. */
  userId: string
  /** In one of the formats of `accepts`, or a PHC string of argon2id, scrypt or pbkdf2-sha256. */
  hash: string
}

/**
 * Stores the hash of a user that another system kept. Returns `false`, and changes nothing, if the user has a password.
 *
 * @throws {TypeError} if the adapter has no account records, or the hash has more than 512 characters
 */
export async function importPassword(
  adapter: Partial<AccountRecordOperations>,
  { userId: id, hash }: ImportedPassword,
): Promise<boolean> {
  const userId = String(id) // some adapters of Auth.js return a number
  if (!adapter.createAccountRecord) throw new TypeError("The adapter has no account records. Add `accountTables(…)`")
  if (hash.length > MAX_STORED_LENGTH) throw new TypeError(`The hash has more than ${MAX_STORED_LENGTH} characters`)
  const stored: PasswordData = { hash, epoch: FIRST_EPOCH, setAt: 0 }
  const data = JSON.stringify(stored)
  return adapter.createAccountRecord({ kind: "password", id: userId, userId, data, expires: null })
}
