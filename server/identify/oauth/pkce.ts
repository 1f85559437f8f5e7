import { base64url, utf8 } from "../../crypto/bytes.ts"
import type { OAuthEngine } from "./engine.ts"

/** 256 random bits, base64url: 43 characters. */
export function randomText({ random }: OAuthEngine): string {
  return base64url(random ? random(32) : crypto.getRandomValues(new Uint8Array(32)))
}

/** The S256 challenge of a verifier (RFC 7636, section 4.2). */
export async function challengeOf(verifier: string): Promise<string> {
  return base64url(new Uint8Array(await crypto.subtle.digest("SHA-256", utf8(verifier))))
}
