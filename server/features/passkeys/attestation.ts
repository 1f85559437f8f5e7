import { fromBase64url, type Bytes } from "../../core/crypto/bytes.ts"
import { WebAuthnVerificationError } from "../../errors.ts"
import type { Engine } from "./engine.ts"

/**
 * Rejects unrequested attestations before anything in them is processed. Latchkit requests none, so browsers only send
 * `none` and the authenticator's own signature. A certificate would have to be checked at URLs that it contains itself.
 *
 * @throws {WebAuthnVerificationError}
 * @see [WebAuthn Level 3, section 5.1.3](https://www.w3.org/TR/webauthn-3/#sctn-createCredential)
 */
export function checkAttestation(attestationObject: string, engine: Engine): void {
  const bytes = fromBase64url(attestationObject)
  const decoded = bytes && decodeAttestation(engine, bytes)
  // The library's decoder ignores missing and trailing bytes
  if (!bytes || !isSingleItem(bytes) || !decoded) {
    throw new WebAuthnVerificationError("The attestation object isn't a CBOR map of three entries")
  }
  const { fmt, statement } = decoded
  if (fmt === "none" || (fmt === "packed" && statement.get("x5c") === undefined)) return
  throw new WebAuthnVerificationError("The attestation has a format that wasn't requested")
}

interface DecodedAttestation {
  fmt: string
  statement: Pick<ReadonlyMap<unknown, unknown>, "get">
}

function decodeAttestation({ decodeAttestationObject }: Engine, bytes: Bytes): DecodedAttestation | null {
  try {
    const decoded: unknown = decodeAttestationObject(bytes)
    if (!(decoded instanceof Map) || decoded.size !== 3) return null
    const [fmt, statement, data]: unknown[] = ["fmt", "attStmt", "authData"].map((key) => decoded.get(key) as unknown)
    if (typeof fmt !== "string" || !(statement instanceof Map) || !(data instanceof Uint8Array)) return null
    return { fmt, statement }
  } catch {
    return null // truncated
  }
}

/** COSE key types and curves: RFC 9053, section 7. */
const KEY_SHAPES: Readonly<Record<number, readonly [type: number, curve: number | undefined] | undefined>> = {
  [-7]: [2, 1],
  [-8]: [1, 6],
  [-257]: [3, undefined],
}
const MIN_RSA_BYTES = 256

/**
 * Returns whether a public key has the right type for its algorithm: ES256 on P-256, EdDSA on Ed25519, RSA of 2048
 * bits.
 */
export function isWellFormedKey(publicKey: Bytes, { decodeCredentialPublicKey }: Engine): boolean {
  const key: unknown = decodeCredentialPublicKey(publicKey)
  if (!(key instanceof Map)) return false
  const [type, algorithm, curve]: unknown[] = [1, 3, -1].map((label) => key.get(label) as unknown)
  const shape = typeof algorithm === "number" ? KEY_SHAPES[algorithm] : undefined
  if (!shape || shape[0] !== type) return false
  if (shape[1] !== undefined) return curve === shape[1]
  return curve instanceof Uint8Array && curve.length >= MIN_RSA_BYTES // an RSA key has its modulus at -1
}

const MAX_DEPTH = 8

/** Returns whether the bytes are exactly one CBOR item of definite length, complete and without trailing bytes. */
export function isSingleItem(bytes: Uint8Array): boolean {
  return itemEnd(bytes, 0, 0) === bytes.length
}

/**
 * Returns the end of the item at `at` (RFC 8949, section 3). Returns NaN if it is truncated, has indefinite length or
 * is nested too deeply.
 */
function itemEnd(bytes: Uint8Array, at: number, depth: number): number {
  const first = bytes[at]
  const start = headEnd(first, at)
  if (first === undefined || depth > MAX_DEPTH || !(start <= bytes.length)) return NaN
  const major = first >> 5
  const length = readArgument(bytes, first & 31, { from: at + 1, to: start })
  if (major === 2 || major === 3) return start + length <= bytes.length ? start + length : NaN
  const inside = major === 4 ? length : major === 5 ? 2 * length : major === 6 ? 1 : 0
  return itemsEnd(bytes, { at: start, count: inside }, depth + 1)
}

function itemsEnd(bytes: Uint8Array, { at, count }: { at: number; count: number }, depth: number): number {
  let end = at
  // NaN ends the loop: without this item, the end of the following ones is unknown
  for (let item = 0; item < count && !Number.isNaN(end); item++) end = itemEnd(bytes, end, depth)
  return end
}

function headEnd(first: number | undefined, at: number): number {
  const info = (first ?? 31) & 31
  if (info < 24) return at + 1
  return info <= 27 ? at + 1 + 2 ** (info - 24) : NaN
}

function readArgument(bytes: Uint8Array, info: number, { from, to }: { from: number; to: number }): number {
  return info < 24 ? info : bytes.subarray(from, to).reduce((sum, byte) => sum * 256 + byte, 0)
}
