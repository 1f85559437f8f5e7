import { base64, fromBase64url, base64ToBase64url, type Bytes } from "../bytes.ts"

/**
 * A password hash in parts: `$id$v=19$m=65536,t=3,p=1$salt$hash`.
 *
 * @see [PHC string format](https://github.com/P-H-C/phc-string-format/blob/master/phc-sf-spec.md)
 */
export interface PhcString {
  id: string
  version?: number | undefined
  params: Readonly<Record<string, number>>
  salt: Bytes
  hash: Bytes
}

/** The most characters of a stored hash. A longer one is never parsed. */
export const MAX_STORED_LENGTH = 512
const PHC =
  /^\$([a-z0-9-]{1,32})(?:\$v=([1-9]\d{0,3}))?\$((?:[a-z]{1,8}=(?:0|[1-9]\d{0,9}),?)+)\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{22,86})$/

/**
 * Parses a hash. Returns `undefined` unless it is in the one canonical form: decimal numbers without leading zeros, no
 * parameter twice, and base64 without padding.
 */
export function parsePhc(text: string): PhcString | undefined {
  if (text.length > MAX_STORED_LENGTH) return undefined
  const [, id, version, list = "", saltText = "", hashText = ""] = PHC.exec(text) ?? []
  const salt = fromBase64(saltText)
  const hash = fromBase64(hashText)
  if (id === undefined || !salt || !hash) return undefined
  const entries = list.split(",").map((pair) => pair.split("="))
  const params = Object.fromEntries(entries.map(([name = "", value]) => [name, Number(value)]))
  if (Object.keys(params).length !== entries.length || entries.some(([name]) => !name)) return undefined
  return { id, version: version === undefined ? undefined : Number(version), params, salt, hash }
}

/** Returns the text of a hash. */
export function formatPhc({ id, version, params, salt, hash }: PhcString): string {
  const list = Object.entries(params).map(([name, value]) => `${name}=${value}`)
  const versioned = version === undefined ? id : `${id}$v=${version}`
  return `$${versioned}$${list.join(",")}$${unpadded(salt)}$${unpadded(hash)}`
}

/** Decodes base64 without padding. Returns `null` if `text` isn't in its canonical form. */
function fromBase64(text: string): Bytes | null {
  return fromBase64url(base64ToBase64url(text))
}

const unpadded = (bytes: Bytes): string => base64(bytes).replaceAll("=", "")
