import type { CookieKey } from "../../cookies/options.ts"

const NAMES = {
  sessionToken: "authjs.session-token",
  callbackUrl: "authjs.callback-url",
  csrfToken: "authjs.csrf-token",
  pkceCodeVerifier: "authjs.pkce.code_verifier",
  state: "authjs.state",
  nonce: "authjs.nonce",
  webauthnChallenge: "authjs.challenge",
} as const satisfies Record<CookieKey, string>

/** Auth.js's name of a cookie. On https the CSRF cookie alone has the prefix that keeps sibling hosts out. */
export function authjsCookieName(key: CookieKey, secure: boolean): string {
  if (!secure) return NAMES[key]
  return `${key === "csrfToken" ? "__Host-" : "__Secure-"}${NAMES[key]}`
}
