import { base64, isEqualConstantTime, utf8Bytes, type Bytes } from "../bytes.ts"
import { isWorkerd, nodeCrypto } from "../node.ts"
import { parsePhc, type PhcString } from "./phc.ts"

/** A password hash function whose hashes are PHC strings. */
export interface PasswordAlgorithm {
  readonly id: string
  readonly version?: number
  /** The parameters of new hashes. */
  readonly defaults: Readonly<Record<string, number>>
  /** Whether this runtime can compute it. */
  isAvailable(): boolean
  /** Returns whether a hash with these parameters takes at most about a second and 256 MiB. Checked before any work. */
  isBounded(params: Readonly<Record<string, number>>): boolean
  /** Memory of one computation in bytes. */
  memory(params: Readonly<Record<string, number>>): number
  derive(password: string, options: DeriveOptions): Promise<Bytes>
}

interface DeriveOptions {
  params: Readonly<Record<string, number>>
  salt: Bytes
  /** Length of the hash in bytes. */
  length: number
}

const MIB = 1024 * 1024
const MAX_MEMORY = 256 * MIB

const isWithin = (value: number | undefined, least: number, most: number): value is number =>
  value !== undefined && Number.isInteger(value) && value >= least && value <= most

const hasOnly = (params: object, names: readonly string[]): boolean =>
  Object.keys(params).length === names.length && names.every((name) => Object.hasOwn(params, name))

/** Argon2 of Node 24.7 and later. `m` is in KiB, `t` counts the passes, and `p` the lanes. */
function argon2(id: "argon2id" | "argon2i"): PasswordAlgorithm {
  return {
    id,
    version: 19,
    defaults: { m: 65_536, t: 3, p: 1 },
    isAvailable: () => typeof nodeCrypto?.argon2 === "function",
    isBounded: (params) =>
      hasOnly(params, ["m", "t", "p"]) &&
      isWithin(params["p"], 1, 8) &&
      isWithin(params["t"], 1, 16) &&
      isWithin(params["m"], 8 * params["p"], MAX_MEMORY / 1024) &&
      params["m"] * params["t"] <= 1024 * 1024,
    memory: ({ m = 0 }) => m * 1024,
    derive: (password, { params: { m = 0, t = 0, p = 0 }, salt, length }) =>
      new Promise((resolve, reject) => {
        const parameters = { message: password, nonce: salt, parallelism: p, tagLength: length, memory: m, passes: t }
        nodeCrypto?.argon2(id, parameters, (error, hash) => (error ? reject(error) : resolve(new Uint8Array(hash))))
      }),
  }
}

/** scrypt of `node:crypto` (RFC 7914). `ln` is the binary logarithm of N. */
const scrypt: PasswordAlgorithm = {
  id: "scrypt",
  defaults: { ln: 17, r: 8, p: 1 },
  isAvailable: () => typeof nodeCrypto?.scrypt === "function",
  isBounded: (params) =>
    hasOnly(params, ["ln", "r", "p"]) &&
    isWithin(params["ln"], 1, 20) &&
    isWithin(params["r"], 1, 32) &&
    isWithin(params["p"], 1, 16) &&
    128 * 2 ** params["ln"] * params["r"] <= MAX_MEMORY &&
    2 ** params["ln"] * params["r"] * params["p"] <= 2 ** 22,
  memory: ({ ln = 0, r = 0 }) => 128 * 2 ** ln * r,
  derive: (password, { params: { ln = 0, r = 0, p = 0 }, salt, length }) => {
    const N = 2 ** ln
    // Node rejects a `maxmem` of exactly the memory that it needs
    return nodeScrypt(password, salt, { length, N, r, p, maxmem: 128 * N * r * 2 + MIB })
  },
}

interface ScryptOptions {
  length: number
  N: number
  r: number
  p: number
  maxmem: number
}

/** Computes scrypt off the event loop. The salt may be text, because some libraries pass its hexadecimal form. */
export function nodeScrypt(
  password: string,
  salt: string | Uint8Array,
  { length, ...options }: ScryptOptions,
): Promise<Bytes> {
  return new Promise((resolve, reject) => {
    nodeCrypto?.scrypt(password, salt, length, options, (error, hash) =>
      error ? reject(error) : resolve(new Uint8Array(hash)),
    )
  })
}

/** Cloudflare rejects more PBKDF2 iterations in production, though not in local development. */
const CLOUDFLARE_ITERATIONS = 100_000
const ITERATIONS = 600_000

/** PBKDF2 through WebCrypto, which every runtime has. `i` counts the iterations. */
function pbkdf2(id: string, hash: "SHA-1" | "SHA-256" | "SHA-512"): PasswordAlgorithm {
  return {
    id,
    defaults: { i: isWorkerd() ? CLOUDFLARE_ITERATIONS : ITERATIONS },
    isAvailable: () => true,
    isBounded: (params) => hasOnly(params, ["i"]) && isWithin(params["i"], 1, 3_000_000),
    memory: () => MIB,
    async derive(password, { params: { i: iterations = 0 }, salt, length }) {
      const key = await crypto.subtle.importKey("raw", utf8Bytes(password), "PBKDF2", false, ["deriveBits"])
      return new Uint8Array(await crypto.subtle.deriveBits({ name: "PBKDF2", hash, salt, iterations }, key, length * 8))
    },
  }
}

/**
 * The algorithms of new hashes. The first one that is available is the default. argon2id isn't, because only a new Node
 * has it: after a move to another runtime, no password could be checked.
 */
export const ALGORITHMS: readonly PasswordAlgorithm[] = [scrypt, pbkdf2("pbkdf2-sha256", "SHA-256"), argon2("argon2id")]

/** Algorithms that only hashes from elsewhere have. An app lists those that it accepts. */
export const FOREIGN_ALGORITHMS: readonly PasswordAlgorithm[] = [
  argon2("argon2i"),
  pbkdf2("pbkdf2-sha512", "SHA-512"),
  pbkdf2("pbkdf2-sha1", "SHA-1"),
]

/** Returns the algorithm of a parsed hash, or `undefined` if it is unknown, unavailable or out of bounds. */
export function findAlgorithm(
  { id, version, params, salt, hash }: PhcString,
  algorithms: readonly PasswordAlgorithm[] = ALGORITHMS,
): PasswordAlgorithm | undefined {
  const algorithm = algorithms.find((one) => one.id === id)
  if (!algorithm?.isAvailable() || algorithm.version !== version || !algorithm.isBounded(params)) return undefined
  return isWithin(salt.length, 8, 64) && isWithin(hash.length, 16, 64) ? algorithm : undefined
}

/**
 * Returns whether a password has this hash. Returns `false` for a hash of an unknown, unavailable or unbounded form.
 */
export async function verifyPhc(
  stored: string,
  password: string,
  algorithms: readonly PasswordAlgorithm[] = ALGORITHMS,
): Promise<boolean> {
  const parsed = parsePhc(stored)
  const algorithm = parsed && findAlgorithm(parsed, algorithms)
  if (!parsed || !algorithm) return false
  const { params, salt, hash } = parsed
  const derived = await algorithm.derive(password, { params, salt, length: hash.length })
  return isEqualConstantTime(base64(derived), base64(hash))
}
