import type { RequestEvent } from "@sveltejs/kit"

/** The visitor's address; undefined where the adapter throws, because it does not know it. */
export function clientAddress(event: RequestEvent): string | undefined {
  try {
    return event.getClientAddress()
  } catch {
    return undefined
  }
}

/** What is kept of a request while it is answered, by the request: an action's event is another object than the hook's. */
export function createRequestCache() {
  const events = new WeakMap<Request, RequestEvent>()
  const cookies = new WeakMap<Request, string[]>() // SvelteKit's own jar parses and prints them anew
  return {
    remember(event: RequestEvent, request = event.request): Request {
      events.set(request, event)
      return request
    },
    begin: (request: Request) => void cookies.set(request, []),
    keep: ({ request }: RequestEvent, lines: readonly string[]) => void cookies.get(request)?.push(...lines),
    linesOf: (request: Request): readonly string[] => cookies.get(request) ?? [],
    /** @throws {TypeError} if a helper outside of a request asks for the configuration */
    eventOf(request: Request | undefined): RequestEvent {
      const event = request && events.get(request)
      if (!event) throw new TypeError("A configuration given as a function needs the event of a request")
      return event
    },
  }
}
