/** A request to the server without a usable response. */
export class RequestError extends Error {
  /** The requested action, for example `session`. `script` if the code for it couldn't be loaded. */
  readonly action: string
  /** The HTTP status. `undefined` if there was no response. */
  readonly status: number | undefined

  constructor(action: string, status?: number, cause?: unknown) {
    super(
      status ? `Unexpected response: ${action} responded with ${status}` : `No response: could not load ${action}`,
      {
        cause,
      },
    )
    this.name = "RequestError"
    this.action = action
    this.status = status
  }
}

/** Throws a `RequestError` for a script that couldn't be loaded. */
export function throwScriptError(cause: unknown): never {
  throw new RequestError("script", undefined, cause)
}
