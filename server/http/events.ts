import { asError, AuthError } from "../errors.ts"
import type { Events } from "../config/event-types.ts"
import type { Settings } from "../config/settings.ts"

/** Tells the host's handler of one event. What it throws is logged: an audit that fails changes no answer. */
export async function emitEvent<Name extends keyof Events>(
  { events, logger }: Pick<Settings, "events" | "logger">,
  name: Name,
  message: Parameters<Events[Name]>[0],
): Promise<void> {
  const handler = events[name] as ((message: Parameters<Events[Name]>[0]) => unknown) | undefined // one name, one message
  try {
    await handler?.(message)
  } catch (error) {
    logger.error(new AuthError("EventError", `The ${name} event handler failed`, { err: asError(error) }))
  }
}
