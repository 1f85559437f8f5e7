import type { RequestEvent } from "@sveltejs/kit"

/** The visitor's address; undefined where the adapter throws, because it does not know it. */
export function addressOf(event: RequestEvent): string | undefined {
  try {
    return event.getClientAddress()
  } catch {
    return undefined
  }
}

/** The event that a request came with. @throws {TypeError} where a helper outside of a request asks for the configuration */
export function eventOf(events: WeakMap<Request, RequestEvent>, request: Request | undefined): RequestEvent {
  const event = request && events.get(request)
  if (!event) throw new TypeError("A configuration given as a function needs the event of a request")
  return event
}
