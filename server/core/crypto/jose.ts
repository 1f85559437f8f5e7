import { CompactEncrypt, compactDecrypt } from "jose"
import { utf8Text, utf8Bytes } from "./bytes.ts"
import type { ContentKey } from "./keyring.ts"

// `import()` of a package makes a bundler carry all of it. Through this module, it carries only these functions
export { createLocalJWKSet, decodeJwt, decodeProtectedHeader, errors, jwtVerify } from "jose"

/** Does what {@link sealJwe} of jwe.ts does, in runtimes without `node:crypto`. */
export function sealJwe(
  plaintext: string,
  header: { alg: string; enc: string; kid?: string },
  key: Uint8Array,
): Promise<string> {
  return new CompactEncrypt(utf8Bytes(plaintext)).setProtectedHeader(header).encrypt(key)
}

/**
 * Does what {@link openJwe} of jwe.ts does, in runtimes without `node:crypto`. The caller has checked header and
 * length.
 */
export async function openJwe(token: string, candidates: readonly ContentKey[]): Promise<string | null> {
  const options = { keyManagementAlgorithms: ["dir"], contentEncryptionAlgorithms: ["A256CBC-HS512", "A256GCM"] }
  for (const { raw } of candidates) {
    try {
      return utf8Text((await compactDecrypt(token, raw, options)).plaintext)
    } catch {
      continue // sealed with another key
    }
  }
  return null
}
