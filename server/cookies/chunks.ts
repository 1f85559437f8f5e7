import type { SetCookie } from "../outcome.ts"
import type { CookieJar } from "./jar.ts"
import type { CookieOption } from "./options.ts"

/** A cookie holds 4096 bytes; 160 of them are kept for its name and options. */
export const CHUNK_LENGTH = 4096 - 160
const CHUNKS = new RegExp(`.{1,${CHUNK_LENGTH}}`, "gs")
/** More would not fit in the headers that servers accept. */
const MAX_CHUNKS = 8

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
  const chunks = value.match(CHUNKS) ?? []
  const cookies =
    chunks.length === 1
      ? [{ name, value, options }]
      : chunks.map((chunk, index) => ({ name: `${name}.${index}`, value: chunk, options }))
  const unseen =
    chunks.length > 1 ? [name, `${name}.${chunks.length}`].map((one) => cleared({ name: one, options })) : []
  const left = new Map([...clearChunked(jar, { name, options }), ...unseen].map((cookie) => [cookie.name, cookie]))
  for (const cookie of cookies) left.delete(cookie.name)
  return [...left.values(), ...cookies]
}

/** Cookies that clear the value, whole or in chunks, wherever the request carried it. */
export function clearChunked(jar: CookieJar, { name, options }: CookieOption): SetCookie[] {
  return [...jar.names()].filter((found) => isChunkOf(found, name)).map((found) => cleared({ name: found, options }))
}

/** The cookie with its own name and options, emptied and expired. */
export function cleared({ name, options }: CookieOption): SetCookie {
  const { expires: _, ...kept } = options
  return { name, value: "", options: { ...kept, maxAge: 0 } }
}

function isChunkOf(found: string, name: string): boolean {
  return found === name || (found.startsWith(`${name}.`) && /^\d+$/.test(found.slice(name.length + 1)))
}
