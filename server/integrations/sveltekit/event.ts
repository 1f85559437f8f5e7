import type { RequestEvent } from "@sveltejs/kit"

/** Returns the client's IP address, or `undefined` if the adapter throws because it doesn't know it. */
export function clientAddress(event: RequestEvent): string | undefined {
  try {
    return event.getClientAddress()
  } catch {
    return undefined
  }
}

/**
 * Creates the memory for requests in progress. Keyed by the request, because an action gets another event object than
 * the hook.
 */
export function createRequestCache() {
  const events = new WeakMap<Request, RequestEvent>()
  const cookies = new WeakMap<Request, string[]>() // SvelteKit's own jar would parse and serialize them again
  return {
    remember(event: RequestEvent, request = event.request): Request {
      events.set(request, event)
      return request
    },
    begin: (request: Request) => void cookies.set(request, []),
    keep: ({ request }: RequestEvent, lines: readonly string[]) => void cookies.get(request)?.push(...lines),
    linesOf: (request: Request): readonly string[] => cookies.get(request) ?? [],
    /** @throws {TypeError} if a helper loads the configuration outside of a request */
    eventOf(request: Request | undefined): RequestEvent {
      const event = request && events.get(request)
      if (!event)
        throw new TypeError("The configuration is a function of the event, but it was loaded outside of a request")
      return event
    },
  }
}
