import { hex, isEqualConstantTime, randomBytes, sha256 } from "../../core/crypto/bytes.ts"
import type { CsrfScheme } from "../../core/crypto/csrf-token.ts"
import { hashSecrets } from "./secrets.ts"

const TOKEN = /^[\da-f]{64}$/

/**
 * Auth.js's double-submit check. The cookie is `token|sha256hex(token + secret)`, and a form carries the token. The
 * token is bound to the browser, not to a session. The origin check runs in addition.
 */
export const authjsCsrf: CsrfScheme = {
  async read(cookie, { secrets }) {
    const [token, hash, ...rest] = cookie?.split("|") ?? []
    // With a fixed token length, the rest of the hashed text can only be the secret
    if (!token || !TOKEN.test(token) || !hash || rest.length > 0) return undefined
    for (const secret of hashSecrets(secrets)) {
      if (isEqualConstantTime(await sha256(token + secret), hash)) return token
    }
    return undefined
  },
  create: () => hex(randomBytes(32)),
  write: async (token, { secrets }) => `${token}|${await sha256(token + secrets.join(","))}`,
  token: (kept) => kept,
  verify: (token, kept) => typeof token === "string" && kept !== undefined && isEqualConstantTime(token, kept),
}
