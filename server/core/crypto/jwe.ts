import type { Awaitable } from "../../types.ts"
import { fromBase64url, isBase64url } from "./bytes.ts"
import { nodeCrypto } from "./node.ts"
import type { ContentKey } from "./keyring.ts"
import { openWithWebCrypto, sealWithWebCrypto } from "./web-jwe.ts"

type Encryption = "A256CBC-HS512" | "A256GCM"

/** Characters. Longer tokens are rejected before any key is used. A session of eight full cookies is shorter. */
export const MAX_TOKEN_LENGTH = 32_768
const MAX_HEADER_LENGTH = 1024

/** The header of a token sealed with a 32-byte key, as next-auth 4 writes it. */
const GCM_HEADER = { alg: "dir", enc: "A256GCM" } as const

interface Header {
  alg: "dir"
  enc: Encryption
  kid?: string
}

/** The header without the key's id, and its text. */
const BRIEF_HEADER: Header = { alg: "dir", enc: "A256CBC-HS512" }
const BRIEF_HEAD = "eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2Q0JDLUhTNTEyIn0"

/**
 * Seals `plaintext` as a compact JWE (RFC 7516, section 7.1) with `alg: "dir"`. The key's length selects the
 * encryption: 64 bytes for A256CBC-HS512, 32 bytes for A256GCM. If the header doesn't name the key, opening it tries
 * all keys.
 */
export function sealJwe(plaintext: string, key: ContentKey, { namesKey = true } = {}): Awaitable<string> {
  if (key.raw.length === 32) return sealGcm(plaintext, key)
  if (!nodeCrypto || !key.node) {
    const header = namesKey ? { ...BRIEF_HEADER, kid: key.kid } : BRIEF_HEADER
    return sealWithWebCrypto(plaintext, header, key.raw)
  }
  const head = namesKey ? key.node.head : BRIEF_HEAD
  const iv = nodeCrypto.randomBytes(16)
  const cipher = nodeCrypto.createCipheriv("aes-256-cbc", key.node.encryption, iv)
  const ciphertext = Buffer.concat([cipher.update(plaintext, "utf8"), cipher.final()])
  const tag = authenticationTag(key.node.mac, head, iv, ciphertext)
  return `${head}..${iv.toString("base64url")}.${ciphertext.toString("base64url")}.${tag.toString("base64url")}`
}

function sealGcm(plaintext: string, { raw }: ContentKey): Awaitable<string> {
  if (!nodeCrypto) return sealWithWebCrypto(plaintext, GCM_HEADER, raw)
  const head = Buffer.from(JSON.stringify(GCM_HEADER)).toString("base64url")
  const iv = nodeCrypto.randomBytes(12)
  const key = nodeCrypto.createSecretKey(raw)
  const cipher = nodeCrypto.createCipheriv("aes-256-gcm", key, iv).setAAD(Buffer.from(head, "ascii"))
  const ciphertext = Buffer.concat([cipher.update(plaintext, "utf8"), cipher.final()])
  return [head, "", ...[iv, ciphertext, cipher.getAuthTag()].map((part) => part.toString("base64url"))].join(".")
}

/**
 * Opens a compact JWE with the key that its `kid` names, or without `kid` with any of `keys`.
 *
 * @returns `null` if the token is invalid or none of the keys sealed it
 * @see [RFC 7516, section 5.2](https://www.rfc-editor.org/rfc/rfc7516#section-5.2)
 */
export function openJwe(token: string, keys: readonly ContentKey[]): Awaitable<string | null> {
  if (token.length > MAX_TOKEN_LENGTH) return null
  const parts = token.split(".", 6)
  const [head, wrapped, iv, ciphertext, tag] = parts
  if (parts.length !== 5 || !head || wrapped !== "" || !iv || !ciphertext || !tag) return null
  // One token has one spelling. Otherwise another spelling could evade a cache or a denylist
  if (!isBase64url(iv) || !isBase64url(ciphertext) || !isBase64url(tag)) return null
  const sealer = keys.find(({ node }) => node?.head === head)
  if (sealer)
    return openCbc({ head, iv: decodePart(iv), ciphertext: decodePart(ciphertext), tag: decodePart(tag) }, sealer)
  const header = parseHeader(head)
  if (!header) return null
  const length = header.enc === "A256GCM" ? 32 : 64
  const candidates = keys.filter((key) => key.raw.length === length && (header.kid ?? key.kid) === key.kid)
  if (!nodeCrypto) return openWithoutNode({ head, iv, ciphertext, tag }, candidates)
  for (const key of candidates) {
    const sealed = { head, iv: decodePart(iv), ciphertext: decodePart(ciphertext), tag: decodePart(tag) }
    const plaintext = header.enc === "A256GCM" ? openGcm(sealed, key) : openCbc(sealed, key)
    if (plaintext !== null) return plaintext
  }
  return null
}

