import { base64url, utf8Bytes } from "../crypto/bytes.ts"
import { sha256 } from "../crypto/hash.ts"

/** WebAuthn Level 3, section 5.4.3: a user handle is at most 64 bytes. */
const MAX_BYTES = 64

/**
 * How authenticators know a user, base64url: the user's id, or where that is too long its hash. No secret goes into it, so
 * that passkeys outlive the rotation of one.
 */
export async function toUserHandle(userId: string): Promise<string> {
  const id = utf8Bytes(userId)
  return base64url(id.length <= MAX_BYTES ? id : utf8Bytes(await sha256(userId)))
}
