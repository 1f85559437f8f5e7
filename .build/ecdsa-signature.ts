// Reads ECDSA signatures for the WebAuthn library, in place of its packages that read any ASN.1: 115 kB. A signature
// is one sequence of two integers in DER (RFC 3279, section 2.2.3).

const SEQUENCE = 0x30
const INTEGER = 0x02
/** The first byte of a length from 128 to 255, which follows in a byte of its own. */
const LONG_LENGTH = 0x81

/** The type that the library passes to {@link AsnParser}. */
export const ECDSASigValue = "an ECDSA signature"

/** Reads the value with that tag at an offset. */
function readValue(bytes: Uint8Array, offset: number, tag: number): { value: Uint8Array; end: number } {
  const isLong = bytes[offset + 1] === LONG_LENGTH
  const start = offset + (isLong ? 3 : 2)
  const length = bytes[start - 1] ?? 0
  const end = start + length
  if (bytes[offset] !== tag || length === 0 || length >= 0x80 !== isLong || end > bytes.length)
    throw new Error("The signature isn't a sequence of two integers in DER")
  return { value: bytes.subarray(start, end), end }
}

/** The library's name for what reads a signature. */
export const AsnParser = {
  /** Returns the integers of a signature. Throws if it is anything else, or longer. */
  parse(signature: Uint8Array, _type: typeof ECDSASigValue): { r: Uint8Array; s: Uint8Array } {
    const sequence = readValue(signature, 0, SEQUENCE)
    const r = readValue(sequence.value, 0, INTEGER)
    const s = readValue(sequence.value, r.end, INTEGER)
    if (s.end !== sequence.value.length || sequence.end !== signature.length)
      throw new Error("The signature has bytes after its two integers")
    return { r: r.value, s: s.value }
  },
}
