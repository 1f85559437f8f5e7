import { normalizeEmail } from "../providers/email-address.ts"

/**
 * Returns the form in which an address is stored and found: lower case, NFC, the domain in ASCII. Text that isn't an
 * address stays as it is.
 */
export function canonicalEmail(email: string): string {
  return normalizeEmail(email) ?? email
}
