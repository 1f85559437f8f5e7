/** Estimates the server's clock from its responses. */
export class ServerClock {
  #skew = 0

  /**
   * `date` is a `Date` header in milliseconds. It has whole seconds and may lag by one, so the greatest difference is
   * the most accurate.
   */
  learn(date: number): void {
    const sample = date - Date.now()
    if (sample > this.#skew || sample < this.#skew - 1500) this.#skew = sample
  }

  /** Returns the milliseconds from now until `time`. */
  until(time: string): number {
    return Date.parse(time) - Date.now() - this.#skew
  }
}
