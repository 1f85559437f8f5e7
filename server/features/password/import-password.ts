import type { AccountRecordOperations } from "../../adapters/account-record.ts"
import { MAX_STORED_LENGTH } from "../../core/crypto/passwords/phc.ts"
import { formatName } from "../../core/crypto/passwords/format-name.ts"
import { createPasswordHasher, type PasswordFormat } from "../../core/crypto/passwords/hasher.ts"
import { lazy } from "../../lazy.ts"

const createPassword = lazy(() => import("../../core/users/security-state.ts"), "createPassword")

/** A password hash of another system. */
export interface ImportedPassword {
  /** The id of the user in Latchkit's adapter. */
  userId: string
  /** In one of the formats of `accepts`, or a PHC string of argon2id, scrypt or pbkdf2-sha256. */
  hash: string
  /** The formats that `Password()` accepts. The hash is then checked. @default any format */
  accepts?: readonly PasswordFormat[] | undefined
}

/**
 * Stores the hash of a user that another system kept. Returns `false`, and changes nothing, if the user has a password.
 *
 * @throws {TypeError} if the adapter has no account records, or the hash has more than 512 characters. With `accepts`,
 * also if this runtime can't check the hash
 */
export async function importPassword(
  adapter: Partial<AccountRecordOperations>,
  { userId: id, hash, accepts }: ImportedPassword,
): Promise<boolean> {
  const userId = String(id) // some adapters of Auth.js return a number
  if (!adapter.createAccountRecord) throw new TypeError("The adapter has no account records. Add `accountTables(…)`")
  if (hash.length > MAX_STORED_LENGTH) throw new TypeError(`The hash has more than ${MAX_STORED_LENGTH} characters`)
  if (accepts && !createPasswordHasher({ accepts }).isReadable(hash)) throw unreadableHash(hash, accepts)
  return createPassword({ createAccountRecord: adapter.createAccountRecord.bind(adapter) }, userId, hash)
}

// Names the format, and never the hash
function unreadableHash(hash: string, accepts: readonly PasswordFormat[]): TypeError {
  const formatText = formatName(hash)
  const listed = ["argon2id, scrypt and pbkdf2-sha256 as PHC strings", ...accepts.map(({ name }) => name)].join(", ")
  const begins = formatText === undefined ? "is in an unknown format" : `begins with \`${formatText}\``
  return new TypeError(`The hash ${begins}, which can't be checked. This runtime and \`accepts\` check: ${listed}`)
}
