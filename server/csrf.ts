import type { Awaitable } from "./adapters/contract.ts"
import { hex, sameText } from "./crypto/bytes.ts"
import { hmac, randomBytes } from "./crypto/hash.ts"

/** The secrets that a cookie is signed with, the newest first. */
export interface CsrfSecrets {
  secrets: readonly string[]
}

/** The secrets a check runs under, and what it is bound to. */
export interface CsrfContext extends CsrfSecrets {
  /** Names the session that the token is for; "" when signed out. A token of one session is none in another. */
  session: string
}

/** How the double-submit token and its cookie are made (OWASP: signed, session-bound double submit). */
export interface CsrfScheme {
  /** What is kept in the browser, out of the cookie's value; undefined when no listed secret signed it. */
  read(cookie: string | undefined, context: CsrfSecrets): Awaitable<string | undefined>
  /** A new value to keep. */
  create(): string
  /** The cookie's value. */
  write(kept: string, context: CsrfSecrets): Awaitable<string>
  /** The token that a form carries. */
  token(kept: string, context: CsrfContext): Awaitable<string>
  verify(token: unknown, kept: string | undefined, context: CsrfContext): Awaitable<boolean>
}

const COOKIE = "csrf cookie"
const TOKEN = "csrf token"

/**
 * The cookie keeps a secret of the browser, signed; the token is derived from it and from the session. So it is the same in
 * every tab, another one after each sign-in and sign-out, and an attacker's own pair is worthless in the victim's browser.
 */
export const boundCsrf: CsrfScheme = {
  async read(cookie, { secrets }) {
    const [kept, signature, ...rest] = cookie?.split("|") ?? []
    if (!kept || !signature || rest.length > 0) return undefined
    for (const secret of secrets) {
      if (sameText(await hmac(secret, COOKIE, kept), signature)) return kept
    }
    return undefined
  },
  create: () => hex(randomBytes(32)),
  write: async (kept, { secrets: [secret = ""] }) => `${kept}|${await hmac(secret, COOKIE, kept)}`,
  token: (kept, { secrets: [secret = ""], session }) => hmac(secret, TOKEN, `${kept}|${session}`),
  async verify(token, kept, { secrets, session }) {
    if (typeof token !== "string" || !token || !kept) return false
    for (const secret of secrets) {
      if (sameText(await hmac(secret, TOKEN, `${kept}|${session}`), token)) return true
    }
    return false
  },
}
