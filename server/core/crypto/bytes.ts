import type { Awaitable } from "../../types.ts"
import type { SignedPurpose } from "./bindings.ts"
import { nodeCrypto } from "./node.ts"

/** Bytes with their own buffer, as Web Crypto requires. `Uint8Array` is generic only in TypeScript 5.7 and later. */
export type Bytes = ReturnType<Uint8Array["slice"]>

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

/**
 * Returns the HMAC-SHA256 of `text`, hex. The purpose is part of the key, so equal texts of two purposes have
 * different hashes.
 */
export function hmac(secret: string, purpose: SignedPurpose, text: string): Awaitable<string> {
  const key = `${purpose}\n${secret}`
  return nodeCrypto ? nodeCrypto.createHmac("sha256", key).update(text).digest("hex") : hmacWithWebCrypto(key, text)
}

async function hmacWithWebCrypto(key: string, text: string): Promise<string> {
  const algorithm = { name: "HMAC", hash: "SHA-256" }
  const imported = await crypto.subtle.importKey("raw", utf8Bytes(key), algorithm, false, ["sign"])
  return hex(new Uint8Array(await crypto.subtle.sign("HMAC", imported, utf8Bytes(text))))
}

/** Returns the SHA-256 of `text`, hex. */
export function sha256(text: string): Awaitable<string> {
  return nodeCrypto
    ? nodeCrypto.createHash("sha256").update(text).digest("hex")
    : crypto.subtle.digest("SHA-256", utf8Bytes(text)).then((digest) => hex(new Uint8Array(digest)))
}

/**
 * Returns a function that computes the HMAC-SHA-1 of a message with this key. Only one-time codes use it, because
 * authenticator apps expect SHA-1.
 *
 * @see [RFC 2104](https://www.rfc-editor.org/rfc/rfc2104)
 */
export function hmacSha1(key: Bytes): (message: Bytes) => Awaitable<Bytes> {
  if (!nodeCrypto) return (message) => hmacSha1WithWebCrypto(key, message)
  const { createHmac, createSecretKey } = nodeCrypto
  const secretKey = createSecretKey(key) // with bytes as the key, Node creates an error and drops it
  return (message) => new Uint8Array(createHmac("sha1", secretKey).update(message).digest())
}

async function hmacSha1WithWebCrypto(key: Bytes, message: Bytes): Promise<Bytes> {
  const algorithm = { name: "HMAC", hash: "SHA-1" }
  const imported = await crypto.subtle.importKey("raw", key, algorithm, false, ["sign"])
  return new Uint8Array(await crypto.subtle.sign("HMAC", imported, message))
}

/** Returns bytes from the system's random source. */
export function randomBytes(length: number): Bytes {
  return crypto.getRandomValues(new Uint8Array(length))
}
