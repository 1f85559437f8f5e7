// e2e/frameworks/sveltekit.suite.ts calls `requireAuth` in SvelteKit's own `query`, `form` and `command`
import { isHttpError, isRedirect, type RequestEvent } from "@sveltejs/kit"
import { expect, test } from "vitest"
import { mintSession } from "../../testing/mint-session.ts"
import { passwordConfig } from "../../test-kit/password-service.ts"
import { SvelteKitAuth } from "./index.ts"

const SITE = "https://app.test"
const REMOTE = `${SITE}/_app/remote/1x2y/notes`
const config = passwordConfig()
const auth = SvelteKitAuth((event) => (event.url.origin === SITE ? config : passwordConfig()))

/** Returns the event of a query: version 3 hides the page, so that no query depends on it. */
function toQueryEvent(event: RequestEvent, request = event.request): RequestEvent {
  const hidden = {
    get: () => {
      throw new Error("Cannot access `event.url` in a query")
    },
  }
  const { url: _, params: __, route: ___, ...rest } = event
  return Object.defineProperties({ ...rest, request }, { url: hidden, params: hidden, route: hidden }) as RequestEvent // its getters throw
}

interface Call {
  request: Request
  /** The page that the browser names. It names none when it calls a query. */
  page?: string
  toEvent?: (event: RequestEvent) => RequestEvent
}

/** Calls a function that requires a session, and returns its name, where it leads, or the error. */
async function call({ request, page, toEvent = (event) => event }: Call): Promise<unknown> {
  const event = { request, locals: {}, url: new URL(page ?? request.url), isRemoteRequest: request.url === REMOTE }
  const results: unknown[] = []
  const resolve = async (hookEvent: RequestEvent) => {
    try {
      results.push((await auth.requireAuth(toEvent(hookEvent))).user?.name)
    } catch (thrown) {
      if (isRedirect(thrown)) results.push(new URL(thrown.location, SITE).searchParams.get("callbackUrl"))
      else if (isHttpError(thrown)) results.push(thrown.body)
      else throw thrown
    }
    return new Response()
  }
  await auth.handle({ event: event as unknown as RequestEvent, resolve }) // the parts that the hook reads
  return results[0]
}

const fetched = { "sec-fetch-mode": "cors", "sec-fetch-site": "same-origin", origin: SITE }
const fromNotes = { ...fetched, referer: `${SITE}/notes?tag=a` }
const json = { "content-type": "application/json" }

test("a query has the session, while a page renders and when the browser calls it", async () => {
  const { headers } = await mintSession(config, { id: "ada", name: "Ada" }, { url: `${SITE}/auth` })
  for (const url of [`${SITE}/notes`, REMOTE])
    expect(await call({ request: new Request(url, { headers }), toEvent: toQueryEvent })).toBe("Ada")
})

test("a live query has the session too, though its request is a copy", async () => {
  const { headers } = await mintSession(config, { id: "ada", name: "Ada" }, { url: `${SITE}/auth` })
  const request = new Request(REMOTE, { headers })
  expect(await call({ request, toEvent: (event) => toQueryEvent(event, new Request(request)) })).toBe("Ada")
})

test.each<[string, Call, string]>([
  [
    "a query of a page that renders",
    { request: new Request(`${SITE}/notes?tag=a`, { headers: { accept: "text/html" } }), toEvent: toQueryEvent },
    "/notes?tag=a",
  ],
  [
    "a query that the browser calls",
    { request: new Request(REMOTE, { headers: fromNotes }), toEvent: toQueryEvent },
    "/notes?tag=a",
  ],
  [
    "a query of a page that sends no referrer",
    { request: new Request(REMOTE, { headers: fetched }), toEvent: toQueryEvent },
    "/",
  ],
  [
    "a batched query",
    { request: new Request(REMOTE, { method: "POST", headers: { ...fromNotes, ...json } }), toEvent: toQueryEvent },
    "/notes?tag=a",
  ],
  [
    "a form",
    { request: new Request(REMOTE, { method: "POST", headers: fromNotes }), page: `${SITE}/notes?tag=a` },
    "/notes?tag=a",
  ],
])("%s redirects a signed-out user, who returns to the page", async (_, input, page) => {
  expect(await call(input)).toBe(SITE + page)
})

test("a command of a signed-out user throws, because SvelteKit follows no redirect of one", async () => {
  const request = new Request(REMOTE, { method: "POST", headers: { ...fromNotes, ...json } })
  expect(await call({ request, page: `${SITE}/notes?tag=a` })).toMatchObject({ error: "SessionRequired" })
})

test("locals that an app shares between its users give nobody another user's session", async () => {
  const { headers } = await mintSession(config, { id: "ada", name: "Ada" }, { url: `${SITE}/auth` })
  const locals = {}
  const enter = (request: Request, resolve: (event: RequestEvent) => Response | Promise<Response>) =>
    auth.handle({ event: { request, locals, url: new URL(request.url) } as unknown as RequestEvent, resolve }) // as above
  const asked: unknown[] = []
  await enter(new Request(`${SITE}/notes`), async (anonymous) => {
    await enter(new Request(`${SITE}/notes`, { headers }), () => new Response())
    asked.push(await auth.requireAuth(anonymous).catch((thrown: unknown) => isRedirect(thrown)))
    return new Response()
  })
  expect(asked).toEqual([true])
})
