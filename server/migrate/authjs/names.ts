import type { CookieKey } from "../../core/cookies/options.ts"

const NAMES = {
  sessionToken: "session-token",
  callbackUrl: "callback-url",
  csrfToken: "csrf-token",
  pkceCodeVerifier: "pkce.code_verifier",
  state: "state",
  nonce: "nonce",
  webauthnChallenge: "challenge",
} as const satisfies Record<CookieKey, string>

/**
 * Returns Auth.js v5's name of a cookie. On https only the CSRF cookie has the `__Host-` prefix, which sibling hosts
 * can't set.
 */
export function authjsCookieName(key: CookieKey, secure: boolean): string {
  return prefixedName(`authjs.${NAMES[key]}`, key, secure)
}

export function nextAuth4CookieName(key: CookieKey, secure: boolean): string {
  return prefixedName(`next-auth.${NAMES[key]}`, key, secure)
}

function prefixedName(name: string, key: CookieKey, secure: boolean): string {
  if (!secure) return name
  return `${key === "csrfToken" ? "__Host-" : "__Secure-"}${name}`
}
