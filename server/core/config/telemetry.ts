import type { Events } from "./event-types.ts"
import type { SecurityEvent } from "./security-events.ts"

/** The facts about a request that a span has: no URL, and nothing about a user. */
export interface ObservedRequest {
  /** Such as `GET session`. */
  route: string
  /** The id of a configured provider. */
  provider: string | undefined
  /** Returns whether an administrator acted as the user. Call it after the request. */
  impersonated: () => boolean
}

/** Observes Latchkit's requests and events. `openTelemetry()` of `latchkit/opentelemetry` returns one. */
export interface Telemetry {
  /** Runs a request, and returns its result. */
  observe<Result>(request: ObservedRequest, run: () => Promise<Result>): Promise<Result>
  /** Counts an event. */
  count(event: SecurityEvent): void
}

/** Returns the app's handlers. The one for security events counts them too. */
export function countedEvents(events: Partial<Events> = {}, telemetry: Telemetry | undefined): Partial<Events> {
  if (!telemetry) return events
  const security: Events["security"] = (event) => {
    telemetry.count(event)
    return events.security?.(event)
  }
  return { ...events, security }
}
