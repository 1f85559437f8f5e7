import { base64url, isEqualConstantTime, randomBytes, utf8Bytes, utf8Text, type Bytes } from "./bytes.ts"

/** The parts of a compact JWE with `alg: "dir"`, decoded except for the header. */
export interface SealedBytes {
  head: string
  iv: Bytes
  ciphertext: Bytes
  tag: Bytes
}

/** Does what `sealJwe` of jwe.ts does, in runtimes without `node:crypto`. */
export async function sealWithWebCrypto(plaintext: string, header: object, raw: Bytes): Promise<string> {
  const head = base64url(utf8Bytes(JSON.stringify(header)))
  const iv = randomBytes(raw.length === 32 ? 12 : 16)
  const { ciphertext, tag } = await (raw.length === 32 ? sealGcm : sealCbc)(utf8Bytes(plaintext), { head, iv }, raw)
  return [head, "", ...[iv, ciphertext, tag].map(base64url)].join(".")
}

/** Returns the plaintext, or `null` if another key sealed it. */
export async function openWithWebCrypto(sealed: SealedBytes, raw: Bytes): Promise<string | null> {
  try {
    const plaintext = await (raw.length === 32 ? openGcm : openCbc)(sealed, raw)
    return plaintext && utf8Text(new Uint8Array(plaintext))
  } catch {
    return null // AES-GCM throws if the tag is wrong
  }
}

type Place = Pick<SealedBytes, "head" | "iv">

async function sealGcm(plaintext: Bytes, { head, iv }: Place, raw: Bytes) {
  const key = await crypto.subtle.importKey("raw", raw, "AES-GCM", false, ["encrypt"])
  const algorithm = { name: "AES-GCM", iv, additionalData: utf8Bytes(head) }
  const sealed = new Uint8Array(await crypto.subtle.encrypt(algorithm, key, plaintext))
  return { ciphertext: sealed.subarray(0, -16), tag: sealed.subarray(-16) }
}

async function openGcm({ head, iv, ciphertext, tag }: SealedBytes, raw: Bytes): Promise<ArrayBuffer | null> {
  if (iv.length !== 12 || tag.length !== 16) return null
  const key = await crypto.subtle.importKey("raw", raw, "AES-GCM", false, ["decrypt"])
  return crypto.subtle.decrypt({ name: "AES-GCM", iv, additionalData: utf8Bytes(head) }, key, joined(ciphertext, tag))
}

async function sealCbc(plaintext: Bytes, { head, iv }: Place, raw: Bytes) {
  const key = await crypto.subtle.importKey("raw", raw.subarray(32), "AES-CBC", false, ["encrypt"])
  const ciphertext = new Uint8Array(await crypto.subtle.encrypt({ name: "AES-CBC", iv }, key, plaintext))
  return { ciphertext, tag: await authenticationTag({ head, iv, ciphertext }, raw) }
}

// RFC 7518, section 5.2.2.2: check the tag before decrypting
async function openCbc({ tag, ...sealed }: SealedBytes, raw: Bytes): Promise<ArrayBuffer | null> {
  const { iv, ciphertext } = sealed
  if (iv.length !== 16 || tag.length !== 32 || ciphertext.length % 16 !== 0) return null
  if (!isEqualConstantTime(base64url(await authenticationTag(sealed, raw)), base64url(tag))) return null
  const key = await crypto.subtle.importKey("raw", raw.subarray(32), "AES-CBC", false, ["decrypt"])
  return crypto.subtle.decrypt({ name: "AES-CBC", iv }, key, ciphertext)
}

/** Returns the tag over the header, the iv, the ciphertext and the header's bits (RFC 7518, section 5.2.2.1). */
async function authenticationTag({ head, iv, ciphertext }: Omit<SealedBytes, "tag">, raw: Bytes): Promise<Bytes> {
  const algorithm = { name: "HMAC", hash: "SHA-512" }
  const key = await crypto.subtle.importKey("raw", raw.subarray(0, 32), algorithm, false, ["sign"])
  const bits = new Uint8Array(8)
  new DataView(bits.buffer).setUint32(4, head.length * 8)
  const hash = await crypto.subtle.sign("HMAC", key, joined(utf8Bytes(head), iv, ciphertext, bits))
  return new Uint8Array(hash, 0, 32)
}

function joined(...parts: readonly Bytes[]): Bytes {
  const bytes = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  parts.reduce((offset, part) => (bytes.set(part, offset), offset + part.length), 0)
  return bytes
}
