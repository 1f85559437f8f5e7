import type { CookieOption, CookiesOptions, SetCookie } from "./options.ts"

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

/** Characters per chunk: a cookie may have 4096 bytes, and 160 are reserved for its name and options. */
export const CHUNK_LENGTH = 4096 - 160
const CHUNK_PATTERN = new RegExp(`.{1,${CHUNK_LENGTH}}`, "gs")
/** More chunks would exceed the header limits of servers. */
const MAX_CHUNKS = 8
/** Characters that a value may have, which leaves room for a response's other cookies. */
export const MAX_VALUE_LENGTH = 15 * 1024
/** A response clears at most this many chunks, because other software may have set hundreds. */
const MAX_CLEARED_CHUNKS = 40
/** Characters of the line that clears a chunk, without its name. */
const CLEARING_LENGTH = 160

/**
 * Reads a value from `name` or from `name.0`, `name.1`, …. Returns `undefined` if it is absent or a chunk is missing.
 */
export function readChunked(jar: CookieJar, name: string): string | undefined {
  if (jar.has(name)) return jar.get(name)
  let value: string | undefined
  for (let index = 0; index < MAX_CHUNKS && jar.has(`${name}.${index}`); index++) {
    const chunk = jar.get(`${name}.${index}`)
    if (chunk === undefined) return undefined
    value = (value ?? "") + chunk
  }
  return value
}

/**
 * Returns the cookies that store `value`, and that clear what is left of an earlier value. With several chunks, it also
 * clears the plain name and the chunk after the last. A parallel response may have set them, so it clears them even if
 * the request doesn't have them.
 */
export function writeChunked(jar: CookieJar, { name, options }: CookieOption, value: string): SetCookie[] {
  const chunks = value.match(CHUNK_PATTERN) ?? []
  const cookies =
    chunks.length === 1
      ? [{ name, value, options }]
      : chunks.map((chunk, index) => ({ name: `${name}.${index}`, value: chunk, options }))
  const unseen =
    chunks.length > 1 ? [name, `${name}.${chunks.length}`].map((one) => expiredCookie({ name: one, options })) : []
  // The others are never read, so they may take half of the space that the value leaves in the response
  const space = Math.max(0, MAX_VALUE_LENGTH - value.length) / 2
  const stale = clearChunked(jar, { name, options }, Math.floor(space / (name.length + CLEARING_LENGTH)))
  const lastCookies = new Map([...stale, ...unseen].map((cookie) => [cookie.name, cookie]))
  for (const cookie of cookies) lastCookies.delete(cookie.name)
  return [...lastCookies.values(), ...cookies]
}

/** Returns cookies that clear the value, whole or in chunks. If there are more than `most` chunks, it clears some. */
export function clearChunked(
  jar: CookieJar,
  { name, options }: CookieOption,
  most: number = MAX_CLEARED_CHUNKS,
): SetCookie[] {
  const chunkNames = [...jar.names()].filter((one) => isChunkFor(one, name))
  const limit = Math.min(most, MAX_CLEARED_CHUNKS)
  // First those that are read
  const counting = chunkNames.length > limit ? chunkNames.filter((one) => isReadableChunk(one, name)) : []
  const names = [...new Set([...counting, ...chunkNames])].slice(0, limit)
  return names.map((one) => expiredCookie({ name: one, options }))
}

/**
 * Clears chunks that are never read, from a browser without a session cookie. Chunks that are read stay: if a sibling
 * host has set another cookie of that name, clearing this site's would leave only the sibling's.
 */
export function clearStrayChunks(jar: CookieJar, { name, options }: CookieOption): SetCookie[] {
  const chunkNames = [...jar.names()].filter((one) => isChunkFor(one, name) && !isReadableChunk(one, name))
  return chunkNames.slice(0, MAX_CLEARED_CHUNKS).map((one) => expiredCookie({ name: one, options }))
}

/** Returns the cookie with the same name and options, empty and expired. */
export function expiredCookie({ name, options }: CookieOption): SetCookie {
  const { expires: _, ...kept } = options
  return { name, value: "", options: { ...kept, maxAge: 0 } }
}

// Latchkit never writes a longer number, and clearing it would make the response longer than the request
const CHUNK_SUFFIX = /^\.\d{1,3}$/

function isChunkFor(found: string, name: string): boolean {
  return found.startsWith(name) && (found.length === name.length || CHUNK_SUFFIX.test(found.slice(name.length)))
}

function isReadableChunk(found: string, name: string): boolean {
  return found === name || Number(found.slice(name.length + 1)) < MAX_CHUNKS
}
