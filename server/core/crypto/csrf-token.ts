import type { Awaitable } from "../../types.ts"
import { hex, isEqualConstantTime, hmac, randomBytes } from "./bytes.ts"

/** Turns the CSRF token off, for a framework with its own check. The `Origin` check stays on. */
export const skipCSRFCheck: unique symbol = Symbol("skip-csrf-check")

/** The secrets that sign a cookie, the newest first. */
export interface CsrfSecrets {
  secrets: readonly string[]
  /** URL of the site that the cookie and its tokens are for. */
  site: string
}

/** The secrets of a check, and the session it is bound to. */
export interface CsrfContext extends CsrfSecrets {
  /**
   * Identifies the session that the token is for; "" when signed out. A token of one session isn't valid in another.
   */
  session: string
}

/** Creates and reads the double-submit token and its cookie (OWASP: signed, session-bound double submit). */
export interface CsrfScheme {
  /** Returns the browser's secret from the cookie's value, or `undefined` if none of the secrets signed it. */
  read(cookie: string | undefined, context: CsrfSecrets): Awaitable<string | undefined>
  /** Creates a new browser secret. */
  create(): string
  /** Returns the cookie's value. */
  write(kept: string, context: CsrfSecrets): Awaitable<string>
  /** Returns the token for a form. */
  token(kept: string, context: CsrfContext): Awaitable<string>
  verify(token: unknown, kept: string | undefined, context: CsrfContext): Awaitable<boolean>
}

const COOKIE_PURPOSE = "csrf cookie"
const TOKEN_PURPOSE = "csrf token"

/**
 * The cookie contains a random secret of the browser and its signature. It is signed, not encrypted: the browser may
 * see it, and scripts can't read it. The token is derived from the secret, the site and the session. So it is the same
 * in every tab, and changes with each sign-in and sign-out. An attacker's own pair is worthless in the victim's
 * browser.
 */
export const sessionBoundCsrf: CsrfScheme = {
  async read(cookie, { secrets, site }) {
    const [kept, signature, ...rest] = cookie?.split("|") ?? []
    if (!kept || !signature || rest.length > 0) return undefined
    for (const secret of secrets) {
      if (isEqualConstantTime(await hmac(secret, COOKIE_PURPOSE, `${site}\n${kept}`), signature)) return kept
    }
    return undefined
  },
  create: () => hex(randomBytes(32)),
  write: async (kept, { secrets: [secret = ""], site }) =>
    `${kept}|${await hmac(secret, COOKIE_PURPOSE, `${site}\n${kept}`)}`,
  token: (kept, { secrets: [secret = ""], site, session }) =>
    hmac(secret, TOKEN_PURPOSE, `${site}\n${kept}|${session}`),
  async verify(token, kept, { secrets, site, session }) {
    if (typeof token !== "string" || !token || !kept) return false
    for (const secret of secrets) {
      if (isEqualConstantTime(await hmac(secret, TOKEN_PURPOSE, `${site}\n${kept}|${session}`), token)) return true
    }
    return false
  },
}
