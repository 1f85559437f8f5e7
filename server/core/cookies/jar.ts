import type { SetCookie, CookiesOptions } from "./options.ts"

/** A request's cookies, by exact name. */
export interface CookieJar {
  /** Returns the value, or `undefined` if the cookie is absent or was sent more than once. */
  get(name: string): string | undefined
  /** Returns whether a cookie of that name was sent, once or more. */
  has(name: string): boolean
  names(): Iterable<string>
  /** True if the session comes from an `Authorization` header. The response then sets no session cookie. */
  readonly bearer?: true
}

const DUPLICATE = Symbol("sent more than once")

/**
 * Parses a `Cookie` header (RFC 6265bis, section 5.4). Names compare byte for byte, only spaces and tabs are trimmed,
 * quotes have no meaning, and cookies without a name are ignored. So an attacker can't exploit a difference between
 * two parsers.
 */
export function parseCookies(header: string | null): CookieJar {
  const values = new Map<string, string | typeof DUPLICATE>()
  for (const pair of header ? header.split(";") : []) {
    const equals = pair.indexOf("=")
    const name = trim(pair.slice(0, Math.max(equals, 0)))
    if (name) values.set(name, values.has(name) ? DUPLICATE : trim(pair.slice(equals + 1)))
  }
  return {
    get(name) {
      const value = values.get(name)
      return typeof value === "string" ? decodeCookieValue(value) : undefined
    },
    has: (name) => values.has(name),
    names: () => values.keys(),
  }
}

// By hand, because a regular expression takes quadratic time for a long run of spaces
function trim(text: string): string {
  let [start, end] = [0, text.length]
  while (start < end && isBlank(text, start)) start++
  while (start < end && isBlank(text, end - 1)) end--
  return text.slice(start, end)
}

const isBlank = (text: string, at: number) => text[at] === " " || text[at] === "\t"

function decodeCookieValue(value: string): string {
  if (!value.includes("%")) return value
  try {
    return decodeURIComponent(value)
  } catch {
    return value // another app's cookie, because Latchkit writes valid escapes only
  }
}

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
    bearer: true,
    names: () => jar.names(), // the browser doesn't have it, so nothing needs to be cleared there
  }
}

/** Returns the cookie that stores the callback URL, or nothing if the cookie already contains it. */
export function storeCallbackUrl(jar: CookieJar, { callbackUrl }: CookiesOptions, target: string): SetCookie[] {
  return jar.get(callbackUrl.name) === target ? [] : [{ ...callbackUrl, value: target }]
}
