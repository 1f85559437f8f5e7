import { base64, hex, isEqualConstantTime, utf8Bytes, sha256 } from "../core/crypto/bytes.ts"
import {
  ALGORITHMS,
  findAlgorithm,
  FOREIGN_ALGORITHMS,
  nodeScrypt,
  verifyPhc,
} from "../core/crypto/passwords/algorithms.ts"
import type { PasswordFormat } from "../core/crypto/passwords/hasher.ts"
import { parsePhc } from "../core/crypto/passwords/phc.ts"
import { nodeCrypto } from "../core/crypto/node.ts"

const MIB = 1024 * 1024

/** A function that compares a password with a bcrypt hash, such as `compare` of `bcryptjs`. */
export type BcryptCompare = (password: string, stored: string) => Promise<boolean>

/** Options of {@link bcrypt}. */
export interface BcryptOptions {
  /** Text that the other system appended to each password, such as Devise's pepper. @default "" */
  pepper?: string | undefined
}

/** bcrypt works with at most this many bytes, and ignores the rest. */
const BCRYPT_BYTES = 72
// Cost 4 to 16, and the prefixes whose hashes are sound. `$2x$` stands for a version that misread some characters
const BCRYPT = /^\$2[aby]\$(?:0[4-9]|1[0-6])\$[./A-Za-z0-9]{53}$/
/** Spring's name of the format, before the hash. */
const SPRING = "{bcrypt}"

// PHP's `$2y$` is `$2b$`. The package `bcrypt` doesn't know that name, and finds no match
function toBcrypt(hash: string): string | undefined {
  return BCRYPT.test(hash) ? hash.replace("$2y$", "$2b$") : undefined
}

const withoutPrefix = (stored: string, prefix: string) => (stored.startsWith(prefix) ? stored.slice(prefix.length) : "")

/**
 * Accepts the bcrypt hashes of Devise, Laravel, Supabase, Auth0, Spring and others, with the library that you choose. A
 * password of more than 72 bytes never matches, because bcrypt ignores the rest.
 *
 * @example
 * import { compare } from "bcryptjs"
 * Password({ accepts: [bcrypt(compare)] })
 */
export function bcrypt(compare: BcryptCompare, { pepper = "" }: BcryptOptions = {}): PasswordFormat {
  const read = (stored: string) => toBcrypt(withoutPrefix(stored, SPRING) || stored)
  return {
    name: "bcrypt",
    matches: (stored) => read(stored) !== undefined,
    async verify(password, stored) {
      const [peppered, hash] = [password + pepper, read(stored)]
      if (hash === undefined || utf8Bytes(peppered).length > BCRYPT_BYTES) return false
      return (await compare(peppered, hash)) === true
    },
  }
}

/** Accepts PHC strings of algorithms that Latchkit makes no hashes with: `argon2i`, `pbkdf2-sha1`, `pbkdf2-sha512`. */
export function phc(): PasswordFormat {
  return {
    name: "phc",
    matches: (stored) => {
      const parsed = parsePhc(stored)
      return parsed !== undefined && findAlgorithm(parsed, FOREIGN_ALGORITHMS) !== undefined
    },
    verify: (password, stored) => verifyPhc(stored, password, FOREIGN_ALGORITHMS),
  }
}

/** Accepts the hashes of Better Auth: `salt:key` in hexadecimal, made with scrypt. Needs `node:crypto`. */
export function betterAuth(): PasswordFormat {
  return {
    name: "better-auth",
    matches: (stored) => nodeCrypto !== undefined && /^[0-9a-f]{32}:[0-9a-f]{128}$/.test(stored),
    async verify(password, stored) {
      const [salt = "", key = ""] = stored.split(":")
      // Better Auth normalizes to NFKC, and passes the salt as the text of its digits
      const options = { length: 64, N: 16_384, r: 16, p: 1, maxmem: 64 * MIB }
      return isEqualConstantTime(hex(await nodeScrypt(password.normalize("NFKC"), salt, options)), key)
    },
  }
}

const DJANGO_PBKDF2 = /^pbkdf2_(sha256|sha1)\$([1-9]\d{0,6})\$([\x21-\x23\x25-\x7e]{1,64})\$([A-Za-z0-9+/]{27,43}=)$/
const MAX_ITERATIONS = 3_000_000
const DJANGO_SCRYPT =
  /^scrypt\$([1-9]\d{0,6})\$([\x21-\x23\x25-\x7e]{1,64})\$([1-9]\d?)\$([1-9]\d?)\$([A-Za-z0-9+/]{86}==)$/
const MAX_MEMORY = 256 * MIB
const ARGON2 = [...ALGORITHMS, ...FOREIGN_ALGORITHMS].filter(({ id }) => id.startsWith("argon2"))

/** Options of {@link django}. */
export interface DjangoOptions {
  /** Also accepts `bcrypt_sha256` and `bcrypt`, with the function that compares, such as `compare` of `bcryptjs`. */
  bcrypt?: BcryptCompare | undefined
}

/** A hasher of Django, by the name before its hashes. */
interface DjangoHasher {
  matches(stored: string): boolean
  verify(password: string, stored: string): Promise<boolean>
}

const djangoPbkdf2: DjangoHasher = {
  matches: (stored) => Number(DJANGO_PBKDF2.exec(stored)?.[2] ?? Infinity) <= MAX_ITERATIONS,
  async verify(password, stored) {
    const [, digest, iterations, salt = "", expected = ""] = DJANGO_PBKDF2.exec(stored) ?? []
    const name = digest === "sha1" ? "SHA-1" : "SHA-256"
    const key = await crypto.subtle.importKey("raw", utf8Bytes(password), "PBKDF2", false, ["deriveBits"])
    const bits = await crypto.subtle.deriveBits(
      { name: "PBKDF2", hash: name, salt: utf8Bytes(salt), iterations: Number(iterations) },
      key,
      digest === "sha1" ? 160 : 256,
    )
    return isEqualConstantTime(base64(new Uint8Array(bits)), expected)
  },
}

