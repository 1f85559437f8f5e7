/** A map of at most `capacity` entries. Adding one more removes the entry that was used least recently. */
export class LruMap<Key, Value> extends Map<Key, Value> {
  readonly #capacity: number

  constructor(capacity: number) {
    super()
    this.#capacity = capacity
  }

  override get(key: Key): Value | undefined {
    const value = super.get(key)
    if (value === undefined) return undefined
    super.delete(key) // a map keeps the order of insertion, so the oldest entry comes first
    super.set(key, value)
    return value
  }

  override set(key: Key, value: Value): this {
    super.delete(key)
    const oldest = this.size >= this.#capacity ? this.keys().next() : undefined
    if (oldest && !oldest.done) super.delete(oldest.value)
    return super.set(key, value)
  }
}

/** Returns a function that makes a value once per owner. The value is garbage-collected with its owner. */
/* @__NO_SIDE_EFFECTS__ */
export function memoize<Owner extends object, Value>(make: (owner: Owner) => Value): (owner: Owner) => Value {
  const values = new WeakMap<Owner, { value: Value }>()
  return (owner) => {
    const cached = values.get(owner)
    if (cached) return cached.value
    const value = make(owner)
    values.set(owner, { value })
    return value
  }
}
