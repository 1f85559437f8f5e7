import { base64url, utf8Bytes } from "../crypto/bytes.ts"
import { sha256 } from "../crypto/hash.ts"

/** Bytes that a user handle may have (WebAuthn Level 3, section 5.4.3). */
const MAX_BYTES = 64

/**
 * Returns the WebAuthn user handle as base64url: the user's id, or a hash of it if it is too long. No secret goes into
 * it, so passkeys survive a rotation of the secret.
 */
export async function toUserHandle(userId: string): Promise<string> {
  const id = utf8Bytes(userId)
  return base64url(id.length <= MAX_BYTES ? id : utf8Bytes(await sha256(userId)))
}
