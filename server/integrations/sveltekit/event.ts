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
  const challenges = new WeakMap<Request, Response>()
  return {
    remember(event: RequestEvent, request = event.request): Request {
      events.set(request, event)
      return request
    },
    begin: (request: Request) => void cookies.set(request, []),
    keep: ({ request }: RequestEvent, lines: readonly string[]) => void cookies.get(request)?.push(...lines),
    challenge: (request: Request, response: Response) => void challenges.set(request, response),
    /** Adds the headers of a challenge to SvelteKit's own response. `error` can't set any. */
    withChallenge(request: Request, response: Response): Response {
      const challenge = challenges.get(request)
      if (!challenge || response.status !== challenge.status) return response
      const copy = new Response(response.body, response)
      for (const name of ["www-authenticate", "cache-control"])
        if (challenge.headers.has(name)) copy.headers.set(name, challenge.headers.get(name) ?? "")
      return copy
    },
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
