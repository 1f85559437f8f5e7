/** Bytes with their own buffer, as Web Crypto requires. */
export type Bytes = Uint8Array<ArrayBuffer>

const encoder = new TextEncoder()
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })

export function utf8Bytes(text: string): Bytes {
  return encoder.encode(text)
}

/** Decodes UTF-8. @throws {TypeError} if the bytes aren't UTF-8 */
export function utf8Text(bytes: Uint8Array): string {
  return decoder.decode(bytes)
}

/** Encodes as base64 with padding (RFC 4648, section 4). */
export function base64(bytes: Uint8Array): string {
  let binary = ""
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return btoa(binary)
}

/** Converts base64 to base64url. */
export function base64ToBase64url(text: string): string {
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")
}

/** Encodes as base64url without padding (RFC 4648, section 5). */
export function base64url(bytes: Uint8Array): string {
  return base64ToBase64url(base64(bytes))
}

/** Decodes base64url without padding. Returns `null` if `text` isn't in its canonical form. */
export function fromBase64url(text: string): Bytes | null {
  if (!isBase64url(text)) return null
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"))
  return Uint8Array.from(binary, (character) => character.charCodeAt(0))
}

const ALPHABET = /^[\w-]*$/
// The last character has 2 or 4 bits that belong to no byte (RFC 4648, section 3.5)
const CANONICAL_AFTER_ONE_BYTE = /[AQgw]$/
const CANONICAL_AFTER_TWO_BYTES = /[AEIMQUYcgkosw048]$/

/**
 * Returns whether `text` is the canonical base64url form of some bytes. Decoders ignore the unused bits of the last
 * character, and often stray characters too. Without this check, many strings would decode to one value.
 */
export function isBase64url(text: string): boolean {
  if (!ALPHABET.test(text)) return false
  switch (text.length % 4) {
    case 0:
      return true
    case 2:
      return CANONICAL_AFTER_ONE_BYTE.test(text)
    case 3:
      return CANONICAL_AFTER_TWO_BYTES.test(text)
    default:
      return false
  }
}

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"))

export function hex(bytes: Uint8Array): string {
  let text = ""
  for (const byte of bytes) text += HEX[byte] ?? ""
  return text
}

/** Compares two strings in a time that depends only on their length. */
export function isEqualConstantTime(a: string, b: string): boolean {
  if (a.length !== b.length) return false
  let difference = 0
  for (let index = 0; index < a.length; index++) difference |= a.charCodeAt(index) ^ b.charCodeAt(index)
  return difference === 0
}
