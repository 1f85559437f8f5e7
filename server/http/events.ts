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
