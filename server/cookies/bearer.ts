import type { CookieJar } from "./jar.ts"

/** Longer headers are refused before anything is read from them. */
const MAX_LENGTH = 32_768
// RFC 6750, section 2.1, in the one spelling that its clients and Auth.js have: a scheme hears no case by RFC 9110, but a
// header that a proxy's rule and this service read differently is no credential (attack 198)
const BEARER = /^Bearer ([\w.~+/=-]+)$/

/** The token of an `Authorization: Bearer` header; undefined where it holds none. */
export function parseBearerToken(header: string | null): string | undefined {
  return header && header.length <= MAX_LENGTH ? BEARER.exec(header)?.[1] : undefined
}

/** The jar with a bearer token in the place of the cookie `name`, which goes before it where both came. */
export function withBearerToken(jar: CookieJar, name: string, header: string | null): CookieJar {
  const token = parseBearerToken(header)
  if (token === undefined || jar.has(name) || jar.has(`${name}.0`)) return jar
  return {
    get: (wanted) => (wanted === name ? token : jar.get(wanted)),
    has: (wanted) => wanted === name || jar.has(wanted),
    names: () => jar.names(), // it is in no browser, and nothing clears it there
  }
}
