import { CompactEncrypt, compactDecrypt } from "jose"
import { textFrom, utf8 } from "./bytes.ts"
import type { ContentKey } from "./keyring.ts"

/** {@link sealJwe} of jwe.ts where there is no `node:crypto`. */
export function sealJwe(
  plaintext: string,
  header: { alg: string; enc: string; kid?: string },
  key: Uint8Array,
): Promise<string> {
  return new CompactEncrypt(utf8(plaintext)).setProtectedHeader(header).encrypt(key)
}

/** {@link openJwe} of jwe.ts where there is no `node:crypto`; header and length were checked there. */
export async function openJwe(token: string, candidates: readonly ContentKey[]): Promise<string | null> {
  const options = { keyManagementAlgorithms: ["dir"], contentEncryptionAlgorithms: ["A256CBC-HS512", "A256GCM"] }
  for (const { raw } of candidates) {
    try {
      return textFrom((await compactDecrypt(token, raw, options)).plaintext)
    } catch {
      continue // sealed with another key
    }
  }
  return null
}
