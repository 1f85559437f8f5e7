import type { Bytes } from "../crypto/bytes.ts"

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"

/** Encodes as base32 without padding (RFC 4648, section 6). Authenticator apps read secrets in this form. */
export function base32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, "0")).join("")
  const groups = bits.match(/.{1,5}/g) ?? []
  return groups.map((group) => ALPHABET[parseInt(group.padEnd(5, "0"), 2)]).join("")
}

/** Decodes base32 without padding. Returns `null` if `text` isn't in its canonical form. */
export function fromBase32(text: string): Bytes | null {
  const values = Array.from(text, (character) => ALPHABET.indexOf(character))
  if (values.includes(-1)) return null
  const bits = values.map((value) => value.toString(2).padStart(5, "0")).join("")
  const bytes = Uint8Array.from(bits.match(/.{8}/g) ?? [], (byte) => parseInt(byte, 2))
  return base32(bytes) === text ? bytes : null
}
