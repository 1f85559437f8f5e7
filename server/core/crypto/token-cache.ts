/** How many tokens are cached at most. */
const SLOTS = 1024

/**
 * Keeps the plaintexts or hashes of the tokens that came more than once lately. A token has one slot, and takes it when
 * it comes for the second time. So the garbage collector gets no work from thousands of tokens that come once.
 */
export class TokenCache {
  /** The mark of the token that came last for each slot. */
  readonly #marks = new Uint32Array(SLOTS)
  readonly #entries: ({ token: string; value: string } | undefined)[] = Array.from({ length: SLOTS })

  /** Returns the value, or `undefined` if it isn't cached. */
  get(token: string): string | undefined {
    const entry = this.#entries[tokenHash(token) % SLOTS]
    return entry?.token === token ? entry.value : undefined
  }

  /** Keeps the value if the token is the last one that came for its slot. */
  set(token: string, value: string): void {
    const mark = tokenHash(token)
    const slot = mark % SLOTS
    if (this.#marks[slot] === mark) this.#entries[slot] = { token, value }
    else this.#marks[slot] = mark
  }
}

/** The place of five random characters in a stored session's token. An app's own may begin with a name. */
const START = 12

/** Returns 32 bits of the characters in which tokens differ. A sealed token ends with its authentication tag. */
function tokenHash(token: string): number {
  const end = token.length - 6
  let mark = 0
  for (let at = 0; at < 5; at++) mark = mix(mix(mark, token.charCodeAt(START + at)), token.charCodeAt(end + at))
  return mark >>> 0
}

/** One step of the hash FNV-1a. */
const mix = (mark: number, code: number) => Math.imul(mark ^ code, 0x01000193)
