import { utf8Bytes } from "../bytes.ts"
import type { TypedPassword } from "./hasher.ts"

export const MAX_PASSWORD_LENGTH = 128
/** The most bytes of a password in UTF-8: four for each code point. */
const MAX_BYTES = MAX_PASSWORD_LENGTH * 4

/** Returns how many characters a user sees in a password: its code points. */
export function passwordLength(text: string): number {
  return Array.from(text).length
}

/** Why a text can't be a password. */
export type PasswordTextProblem = "PasswordTooLong" | "PasswordInvalid"

/**
 * Normalizes a password to NFC, once for setting and for checking it. Nothing is trimmed, folded or cut. Rejects NUL,
 * because some hash functions end there, and lone surrogates, which have no bytes. Checks the length before any work.
 *
 * @see [NIST SP 800-63B-4, section 3.1.1.2](https://pages.nist.gov/800-63-4/sp800-63b.html)
 */
export function readPassword(raw: string): TypedPassword | PasswordTextProblem {
  if (isTooLong(raw)) return "PasswordTooLong"
  if (raw === "" || raw.includes("\0") || !raw.isWellFormed()) return "PasswordInvalid"
  const text = raw.normalize("NFC")
  return isTooLong(text) ? "PasswordTooLong" : { text, raw }
}

// The number of UTF-16 units is known at once, and at least half the number of code points
function isTooLong(text: string): boolean {
  if (text.length > MAX_BYTES) return true
  return passwordLength(text) > MAX_PASSWORD_LENGTH || utf8Bytes(text).length > MAX_BYTES
}
