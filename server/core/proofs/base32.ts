import type { Bytes } from "../crypto/bytes.ts"

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"

/** Encodes as base32 without padding (RFC 4648, section 6). Authenticator apps read secrets in this form. */
export function base32(bytes: Uint8Array): string {
  let [bits, count, text] = [0, 0, ""]
  for (const byte of bytes) {
    bits = ((bits << 8) | byte) & 0xfff // at most 4 bits are left of the bytes before
    count += 8
    for (; count >= 5; count -= 5) text += ALPHABET.charAt((bits >> (count - 5)) & 31)
  }
  return count > 0 ? text + ALPHABET.charAt((bits << (5 - count)) & 31) : text
}

/** Decodes base32 without padding. Returns `null` if `text` isn't in its canonical form. */
export function fromBase32(text: string): Bytes | null {
  const bytes = new Uint8Array(Math.floor((text.length * 5) / 8))
  let [bits, count, filled] = [0, 0, 0]
  for (const character of text) {
    const value = ALPHABET.indexOf(character)
    if (value < 0) return null
    bits = ((bits << 5) | value) & 0xfff // at most 7 bits are left of the characters before
    count += 5
    if (count < 8) continue
    count -= 8
    bytes[filled++] = bits >> count
  }
  return base32(bytes) === text ? bytes : null
}