const djangoScrypt: DjangoHasher = {
  matches(stored) {
    const [N = 0, , r = 0, p = 0] = (DJANGO_SCRYPT.exec(stored) ?? []).slice(1).map(Number)
    const isPowerOfTwo = N > 1 && Number.isInteger(Math.log2(N))
    return nodeCrypto !== undefined && isPowerOfTwo && 128 * N * r <= MAX_MEMORY && N * r * p <= 2 ** 22
  },
  async verify(password, stored) {
    const [, N, salt = "", r, p, expected = ""] = DJANGO_SCRYPT.exec(stored) ?? []
    const costs = { N: Number(N), r: Number(r), p: Number(p) }
    const options = { ...costs, length: 64, maxmem: 128 * costs.N * costs.r * 2 + MIB }
    return isEqualConstantTime(base64(await nodeScrypt(password, salt, options)), expected)
  },
}

/** Django writes a PHC string after its own name. */
const djangoArgon2: DjangoHasher = {
  matches(stored) {
    const parsed = parsePhc(stored.slice("argon2".length))
    return stored.startsWith("argon2$") && parsed !== undefined && findAlgorithm(parsed, ARGON2) !== undefined
  },
  verify: (password, stored) => verifyPhc(stored.slice("argon2".length), password, ARGON2),
}

function djangoBcrypt(compare: BcryptCompare): DjangoHasher[] {
  const { matches, verify } = bcrypt(compare)
  const after = (name: string, prepare: (password: string) => string | Promise<string>): DjangoHasher => ({
    matches: (stored) => stored.startsWith(name) && matches(stored.slice(name.length)),
    verify: async (password, stored) => verify(await prepare(password), stored.slice(name.length)),
  })
  // bcrypt ignores all but 72 bytes, so Django gives it the digits of a SHA-256
  return [after("bcrypt_sha256$", async (password) => sha256(password)), after("bcrypt$", (password) => password)]
}

/**
 * Accepts the hashes of Django: `pbkdf2_sha256` and `pbkdf2_sha1`, `scrypt` with `node:crypto`, `argon2` on Node 24.7
 * and later, and `bcrypt_sha256` and `bcrypt` with an option.
 *
 * @example
 * import { compare } from "bcryptjs"
 * Password({ accepts: [django({ bcrypt: compare })] })
 */
export function django({ bcrypt: compare }: DjangoOptions = {}): PasswordFormat {
  const hashers = [djangoPbkdf2, djangoScrypt, djangoArgon2, ...(compare ? djangoBcrypt(compare) : [])]
  const hasherFor = (stored: string) => hashers.find((hasher) => hasher.matches(stored))
  return {
    name: "django",
    matches: (stored) => hasherFor(stored) !== undefined,
    verify: async (password, stored) => (await hasherFor(stored)?.verify(password, stored)) === true,
  }
}

/** The parameters of a Firebase project's hashes, as its console shows them. */
export interface FirebaseScryptOptions {
  /** The project's `base64_signer_key`, in base64. */
  signerKey: string
  /** The project's `base64_salt_separator`, in base64. */
  saltSeparator: string
  /** The project's `rounds`. */
  rounds: number
  /** The project's `mem_cost`. */
  memCost: number
}

const FIREBASE = /^\$firebase\$([A-Za-z0-9+/_-]{1,88}={0,2})\$([A-Za-z0-9+/_-]{86}={0,2})$/

/**
 * Accepts the hashes of a Firebase project, stored as `$firebase$<salt>$<passwordHash>` from its export. Needs
 * `node:crypto`.
 *
 * @throws {TypeError} if the parameters would take too long
 */
export function firebaseScrypt({ signerKey, saltSeparator, rounds, memCost }: FirebaseScryptOptions): PasswordFormat {
  if (!(rounds >= 1 && rounds <= 16 && memCost >= 1 && memCost <= 17))
    throw new TypeError(`\`firebaseScrypt\` has rounds ${rounds} and memCost ${memCost}. Set at most 16 and 17`)
  return {
    name: "firebase",
    matches: (stored) => nodeCrypto !== undefined && FIREBASE.test(stored),
    async verify(password, stored) {
      const [, salt = "", expected = ""] = FIREBASE.exec(stored) ?? []
      const N = 2 ** memCost
      const wholeSalt = Uint8Array.from([...toBytes(salt), ...toBytes(saltSeparator)])
      const options = { length: 32, N, r: rounds, p: 1, maxmem: 128 * N * rounds * 2 + MIB }
      const key = await nodeScrypt(password, wholeSalt, options)
      const aes = await crypto.subtle.importKey("raw", key, "AES-CTR", false, ["encrypt"])
      const counter = { name: "AES-CTR", counter: new Uint8Array(16), length: 128 }
      const hash = new Uint8Array(await crypto.subtle.encrypt(counter, aes, toBytes(signerKey)))
      return isEqualConstantTime(base64(hash), base64(toBytes(expected)))
    },
  }
}

function toBytes(text: string): Uint8Array<ArrayBuffer> {
  const plain = text.replaceAll("-", "+").replaceAll("_", "/").replaceAll("=", "")
  return Uint8Array.from(atob(plain), (character) => character.charCodeAt(0))
}
