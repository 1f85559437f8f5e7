/** The cookies of a request, by exact name. */
export interface CookieJar {
  /** The value, or undefined where the cookie is absent or sent more than once. */
  get(name: string): string | undefined
  /** Whether a cookie of that name came, however often. */
  has(name: string): boolean
  names(): Iterable<string>
}

const DUPLICATE = Symbol("sent more than once")

/**
 * Reads a `Cookie` header. Names are compared byte for byte, only spaces and tabs are trimmed, quotes are no syntax and
 * a nameless cookie is none (RFC 6265bis, section 5.4), so that no two parsers can be played against each other.
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

// By hand: an expression for blanks at an end looks at a run of them in the middle once for each blank that it begins with
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
    return value // not ours: we write valid escapes only
  }
}
