import { AuthError } from "../../errors.ts"

/**
 * Waits for the result of a function of the app.
 *
 * @throws {AuthError} `CallbackRouteError` after `seconds`
 */
export async function withTimeout<T>(name: string, returned: T | PromiseLike<T>, seconds = 30): Promise<T> {
  if (typeof returned !== "object" || returned === null || !("then" in returned)) return returned
  const limit: { timer?: ReturnType<typeof setTimeout> } = {}
  const late = new Promise<never>((_, reject) => {
    const reportTimeout = () =>
      reject(new AuthError("CallbackRouteError", `${name} took longer than ${seconds} seconds`))
    limit.timer = setTimeout(reportTimeout, seconds * 1000)
  })
  try {
    return await Promise.race([returned, late])
  } finally {
    clearTimeout(limit.timer)
  }
}
