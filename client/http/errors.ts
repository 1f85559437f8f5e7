/** A request to the server without a usable response. */
export class RequestError extends Error {
  /** The requested action, for example `session`. `script` if the code for it couldn't be loaded. */
  declare readonly action: string
  /** The HTTP status. `undefined` if there was no response. */
  declare readonly status: number | undefined
  override readonly name = "RequestError"

  constructor(action: string, status?: number, cause?: unknown) {
    super(`Request failed: ${action} (${status ?? "no response"})`, { cause })
    this.action = action
    this.status = status
  }
}

/** Throws a `RequestError` for a script that couldn't be loaded. */
export function throwScriptError(cause: unknown): never {
  throw new RequestError("script", undefined, cause)
}
