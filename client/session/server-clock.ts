/** Estimates the server's clock from its responses. */
export class ServerClock {
  /** Whether a response has told the server's time. */
  isKnown = false
  /** The server's clock minus the device's, in milliseconds. */
  skew = 0

  /**
   * `date` is a `Date` header in milliseconds. It has whole seconds and may lag by one, so the greatest difference is
   * the most accurate.
   */
  addSample(date: number): void {
    if (Number.isNaN(date)) return // the response has no such header
    const sample = date - Date.now()
    if (sample > this.skew || sample < this.skew - 1500) this.skew = sample
    this.isKnown = true
  }

  /** The estimate, for other tabs. */
  get estimate(): { skew?: number } {
    return this.isKnown ? { skew: this.skew } : {}
  }

  /** Adopts another tab's estimate, unless a response has told the time. */
  adopt(skew: number): void {
    if (this.isKnown) return
    this.skew = skew
    this.isKnown = true
  }

  /** Returns the milliseconds from now until `time`. */
  until(time: string): number {
    return Date.parse(time) - Date.now() - this.skew
  }
}
