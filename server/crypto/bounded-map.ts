/**
 * A map that starts anew when it is full: what is remembered of what visitors send takes so much memory and no more, however
 * many of them send ever other things.
 */
export class BoundedMap<Key, Value> extends Map<Key, Value> {
  readonly #most: number

  /** `most` is how many entries it holds at a time. */
  constructor(most: number) {
    super()
    this.#most = most
  }

  override set(key: Key, value: Value): this {
    if (this.size >= this.#most && !this.has(key)) this.clear()
    return super.set(key, value)
  }
}
