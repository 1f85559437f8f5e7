import { metrics, SpanStatusCode, trace, type Attributes, type Meter, type Tracer } from "@opentelemetry/api"
import { authErrorIn, ERRORS, RejectedRequest } from "../../errors.ts"
import type { Telemetry } from "../../core/config/telemetry.ts"

export type { ObservedRequest, Telemetry } from "../../core/config/telemetry.ts"

/** The options of {@link openTelemetry}. */
export interface OpenTelemetryOptions {
  /** @default the tracer "latchkit" of the global provider */
  tracer?: Tracer
  /** @default the meter "latchkit" of the global provider */
  meter?: Meter
}

/**
 * Returns the `telemetry` option that reports to OpenTelemetry. Each request is a span named after its route, with the
 * events in it. If an administrator acted as a user, it has `latchkit.impersonated`. The metrics are
 * `latchkit.request.duration` in seconds, and `latchkit.security_events`. They contain no URL, no id of a user and no
 * address.
 *
 * @experimental
 *
 * @example
 * createAuth({ providers: [GitHub], telemetry: openTelemetry() })
 */
export function openTelemetry({
  tracer = trace.getTracer("latchkit"),
  meter = metrics.getMeter("latchkit"),
}: OpenTelemetryOptions = {}): Telemetry {
  const duration = meter.createHistogram("latchkit.request.duration", {
    description: "Duration of requests to Latchkit",
    unit: "s",
  })
  const events = meter.createCounter("latchkit.security_events", {
    description: "Security events: changes and failures",
    unit: "{event}",
  })
  return {
    observe: ({ route, provider, impersonated }, run) => {
      const attributes = { "latchkit.route": route, ...(provider !== undefined && { "latchkit.provider": provider }) }
      const started = performance.now()
      return tracer.startActiveSpan(`latchkit ${route}`, { attributes }, async (span) => {
        try {
          return await run()
        } catch (thrown) {
          // The message may name a user, so a span has only the type
          span.setAttribute("error.type", thrown instanceof Error ? thrown.name : "Unknown")
          if (isFault(thrown)) span.setStatus({ code: SpanStatusCode.ERROR })
          throw thrown
        } finally {
          if (impersonated()) span.setAttribute("latchkit.impersonated", true)
          span.end()
          duration.record((performance.now() - started) / 1000, attributes)
        }
      })
    },
    count: ({ type, outcome, provider, error }) => {
      const attributes: Attributes = {
        "latchkit.event": type,
        "latchkit.outcome": outcome,
        ...(provider !== null && { "latchkit.provider": provider }),
        ...(error !== null && { "error.type": error }),
      }
      events.add(1, attributes)
      trace.getActiveSpan()?.addEvent(`latchkit.${type}`, attributes)
    },
  }
}

// A wrong password or an expired form isn't a fault of the app
function isFault(thrown: unknown): boolean {
  if (thrown instanceof RejectedRequest) return false
  const error = authErrorIn(thrown)
  return error === undefined || ERRORS[error.type] === null
}
