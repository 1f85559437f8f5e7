import type { Awaitable } from "../../types.ts"
import type { SignedPurpose } from "./bindings.ts"
import { hex, utf8Bytes, type Bytes } from "./bytes.ts"
import { nodeCrypto } from "./node.ts"

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
