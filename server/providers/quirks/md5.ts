/** Words of RFC 1321, section 3.4: the integer part of 4294967296 × |sin(i + 1)|. */
const SINES = Array.from({ length: 64 }, (_, index) => Math.floor(2 ** 32 * Math.abs(Math.sin(index + 1))))
const SHIFTS = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21]

type Words = readonly [number, number, number, number]

/** Pads the message to blocks of 64 bytes, with its length in bits at the end. */
function blocks(message: Uint8Array): DataView[] {
  const padded = new Uint8Array((((message.length + 8) >> 6) + 1) * 64)
  padded.set(message)
  padded[message.length] = 0x80
  new DataView(padded.buffer).setUint32(padded.length - 8, message.length * 8, true)
  return Array.from({ length: padded.length / 64 }, (_, index) => new DataView(padded.buffer, index * 64, 64))
}

/** Returns the function's value and the word's index of step `i`. */
function mix(i: number, b: number, c: number, d: number): readonly [mixed: number, word: number] {
  if (i < 16) return [(b & c) | (~b & d), i]
  if (i < 32) return [(d & b) | (~d & c), (5 * i + 1) % 16]
  if (i < 48) return [b ^ c ^ d, (3 * i + 5) % 16]
  return [c ^ (b | ~d), (7 * i) % 16]
}

function round([a, b, c, d]: Words, block: DataView): Words {
  const step = ([p, q, r, s]: Words, i: number): Words => {
    const [mixed, word] = mix(i, q, r, s)
    const sum = (p + mixed + (SINES[i] ?? 0) + block.getUint32(word * 4, true)) | 0
    const shift = SHIFTS[(i >> 4) * 4 + (i % 4)] ?? 0
    return [s, (q + ((sum << shift) | (sum >>> (32 - shift)))) | 0, q, r]
  }
  const [e, f, g, h] = Array.from({ length: 64 }, (_, i) => i).reduce<Words>(step, [a, b, c, d])
  return [(a + e) | 0, (b + f) | 0, (c + g) | 0, (d + h) | 0]
}

/**
 * Returns the MD5 hash in hexadecimal, which Web Crypto doesn't support. Only for request signatures of providers that
 * require it.
 *
 * @see [RFC 1321](https://www.rfc-editor.org/rfc/rfc1321)
 */
export function md5(text: string): string {
  const start: Words = [0x67452301, 0xefcdab89 | 0, 0x98badcfe | 0, 0x10325476]
  const words = blocks(new TextEncoder().encode(text)).reduce(round, start)
  const bytes = new DataView(new ArrayBuffer(16))
  words.forEach((word, index) => bytes.setInt32(index * 4, word, true))
  return Array.from(new Uint8Array(bytes.buffer), (byte) => byte.toString(16).padStart(2, "0")).join("")
}
