import { base64url, utf8 } from "../../crypto/bytes.ts"
import { randomBytes } from "../../crypto/hash.ts"

/** 256 random bits, base64url: 43 characters. */
export function randomText(): string {
  return base64url(randomBytes(32))
}

/** The S256 challenge of a verifier (RFC 7636, section 4.2). */
export async function challengeOf(verifier: string): Promise<string> {
  return base64url(new Uint8Array(await crypto.subtle.digest("SHA-256", utf8(verifier))))
}
