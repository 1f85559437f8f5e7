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
