import { normalizeEmail } from "../providers/email-address.ts"
import type { UserOperations } from "./contract.ts"

/**
 * Returns the form in which an address is stored and found: lower case, NFC, the domain in ASCII. Text that isn't an
 * address stays as it is.
 */
export function canonicalEmail(email: string): string {
  return normalizeEmail(email) ?? email
}

/**
 * Makes the operations store and find addresses in their canonical form, so that no two users have the same mailbox.
 */
export function withCanonicalEmails(users: UserOperations): UserOperations {
  return {
    ...users,
    createUser: (user) => users.createUser({ ...user, email: canonicalEmail(user.email) }),
    updateUser: (changes) =>
      users.updateUser(changes.email === undefined ? changes : { ...changes, email: canonicalEmail(changes.email) }),
    getUserByEmail: (email) => users.getUserByEmail(canonicalEmail(email)),
  }
}
