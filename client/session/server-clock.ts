/** The service's clock, as far as its answers tell. */
export class ServerClock {
  #skew = 0

  /** `date` is a `Date` header. It has whole seconds and may lag by one: the greatest difference is the nearest to the truth. */
  learn(date: number): void {
    const sample = date - Date.now()
    if (sample > this.#skew || sample < this.#skew - 1500) this.#skew = sample
  }

  /** Milliseconds from now until `time`. */
  until(time: string): number {
    return Date.parse(time) - Date.now() - this.#skew
  }
}
