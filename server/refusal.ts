/** A request that is refused before it means anything: an HTTP status, and a sentence for the log. */
export class Refusal extends Error {
  readonly status: number
  /** Further headers of the answer, such as `allow`. */
  readonly headers: Readonly<Record<string, string>>

  constructor(status: number, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message)
    this.name = "Refusal"
    this.status = status
    this.headers = headers
  }
}
