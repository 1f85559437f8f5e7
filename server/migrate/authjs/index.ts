import type { Wire } from "../../config/types.ts"
import { sha256 } from "../../crypto/hash.ts"
import { authjsCsrf } from "./csrf.ts"
import { authjsCookieName } from "./names.ts"
import { hashSecrets } from "./secrets.ts"
import { authjsKeyring } from "./tokens.ts"

export { decode, encode, getToken } from "./tokens.ts"

export interface AuthjsOptions {
  /**
   * Whose form new session tokens have. `"authjs"` lets an instance that still runs Auth.js open them; `"latchkit"` is for when
   * there is none left: tokens then name the site that they are for. Both are opened either way.
   *
   * @default "authjs"
   */
  seal?: "authjs" | "latchkit"
}

/**
 * The part of a configuration that keeps a running Auth.js v5 installation's visitors signed in: its cookie names, session
 * tokens, CSRF cookies and mailed links stay good, and what is made here is good there. Spread it first, keep the secrets.
 */
export function authjs({ seal = "authjs" }: AuthjsOptions = {}): { wire: Wire } {
  return {
    wire: {
      csrf: authjsCsrf,
      cookieName: authjsCookieName,
      hashVerificationToken: (token, secrets) =>
        Promise.all(hashSecrets(secrets).map((secret) => sha256(token + secret))),
      tokenForms: (own) => {
        // Apps share such a token between hosts by their cookie's domain, so it names no site
        const theirs = { keyring: authjsKeyring(own.keyring.secrets), namesSite: false }
        return seal === "authjs" ? [theirs, own] : [own, theirs]
      },
    },
  }
}
