import type { KeyObject } from "node:crypto"
import type { Awaitable } from "../../types.ts"
import { LruMap } from "./memory.ts"
import { base64url, utf8Bytes, type Bytes } from "./bytes.ts"
import { nodeCrypto } from "./node.ts"

/** A key for A256CBC-HS512 (64 bytes) or A256GCM (32 bytes). */
export interface ContentKey {
  /** The key's thumbprint (RFC 7638). */
  kid: string
  raw: Bytes
  /** The key's halves as Node's key objects, which saves 20 µs per call, and the header of tokens that it seals. */
  node?: { mac: KeyObject; encryption: KeyObject; head: string }
}

/** Selects a key: the cookie that it is for (`salt`), and the HKDF info text. */
export interface KeyDerivation {
  salt: string
  info: string
  /** Bytes. @default 64 */
  length?: 32 | 64
}

/** Returns the HKDF info of Latchkit's own keys. A key for one purpose opens nothing of another. */
export function keyInfo(salt: string): string {
  return `Latchkit encryption key (${salt})`
}

/** Derives one key with HKDF and SHA-256 (RFC 5869). */
export function deriveKey(secret: string, { salt, info, length = 64 }: KeyDerivation): Awaitable<ContentKey> {
  if (!nodeCrypto) return deriveWithWebCrypto(secret, { salt, info, length })
  const raw = new Uint8Array(nodeCrypto.hkdfSync("sha256", secret, salt, info, length))
  const kid = nodeCrypto.createHash(thumbprintHash(length)).update(thumbprintText(raw)).digest("base64url")
  if (length === 32) return { kid, raw }
  const mac = nodeCrypto.createSecretKey(raw.subarray(0, 32))
  const encryption = nodeCrypto.createSecretKey(raw.subarray(32))
  const head = base64url(utf8Bytes(JSON.stringify({ alg: "dir", enc: "A256CBC-HS512", kid })))
  return { kid, raw, node: { mac, encryption, head } }
}

async function deriveWithWebCrypto(secret: string, { salt, info, length = 64 }: KeyDerivation): Promise<ContentKey> {
  const material = await crypto.subtle.importKey("raw", utf8Bytes(secret), "HKDF", false, ["deriveBits"])
  const algorithm = { name: "HKDF", hash: "SHA-256", salt: utf8Bytes(salt), info: utf8Bytes(info) }
  const raw = new Uint8Array(await crypto.subtle.deriveBits(algorithm, material, length * 8))
  const hash = thumbprintHash(length) === "sha512" ? "SHA-512" : "SHA-256"
  const digest = await crypto.subtle.digest(hash, utf8Bytes(thumbprintText(raw)))
  return { kid: base64url(new Uint8Array(digest)), raw }
}

function thumbprintHash(length: number): "sha512" | "sha256" {
  return length === 64 ? "sha512" : "sha256"
}

// RFC 7638, section 3.2: the required members in lexicographic order, without whitespace
function thumbprintText(raw: Bytes): string {
  return `{"k":"${base64url(raw)}","kty":"oct"}`
}

/** The keys of a list of secrets. Each is derived once. */
export interface Keyring {
  readonly secrets: readonly string[]
  /** Returns the keys in the order of the secrets. The first one seals, and any of them opens. */
  keys(salt: string): Awaitable<readonly ContentKey[]>
}

export interface KeyringOptions {
  /** Returns the HKDF info text of a salt. @default Latchkit's own */
  info?: (salt: string) => string
  /** Bytes of each secret's keys, the sealing key's first. @default [64] */
  lengths?: readonly (32 | 64)[]
}

export function createKeyring(
  secrets: readonly string[],
  { info = keyInfo, lengths = [64] }: KeyringOptions = {},
): Keyring {
  const cache = new Map<string, readonly ContentKey[]>()
  return {
    secrets,
    keys(salt) {
      const keys = cache.get(salt)
      if (keys) return keys
      const derived = lengths.flatMap((length) =>
        secrets.map((secret) => deriveKey(secret, { salt, info: info(salt), length })),
      )
      return Promise.all(derived).then((all) => {
        cache.set(salt, all)
        return all
      })
    },
  }
}

const KEYRING_CACHE = new LruMap<string, Keyring>(16)

/**
 * Returns the cached keyring of `secret`, for functions that get a secret without a configuration. Deriving keys takes
 * longer than using them. The cache contains only keys, for a few secrets.
 */
export function keyringFor(secret: string | readonly string[], options: KeyringOptions = {}): Keyring {
  const secrets = typeof secret === "string" ? [secret] : secret
  const name = JSON.stringify([options.info?.("") ?? keyInfo(""), options.lengths ?? [64], secrets])
  const cached = KEYRING_CACHE.get(name)
  if (cached) return cached
  const keyring = createKeyring([...secrets], options)
  KEYRING_CACHE.set(name, keyring)
  return keyring
}
