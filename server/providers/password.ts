import { bringPasswords } from "../brings.ts"
import { createPasswordHasher } from "../core/crypto/passwords/hasher.ts"
import { FIELD, checkOptionNames, type Keys } from "./option-names.ts"
import type { PasswordOptions } from "./password-settings.ts"
import type { CredentialsConfig } from "./types.ts"

const NAMES: Keys<PasswordOptions> = {
  name: true,
  signUp: true,
  fields: { "*": FIELD },
  minLength: true,
  accepts: true,
  breachCheck: true,
  resetAddsPassword: true,
  hash: true,
}

// 16 kB, which the first new password loads
const loadCommonPasswords = async () => (await import("../core/crypto/passwords/common.generated.ts")).COMMON_PASSWORDS

/**
 * Signs in with an email address and a password that Latchkit stores. It has pages for sign-up, for a forgotten
 * password and for its reset. It needs an adapter with account records, and an email provider.
 *
 * @example
 * createAuth({ providers: [Password(), Nodemailer({ server, from })], adapter: SqlAdapter(db) })
 */
export function Password(options: PasswordOptions = {}): CredentialsConfig {
  checkOptionNames({ name: "Password", id: "password" }, options, NAMES)
  return {
    id: "password",
    name: options.name ?? "Password",
    type: "credentials",
    credentials: {
      email: { type: "email", autocomplete: "username", required: true },
      password: { type: "password", autocomplete: "current-password", required: true },
    },
    authorize: () => null, // `sign-in/password` checks the stored password instead
    storedPasswords: Object.freeze({ ...options, commonPasswords: loadCommonPasswords, createPasswordHasher }),
    ...bringPasswords(),
  }
}
