import { asError, AuthError } from "../errors.ts"
import type { Events } from "../config/event-types.ts"
import type { Settings } from "../config/settings.ts"

/**
 * Calls the app's handler of one event. Logs what it throws, because a failed audit log must not change the response.
 */
export async function emitEvent<Name extends keyof Events>(
  { events, logger }: Pick<Settings, "events" | "logger">,
  name: Name,
  message: Parameters<Events[Name]>[0],
): Promise<void> {
  const handler = events[name] as ((message: Parameters<Events[Name]>[0]) => unknown) | undefined // the types of name and message match
  try {
    await handler?.(message)
  } catch (error) {
    logger.error(new AuthError("EventError", `The ${name} event handler failed`, { err: asError(error) }))
  }
}

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
    const reportTimeout = () =>
      reject(new AuthError("CallbackRouteError", `${name} took longer than ${TIMEOUT} seconds`))
    limit.timer = setTimeout(reportTimeout, TIMEOUT * 1000)
  })
  try {
    return await Promise.race([returned, late])
  } finally {
    clearTimeout(limit.timer)
  }
}
