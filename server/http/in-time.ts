import { AuthError } from "../errors.ts"

/** Seconds that a function of the app may take. */
const TIMEOUT = 30

/**
 * Waits for the result of a function of the app.
 *
 * @throws {AuthError} `CallbackRouteError` after 30 seconds
 */
export async function withTimeout<T>(name: string, returned: T | PromiseLike<T>): Promise<T> {
  if (typeof returned !== "object" || returned === null || !("then" in returned)) return returned
  const limit: { timer?: ReturnType<typeof setTimeout> } = {}
  const late = new Promise<never>((_, reject) => {
    const error = new AuthError("CallbackRouteError", `${name} took longer than ${TIMEOUT} seconds`)
    limit.timer = setTimeout(() => reject(error), TIMEOUT * 1000)
  })
  try {
    return await Promise.race([returned, late])
  } finally {
    clearTimeout(limit.timer)
  }
}
