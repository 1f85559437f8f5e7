import type { SetCookie, CookieOption } from "./options.ts"
import type { CookieJar } from "./jar.ts"

/** A cookie holds 4096 bytes; 160 of them are kept for its name and options. */
export const CHUNK_LENGTH = 4096 - 160
const CHUNK_PATTERN = new RegExp(`.{1,${CHUNK_LENGTH}}`, "gs")
/** More would not fit in the headers that servers accept. */
const MAX_CHUNKS = 8
/** Characters of a value that leave room for the other cookies of a response. */
export const MAX_VALUE_LENGTH = 15 * 1024
/** A response clears no more chunks than this: a browser may have hundreds that something else has set. */
const MAX_CLEARED_CHUNKS = 40

/** Reads a value that may lie in `name` or in `name.0`, `name.1`, …; undefined when there is none or a part is missing. */
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
 * Cookies that store `value`, and that clear what an earlier value of another length left behind. What would make another
 * value of these chunks is cleared unseen: an answer to a request of the same moment may have set it.
 */
export function writeChunked(jar: CookieJar, { name, options }: CookieOption, value: string): SetCookie[] {
  const chunks = value.match(CHUNK_PATTERN) ?? []
  const cookies =
    chunks.length === 1
      ? [{ name, value, options }]
      : chunks.map((chunk, index) => ({ name: `${name}.${index}`, value: chunk, options }))
  const unseen =
    chunks.length > 1 ? [name, `${name}.${chunks.length}`].map((one) => expiredCookie({ name: one, options })) : []
  const left = new Map([...clearChunked(jar, { name, options }), ...unseen].map((cookie) => [cookie.name, cookie]))
  for (const cookie of cookies) left.delete(cookie.name)
  return [...left.values(), ...cookies]
}

/** Cookies that clear the value, whole or in chunks, from the browser of the request. Of too many chunks it clears some. */
export function clearChunked(jar: CookieJar, { name, options }: CookieOption): SetCookie[] {
  const found = [...jar.names()].filter((one) => isChunkFor(one, name))
  // Those that count first: the others are never read
  const counting = found.length > MAX_CLEARED_CHUNKS ? found.filter((one) => isReadableChunk(one, name)) : []
  const names = [...new Set([...counting, ...found])].slice(0, MAX_CLEARED_CHUNKS)
  return names.map((one) => expiredCookie({ name: one, options }))
}

/**
 * Clears chunks that are never read, from a browser that has no session cookie. The ones that are read stay: if a sibling
 * host has set another cookie of that name, clearing this site's would leave only the sibling's.
 */
export function clearStrayChunks(jar: CookieJar, { name, options }: CookieOption): SetCookie[] {
  const found = [...jar.names()].filter((one) => isChunkFor(one, name) && !isReadableChunk(one, name))
  return found.slice(0, MAX_CLEARED_CHUNKS).map((one) => expiredCookie({ name: one, options }))
}

/** The cookie with its own name and options, emptied and expired. */
export function expiredCookie({ name, options }: CookieOption): SetCookie {
  const { expires: _, ...kept } = options
  return { name, value: "", options: { ...kept, maxAge: 0 } }
}

// A longer number is none of ours, and would make the response longer than the request
const CHUNK_SUFFIX = /^\.\d{1,3}$/

function isChunkFor(found: string, name: string): boolean {
  return found.startsWith(name) && (found.length === name.length || CHUNK_SUFFIX.test(found.slice(name.length)))
}

function isReadableChunk(found: string, name: string): boolean {
  return found === name || Number(found.slice(name.length + 1)) < MAX_CHUNKS
}
