import type { CredentialField } from "../../client/contract.ts"
import type { createPasswordHasher, HashOptions, PasswordFormat } from "../core/crypto/passwords/hasher.ts"

/** Whether new users may open an account. */
export type SignUpPolicy = "open" | "invite" | "off"

/** The options of `Password()`. */
export interface PasswordOptions {
  /** The provider's name on the sign-in page. @default "Password" */
  name?: string | undefined
  /**
   * The users who may open an account: anyone (`open`), only users with an invitation of `auth.invite` (`invite`), or
   * no one (`off`). It applies to every sign-in method, also to magic links and other providers.
   *
   * @default "open"
   */
  signUp?: SignUpPolicy | undefined
  /**
   * Fields of the sign-up form in addition to the address and the password. `name` becomes the user's name. A field in
   * `userFields` of the adapter is stored in the user. The `createUser` event gets all of them.
   *
   * @default {}
   */
  fields?: Readonly<Record<string, CredentialField>> | undefined
  /**
   * The fewest characters of a new password, at least 8.
   *
   * @default 15, or 8 if `secondFactor.required` is `true`
   * @see [NIST SP 800-63B-4, section 3.1.1.2](https://pages.nist.gov/800-63-4/sp800-63b.html)
   */
  minLength?: number | undefined
  /**
   * Formats of hashes from another system, such as `betterAuth()`. A hash is replaced at its user's next sign-in.
   *
   * @default []
   */
  accepts?: readonly PasswordFormat[] | undefined
  /**
   * Whether passwords are looked up in Have I Been Pwned when they are set, and after a correct password at sign-in. A
   * user whose password is found replaces it before the session opens, after a code by email or a second factor. Only 5
   * digits of a hash leave your server. If it doesn't respond within a second, the password is accepted and one line is
   * logged.
   *
   * @default false
   */
  breachCheck?: boolean | undefined
  /**
   * Whether a reset may set a password for a user who has none, such as one who signs in with a provider. The password
   * is then another sign-in method, which needs no second factor of the provider. Otherwise the email lists the user's
   * sign-in methods.
   *
   * @default false
   */
  resetAddsPassword?: boolean | undefined
  /** How passwords are hashed. @default scrypt with 128 MiB, which every runtime has with `node:crypto` */
  hash?: HashOptions | undefined
}

/** The options of `Password()`, and the code that it brings. @internal */
export interface StoredPasswords extends PasswordOptions {
  /** Loads the list of common passwords. */
  commonPasswords: () => Promise<string>
  createPasswordHasher: typeof createPasswordHasher
}
