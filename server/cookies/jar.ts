/** A request's cookies, by exact name. */
export interface CookieJar {
  /** Returns the value, or `undefined` if the cookie is absent or was sent more than once. */
  get(name: string): string | undefined
  /** Returns whether a cookie of that name was sent, once or more. */
  has(name: string): boolean
  names(): Iterable<string>
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
