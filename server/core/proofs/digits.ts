/** The zeros of the scripts whose digits people type, other than ASCII and fullwidth ones. */
const ZEROS = [0x0660, 0x06f0, 0x0966, 0x09e6, 0x0e50]
/** A longer text isn't a code, however it is spaced. */
const MAX_LENGTH = 64

/**
 * Returns the digits of a code as a user typed or pasted it: without spaces and dashes, and in ASCII. Returns
 * `undefined` unless these are exactly `length` digits.
 */
export function normalizeDigits(typed: unknown, length: number): string | undefined {
  if (typeof typed !== "string" || typed.length > MAX_LENGTH) return undefined
  const ascii = typed
    .normalize("NFKC") // fullwidth digits
    .replaceAll(/\p{Nd}/gu, toAsciiDigit)
    .replaceAll(/[\s\p{Pd}\p{Cf}]/gu, "")
  return ascii.length === length && /^\d+$/.test(ascii) ? ascii : undefined
}

function toAsciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  const zero = ZEROS.find((first) => code >= first && code < first + 10)
  return zero === undefined ? digit : String(code - zero)
}
