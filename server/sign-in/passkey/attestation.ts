import { fromBase64url, type Bytes } from "../../crypto/bytes.ts"
import { WebAuthnVerificationError } from "../../errors.ts"
import { isSingleItem } from "./cbor.ts"
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
