import { base64, utf8Bytes, randomBytes, type Bytes } from "../../core/crypto/bytes.ts"

const PREFIX = "whsec_"
const MIN_BYTES = 24
const MAX_BYTES = 64

/** Creates a secret for one endpoint: `whsec_` and 32 random bytes in base64. */
export function createWebhookSecret(): string {
  return PREFIX + base64(randomBytes(32))
}

/**
 * Decodes a secret of Standard Webhooks.
 *
 * @throws {TypeError} if it isn't the base64 of 24 to 64 bytes. The message doesn't contain it
 */
export function decodeSecret(secret: string): Bytes {
  const text = secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret
  const key = /^[A-Za-z0-9+/]+={0,2}$/.test(text) && text.length % 4 === 0 ? fromBase64(text) : new Uint8Array()
  if (key.length >= MIN_BYTES && key.length <= MAX_BYTES) return key
  throw new TypeError(
    `A webhook secret is the base64 of ${MIN_BYTES} to ${MAX_BYTES} bytes. Create one with \`createWebhookSecret()\``,
  )
}

const fromBase64 = (text: string): Bytes => Uint8Array.from(atob(text), (character) => character.charCodeAt(0))

/** A message as Standard Webhooks signs it. */
export interface SignedMessage {
  id: string
  /** Seconds since the epoch. */
  timestamp: string
  body: Bytes
}

/**
 * Returns the signature of a message: `v1,` and the HMAC-SHA256 of id, timestamp and body in base64.
 *
 * @see [Standard Webhooks](https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md)
 */
export async function signMessage(key: Bytes, { id, timestamp, body }: SignedMessage): Promise<string> {
  const head = utf8Bytes(`${id}.${timestamp}.`)
  const message = new Uint8Array(head.length + body.length)
  message.set(head)
  message.set(body, head.length)
  const algorithm = { name: "HMAC", hash: "SHA-256" }
  const imported = await crypto.subtle.importKey("raw", key, algorithm, false, ["sign"])
  return `v1,${base64(new Uint8Array(await crypto.subtle.sign("HMAC", imported, message)))}`
}
