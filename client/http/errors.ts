/** A request to the service that got no usable answer. */
export class RequestError extends Error {
  /** The action that was asked, for example `session`; `script` where the code for it could not be loaded. */
  readonly action: string
  /** The HTTP status; undefined where no answer came. */
  readonly status: number | undefined

  constructor(action: string, status?: number, cause?: unknown) {
    super(status ? `${action} answered ${status}, and not what was asked for` : `${action} could not be reached`, {
      cause,
    })
    this.name = "RequestError"
    this.action = action
    this.status = status
  }
}

/** What a script that could not be loaded is to those who asked for it. @throws {RequestError} */
export function throwScriptError(cause: unknown): never {
  throw new RequestError("script", undefined, cause)
}
