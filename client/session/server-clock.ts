/** Estimates the server's clock from its responses. */
export class ServerClock {
  /** The server's clock minus the device's, in milliseconds, once a response or another tab has told it. */
  skew: number | undefined

  /**
   * `date` is a `Date` header in milliseconds. It has whole seconds and may lag by one, so the greatest difference is
   * the most accurate.
   */
  addSample(date: number): void {
    if (Number.isNaN(date)) return
    const { skew = 0 } = this
    const sample = date - Date.now()
    this.skew = sample > skew || sample < skew - 1500 ? sample : skew
  }

  /** Returns the milliseconds from now until `time`. */
  until(time: string): number {
    return Date.parse(time) - Date.now() - (this.skew ?? 0)
  }
}
