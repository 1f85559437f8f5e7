import type { CookieJar } from "./jar.ts"

/** Characters. A longer header is ignored. */
const MAX_LENGTH = 32_768
// RFC 6750, section 2.1. RFC 9110 ignores the scheme's case, but RFC 6750's clients and Auth.js send this spelling. A
// header that a proxy reads differently than Latchkit must not count as a credential (threat 198)
const BEARER = /^Bearer ([\w.~+/=-]+)$/

/** Returns the token of an `Authorization: Bearer` header, or `undefined` if there is none. */
export function parseBearerToken(header: string | null): string | undefined {
  return header && header.length <= MAX_LENGTH ? BEARER.exec(header)?.[1] : undefined
}

/** Returns a jar with the bearer token in place of the cookie `name`. If the request has both, the cookie wins. */
export function withBearerToken(jar: CookieJar, name: string, header: string | null): CookieJar {
  const token = parseBearerToken(header)
  if (token === undefined || jar.has(name) || jar.has(`${name}.0`)) return jar
  return {
    get: (wanted) => (wanted === name ? token : jar.get(wanted)),
    has: (wanted) => wanted === name || jar.has(wanted),
    names: () => jar.names(), // the browser doesn't have it, so nothing needs to be cleared there
  }
}
