/** How many tokens are cached at most. */
const SLOTS = 1024

/**
 * The plaintexts of the tokens that came more than once lately. A token has one slot, and takes it when it comes for the
 * second time. So the garbage collector gets no work from thousands of tokens that come once.
 */
export class TokenCache {
  /** The mark of the token that came last for each slot. */
  readonly #marks = new Uint32Array(SLOTS)
  readonly #entries: ({ token: string; plaintext: string } | undefined)[] = Array.from({ length: SLOTS })

  /** Returns the plaintext, or `undefined` if it isn't cached. */
  get(token: string): string | undefined {
    const entry = this.#entries[markOf(token) % SLOTS]
    return entry?.token === token ? entry.plaintext : undefined
  }

  /** Keeps the plaintext if the token is the last one that came for its slot. */
  set(token: string, plaintext: string): void {
    const mark = markOf(token)
    const slot = mark % SLOTS
    if (this.#marks[slot] === mark) this.#entries[slot] = { token, plaintext }
    else this.#marks[slot] = mark
  }
}

/** Returns 30 bits of a token's end, which is its authentication tag. */
function markOf(token: string): number {
  let mark = 0
  for (let at = token.length - 6; at < token.length - 1; at++) mark = (mark << 6) ^ token.charCodeAt(at)
  return mark >>> 0
}
