import { redirect, type RequestEvent } from "@sveltejs/kit"
import type { HelperResponse } from "../../service/api.ts"
import { waitUntilIn } from "../../core/config/background.ts"
import type { Connection } from "../../core/request/auth-request.ts"
import { withCookies } from "../responses.ts"

/** Returns the client's IP address, and the `waitUntil` that the adapters for Cloudflare and Netlify pass on. */
export function toConnection(event: RequestEvent): Connection {
  const platform: { ctx?: unknown; context?: unknown } = event.platform ?? {}
  return { address: clientAddress(event), waitUntil: waitUntilIn(platform.ctx, platform.context) }
}

// The adapter throws if it doesn't know the address
function clientAddress(event: RequestEvent): string | undefined {
  try {
    return event.getClientAddress()
  } catch {
    return undefined
  }
}

/** Returns whether a request is the other one or its copy. An app may share `locals` between its users' requests. */
const isSameRequest = (one: Request, other: Request): boolean =>
  one === other || (one.url === other.url && one.headers.get("cookie") === other.headers.get("cookie"))

/**
 * Creates the memory for requests in progress. Keyed by the request, because an action gets another event object than
 * the hook.
 */
export function createRequestCache() {
  const events = new WeakMap<Request, RequestEvent>()
  const handled = new WeakMap<App.Locals, RequestEvent>()
  const cookies = new WeakMap<Request, string[]>() // SvelteKit's own jar would parse and serialize them again
  const privatePages = new WeakSet<Request>()
  const challenges = new WeakMap<Request, Response>()
  const hookEvent = (event: RequestEvent): RequestEvent => {
    const hooked = handled.get(event.locals)
    return hooked && isSameRequest(hooked.request, event.request) ? hooked : event
  }
  const keep = ({ request }: RequestEvent, lines: readonly string[]) => void cookies.get(request)?.push(...lines)
  return {
    remember(event: RequestEvent, request = event.request): Request {
      events.set(request, hookEvent(event))
      return request
    },
    begin(event: RequestEvent) {
      cookies.set(event.request, [])
      handled.set(event.locals, event)
    },
    /** Returns the event of the hook. A query gets another one, whose `url` throws. */
    hookEvent,
    keep,
    /** Redirects the user, with the cookies and headers of a sign-in or sign-out. */
    leave(event: RequestEvent, { url, cookies: lines, headers }: HelperResponse): never {
      keep(event, lines)
      if (headers) event.setHeaders(headers)
      redirect(303, url, { external: true }) // an identity provider is external; SvelteKit 2 doesn't check
    },
    keepPrivate: ({ request }: RequestEvent) => void privatePages.add(request),
    challenge: (request: Request, response: Response) => void challenges.set(request, response),
    /**
     * Adds what the request's helpers left: the headers of a challenge, the cookies, and that no cache may keep the
     * page.
     */
    finish(request: Request, response: Response): Response {
      const full = withChallenge(response, challenges.get(request))
      return withCookies(privatePages.has(request) ? withoutCache(full) : full, cookies.get(request) ?? [])
    },
    /** @throws {TypeError} if a helper loads the configuration outside of a request */
    findEvent(request: Request | undefined): RequestEvent {
      const event = request && events.get(request)
      if (!event)
        throw new TypeError("The configuration is a function of the event, but it was loaded outside of a request")
      return event
    },
  }
}

/** Adds the headers of a challenge to SvelteKit's own response. `error` can't set any. */
function withChallenge(response: Response, challenge: Response | undefined): Response {
  if (!challenge || response.status !== challenge.status) return response
  const copy = new Response(response.body, response)
  for (const name of ["www-authenticate", "cache-control"])
    if (challenge.headers.has(name)) copy.headers.set(name, challenge.headers.get(name) ?? "")
  return copy
}

// SvelteKit's `setHeaders` throws if the app sets the header, too
function withoutCache(response: Response): Response {
  const copy = new Response(response.body, response)
  copy.headers.set("cache-control", "private, no-store")
  return copy
}