/** Opens a token in runtimes without `node:crypto`. {@link openJwe} has checked its form. */
export async function openWithoutNode(
  { head, ...parts }: Readonly<Record<"head" | "iv" | "ciphertext" | "tag", string>>,
  keys: readonly ContentKey[],
): Promise<string | null> {
  const [iv, ciphertext, tag] = [parts.iv, parts.ciphertext, parts.tag].map(fromBase64url)
  if (!iv || !ciphertext || !tag) return null
  for (const { raw } of keys) {
    const plaintext = await openWithWebCrypto({ head, iv, ciphertext, tag }, raw)
    if (plaintext !== null) return plaintext
  }
  return null
}

// RFC 8725, section 3.1: accept only these algorithms. Rejects compression (zip) and unknown extensions (crit)
function parseHeader(head: string): Header | null {
  if (head.length > MAX_HEADER_LENGTH) return null
  try {
    const header: unknown = JSON.parse(atob(head.replaceAll("-", "+").replaceAll("_", "/")))
    if (typeof header !== "object" || header === null) return null
    const { alg, enc, kid, zip, crit } = header as Record<string, unknown> // each member is checked below
    if (alg !== "dir" || zip !== undefined || crit !== undefined) return null
    if (enc !== "A256CBC-HS512" && enc !== "A256GCM") return null
    if (kid === undefined) return { alg, enc }
    return typeof kid === "string" ? { alg, enc, kid } : null
  } catch {
    return null
  }
}

interface JweParts {
  head: string
  iv: Buffer
  ciphertext: Buffer
  tag: Buffer
}

// RFC 7518, section 5.2.2.2: check the tag before decrypting
function openCbc({ head, iv, ciphertext, tag }: JweParts, { node }: ContentKey): string | null {
  if (!nodeCrypto || !node || iv.length !== 16 || tag.length !== 32 || ciphertext.length % 16 !== 0) return null
  if (!nodeCrypto.timingSafeEqual(authenticationTag(node.mac, head, iv, ciphertext), tag)) return null
  const decipher = nodeCrypto.createDecipheriv("aes-256-cbc", node.encryption, iv)
  return decipher.update(ciphertext, undefined, "utf8") + decipher.final("utf8")
}

function openGcm({ head, iv, ciphertext, tag }: JweParts, { raw }: ContentKey): string | null {
  if (!nodeCrypto || iv.length !== 12 || tag.length !== 16) return null
  const key = nodeCrypto.createSecretKey(raw) // with bytes as the key, Node creates an error and drops it
  const decipher = nodeCrypto.createDecipheriv("aes-256-gcm", key, iv, { authTagLength: 16 })
  decipher.setAAD(Buffer.from(head, "ascii")).setAuthTag(tag)
  try {
    return decipher.update(ciphertext, undefined, "utf8") + decipher.final("utf8")
  } catch {
    return null // `final` checks the tag
  }
}

function authenticationTag(
  mac: NonNullable<ContentKey["node"]>["mac"],
  aad: string,
  iv: Buffer,
  ciphertext: Buffer,
): Buffer {
  // In one buffer, because each `update` calls into the runtime
  const text = Buffer.allocUnsafe(aad.length + iv.length + ciphertext.length + 8)
  text.write(aad, 0, "latin1")
  iv.copy(text, aad.length)
  ciphertext.copy(text, aad.length + iv.length)
  text.writeUInt32BE(0, text.length - 8)
  text.writeUInt32BE(aad.length * 8, text.length - 4)
  const hash = nodeCrypto?.createHmac("sha512", mac).update(text).digest()
  return hash?.subarray(0, 32) ?? Buffer.alloc(0)
}

function decodePart(part: string): Buffer {
  return Buffer.from(part, "base64url")
}
