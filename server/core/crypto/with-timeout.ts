import { AuthError } from "../../errors.ts"

/**
 * Waits for the result of a function of the app.
 *
 * @throws {AuthError} `CallbackRouteError` after `seconds`
 */
export async function withTimeout<T>(name: string, returned: T | PromiseLike<T>, seconds = 30): Promise<T> {
  if (typeof returned !== "object" || returned === null || !("then" in returned)) return returned
  const message = `${name} took longer than ${seconds} seconds`
  return rejectAfter(seconds * 1000, returned, () => new AuthError("CallbackRouteError", message))
}

/** Waits for `work`. @throws the error of `createError` after so many milliseconds */
export async function rejectAfter<T>(milliseconds: number, work: PromiseLike<T>, createError: () => Error): Promise<T> {
  const limit: { timer?: ReturnType<typeof setTimeout> } = {}
  const late = new Promise<never>((_, reject) => {
    limit.timer = setTimeout(() => reject(createError()), milliseconds)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(limit.timer)
  }
}
