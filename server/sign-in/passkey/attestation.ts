import { fromBase64url, type Bytes } from "../../crypto/bytes.ts"
import { WebAuthnVerificationError } from "../../errors.ts"
import { loadHelpers, type EngineHelpers } from "./engine.ts"

/**
 * Rejects unrequested attestations before anything in them is processed. Latchkit requests none, so browsers only send
 * `none` and the authenticator's own signature. A certificate would have to be checked at URLs that it contains itself.
 *
 * @throws {WebAuthnVerificationError}
 * @see [WebAuthn Level 3, section 5.1.3](https://www.w3.org/TR/webauthn-3/#sctn-createCredential)
 */
export async function checkAttestation(attestationObject: string): Promise<void> {
  const helpers = await loadHelpers()
  const bytes = fromBase64url(attestationObject)
  const decoded = bytes && decodeAttestation(helpers, bytes)
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

function decodeAttestation({ decodeAttestationObject }: EngineHelpers, bytes: Bytes): DecodedAttestation | null {
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
export async function isWellFormedKey(publicKey: Bytes): Promise<boolean> {
  const { decodeCredentialPublicKey } = await loadHelpers()
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
 * Returns the end of the item at `at`, or NaN if it is truncated, has indefinite length or is nested too deeply (RFC
 * 8949, section 3).
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

/** The maker of each authenticator by its AAGUID, with the name that users know. */
const PASSKEY_PROVIDERS: Readonly<Record<string, string | undefined>> = {
  "08987058-cadc-4b81-b6e1-30de50dcbe96": "Windows Hello",
  "0ea242b4-43c4-4a1b-8b17-dd6d0b6baec6": "Keeper",
  "2fc0579f-8113-47ea-b116-bb5a8db9202a": "YubiKey",
  "50726f74-6f6e-5061-7373-50726f746f6e": "Proton Pass",
  "531126d6-e717-415c-9320-3d9aa6981239": "Dashlane",
  "53414d53-554e-4700-0000-000000000000": "Samsung Pass",
  "6028b017-b1d4-4c02-b4b3-afcdafc96bb2": "Windows Hello",
  "9ddd1817-af5a-4672-a2b9-3e3dd95000a9": "Windows Hello",
  "a25342c0-3cdc-4414-8e46-f4807fca511c": "YubiKey",
  "adce0002-35bc-c60a-648b-0b25f1f05503": "Chrome on Mac",
  "b5397666-4885-aa6b-cebf-e52262a439a2": "Chromium",
  "b84e4048-15dc-4dd0-8640-f4f60813c8af": "NordPass",
  "bada5566-a7aa-401f-bd96-45619a55120d": "1Password",
  "c5ef55ff-ad9a-4b9f-b580-adebafe026d0": "YubiKey",
  "cb69481e-8ff7-4039-93ec-0a2729a154a8": "YubiKey",
  "d548826e-79b4-db40-a3d8-11116f7e8349": "Bitwarden",
  "dd4ec289-e01d-41c9-bb89-70fa845d4bf2": "iCloud Keychain",
  "ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4": "Google Password Manager",
  "ee882879-721c-4913-9775-3dfcce97072a": "YubiKey",
  "f3809540-7f14-49c1-a8b3-8f813b225541": "Enpass",
  "fa2b99dc-9e39-4257-8f92-4a30d23c4118": "YubiKey",
  "fbfc3007-154e-4ecc-8c0b-6e020557d7bd": "iCloud Keychain",
  "fdb141b2-5d84-443e-8a35-4698c205a502": "KeePassXC",
}

interface AuthenticatorFacts {
  aaguid: string
  transports: readonly string[]
}

/** Returns the default name of a new passkey. If the name is taken, it gets a number. */
export function passkeyName({ aaguid, transports }: AuthenticatorFacts, taken: readonly string[]): string {
  const isKey = transports.length > 0 && transports.every((transport) => ["ble", "nfc", "usb"].includes(transport))
  const name = PASSKEY_PROVIDERS[aaguid] ?? (isKey ? "Security key" : "Passkey")
  for (let count = 1; ; count++) {
    const numbered = count === 1 ? name : `${name} ${count}`
    if (!taken.includes(numbered)) return numbered
  }
}
