import { once } from "node:events"
import { request as rawRequest, type IncomingMessage } from "node:http"
import type { AddressInfo } from "node:net"
import { text } from "node:stream/consumers"
import {
  mergeHeadersCookies,
  requestHandler,
  type ServerRequestEvent,
} from "@builder.io/qwik-city/middleware/request-handler"
import { isHttpError, isRedirect, type RequestEvent } from "@sveltejs/kit"
import express from "express"
import { NextRequest } from "next/server.js"
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest"
import { readStepUpDemand } from "../../client/api/step-up.ts"
import { mintSession } from "../testing/mint-session.ts"
import { passwordConfig } from "../test-kit/password-service.ts"
import { ExpressAuth } from "./express/index.ts"
import { NextAuth } from "./next/index.ts"
import { createOnRequest } from "./qwik/event.ts"
import { requireAuth } from "./qwik/require-auth.ts"
import { SolidAuth } from "./solid-start/index.ts"
import type { RequireAuthOptions, StepUpFailure } from "./step-up.ts"
import { SvelteKitAuth } from "./sveltekit/index.ts"

const SITE = "https://app.test"
beforeEach(() => void vi.stubEnv("AUTH_URL", SITE))
afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

const config = passwordConfig()
const WITHIN = { within: "10m", factors: 1 } as const

/** An app with one guarded route, `/keys`, that responds with the user's name. Counts how often its action ran. */
interface GuardedApp {
  basePath: string
  handle(request: Request): Promise<Response>
}
type CreateApp = (options: RequireAuthOptions, ran: () => void) => GuardedApp | Promise<GuardedApp>

type Returned = { user?: { name?: string | null | undefined } } | StepUpFailure

/** Returns the response of the route. With `redirect: false` it has to look at what `requireAuth` returned. */
function created(returned: Returned, ran: () => void): Response {
  if ("error" in returned) return Response.json({ missing: returned })
  ran()
  return Response.json({ key: returned.user?.name })
}

// fetch sets its own Fetch Metadata
async function sendOverHttp({ url, method, headers }: Request, port: number): Promise<Response> {
  const { pathname, search } = new URL(url)
  const sent = rawRequest({ port, method, path: pathname + search, headers: Object.fromEntries(headers) }).end()
  const [answer] = (await once(sent, "response")) as [IncomingMessage] // Node's event has this argument
  const lines = Object.entries(answer.headers).map(([name, value]) => [name, String(value)] as [string, string])
  return new Response(await text(answer), { status: answer.statusCode ?? 0, headers: lines })
}

const APPS: Record<string, CreateApp> = {
  async Express(options, ran) {
    const auth = ExpressAuth(config)
    const app = express().set("trust proxy", true)
    app.all("/keys", auth.requireAuth(options), (_, res) => {
      ran()
      res.json({ key: (res.locals["session"] as { user: { name: string } }).user.name })
    })
    const server = app.listen(0, "localhost")
    await once(server, "listening")
    onTestFinished(() => void server.close().closeAllConnections())
    const { port } = server.address() as AddressInfo // it listens on TCP
    return { basePath: "/auth", handle: (request) => sendOverHttp(request, port) }
  },
  Next(options, ran) {
    const route = NextAuth(config).requireAuth(options, (request) => created(request.auth, ran))
    return {
      basePath: "/api/auth",
      handle: (request) => route(new NextRequest(request), { params: Promise.resolve({}) }),
    }
  },
  SvelteKit(options, ran) {
    const auth = SvelteKitAuth(config)
    const resolve = async (event: RequestEvent): Promise<Response> => {
      try {
        return created(await auth.requireAuth(event, options), ran)
      } catch (thrown) {
        if (isRedirect(thrown))
          return Response.json(null, { status: thrown.status, headers: { location: thrown.location } })
        if (isHttpError(thrown)) return Response.json(thrown.body, { status: thrown.status })
        throw thrown
      }
    }
    const toEvent = (request: Request) =>
      ({
        request,
        locals: {},
        url: new URL(request.url),
        isDataRequest: request.headers.has("x-data"),
      }) as unknown as RequestEvent // the parts that the hook reads
    return { basePath: "/auth", handle: (request) => auth.handle({ event: toEvent(request), resolve }) }
  },
  SolidStart(options, ran) {
    const auth = SolidAuth(config)
    const handle = async (request: Request) => {
      const session = await auth.requireAuth({ request }, options)
      return session instanceof Response ? session : created(session, ran)
    }
    return { basePath: "/api/auth", handle }
  },
  Qwik(options, ran) {
    const onRequest = async (event: Parameters<typeof requireAuth>[0]) => {
      event.json(200, await created(await requireAuth(event, options), ran).json())
    }
    const qwikCityPlan = {
      routes: [["keys", [() => ({ onRequest })]]],
      serverPlugins: [{ onRequest: createOnRequest(() => config) }],
      trailingSlash: false,
      basePathname: "/",
    }
    type Options = Parameters<typeof requestHandler>[1]
    const handling = { qwikCityPlan, render: () => undefined, checkOrigin: false } as unknown as Options // the parts of a plan that it reads
    const handle = async (request: Request) => {
      const serverRequest: ServerRequestEvent<Response> = {
        mode: "server",
        url: new URL(request.url),
        request,
        locale: undefined,
        platform: {},
        env: { get: () => undefined },
        getClientConn: () => ({}),
        getWritableStream: (status, headers, cookies, resolve) => {
          const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
          resolve(
            new Response([101, 204, 205, 301, 302, 303, 304].includes(status) ? null : readable, {
              status,
              headers: mergeHeadersCookies(headers, cookies),
            }),
          )
          return writable
        },
      }
      const run = await requestHandler<Response>(serverRequest, handling, {} as never) // this test serializes nothing
      return (await run?.response) ?? new Response("Not found", { status: 404 })
    }
    return { basePath: "/auth", handle }
  },
}

const FETCH = { "sec-fetch-mode": "cors", accept: "*/*", "sec-fetch-site": "same-origin", origin: SITE }
const FORM = {
  "sec-fetch-mode": "navigate",
  accept: "text/html",
  "sec-fetch-site": "same-origin",
  origin: SITE,
  referer: `${SITE}/settings?tab=keys`,
}

/** Sends requests of a user who signed in `minutes` ago. Without `minutes`, of an anonymous user. */
async function openApp(name: string, minutes: number | undefined, options: RequireAuthOptions = WITHIN) {
  const runs: number[] = []
  const app = await APPS[name]?.(options, () => void runs.push(1))
  if (!app) throw new TypeError(`No app: ${name}`)
  const user = { id: "ada", name: "Ada", email: "ada@app.test" }
  const authTime = Math.floor(Date.now() / 1000) - (minutes ?? 0) * 60
  const { headers } = await mintSession(config, user, { url: SITE + app.basePath, authTime })
  const send = (method: string, extra: Record<string, string> = {}, path = "/keys?env=production") => {
    const cookie = minutes === undefined ? {} : { cookie: headers.cookie }
    const host = { "x-forwarded-host": "app.test", "x-forwarded-proto": "https" }
    return app.handle(new Request(SITE + path, { method, headers: { ...host, ...cookie, ...extra } }))
  }
  return { send, runs, confirmUrl: `${SITE}${app.basePath}/confirm`, signInUrl: `${SITE}${app.basePath}/signin` }
}

describe.each(Object.keys(APPS))("`requireAuth` of %s", (name) => {
  test("lets a user through who signed in recently, with the session", async () => {
    const { send, runs } = await openApp(name, 5)
    const response = await send("POST", FETCH)
    expect([response.status, await response.json(), runs.length]).toEqual([200, { key: "Ada" }, 1])
  })

  test("without a requirement, lets a user through who signed in a day ago, but asks if one has no value", async () => {
    for (const options of [{}, { redirectTo: "/keys" }]) {
      const { send, runs } = await openApp(name, 24 * 60, options)
      for (const [method, headers] of [
        ["GET", FORM],
        ["POST", FETCH],
      ] as const)
        expect(await (await send(method, headers)).json()).toEqual({ key: "Ada" })
      expect(runs).toHaveLength(2)
      const { send: asAnonymous, signInUrl } = await openApp(name, undefined, options)
      const location = (await asAnonymous("GET", FORM)).headers.get("location") ?? ""
      expect(new URL(location, SITE).href).toContain(`${signInUrl}?`)
    }
    const { send, runs } = await openApp(name, 24 * 60, { within: undefined })
    expect([(await send("POST", FETCH)).status, runs]).toEqual([401, []])
  })

  test("responds to a script with 401 and a challenge that `stepUp` understands (threat 455)", async () => {
    const { send, runs, confirmUrl } = await openApp(name, 15)
    const response = await send("POST", FETCH)
    expect(response.status).toBe(401)
    expect(response.headers.get("www-authenticate")).toBe(
      'Bearer error="insufficient_user_authentication", max_age=600',
    )
    expect(response.headers.get("cache-control")).toContain("no-store")
    expect(await readStepUpDemand(response)).toEqual({ maxAge: 600 })
    expect(await response.json()).toMatchObject({ error: "StepUpRequired", url: `${confirmUrl}?max_age=600` })
    expect(runs).toEqual([])
  })

  test("redirects a form to the page that confirms, and from there to the form's page (threat 451)", async () => {
    const { send, runs, confirmUrl } = await openApp(name, 15)
    const response = await send("POST", FORM)
    const location = new URL(response.headers.get("location") ?? "", SITE)
    expect([response.status, location.origin + location.pathname]).toEqual([303, confirmUrl])
    expect(location.searchParams.get("callbackUrl")).toBe(`${SITE}/settings?tab=keys`)
    expect(runs).toEqual([])
  })

  test("redirects a page, and from the confirmation back to it", async () => {
    const { send } = await openApp(name, 15)
    const location = new URL((await send("GET", { ...FORM, referer: "" })).headers.get("location") ?? "", SITE)
    expect(location.searchParams.get("callbackUrl")).toBe(`${SITE}/keys?env=production`)
  })

  test("returns to `redirectTo`, but never to another site", async () => {
    const { send } = await openApp(name, 15, { ...WITHIN, redirectTo: "https://evil.test/inbox?a=1" })
    const location = new URL((await send("POST", FORM)).headers.get("location") ?? "", SITE)
    expect(location.searchParams.get("callbackUrl")).toBe(`${SITE}/inbox?a=1`)
  })

  test("leads an anonymous user to the sign-in page", async () => {
    const { send, runs, signInUrl } = await openApp(name, undefined)
    const script = await send("POST", FETCH)
    expect(script.status).toBe(401)
    expect(await script.json()).toMatchObject({ error: "SessionRequired" })
    const location = (await send("POST", FORM)).headers.get("location") ?? ""
    expect(new URL(location, SITE).href).toContain(`${signInUrl}?`)
    expect(runs).toEqual([])
  })
})

test.each([
  ["SvelteKit", { "x-sveltekit-action": "true", accept: "application/json" }],
  ["SvelteKit", { "x-data": "1" }],
  ["SolidStart", { "x-server-id": "create" }],
])("redirects the script of %s, which follows redirects: %j", async (name, headers) => {
  const { send, confirmUrl } = await openApp(name, 15)
  const referer = `${SITE}/settings`
  const response = await send("POST", { ...FETCH, referer, ...headers }, "/_server")
  const location = new URL(response.headers.get("location") ?? "")
  expect([response.status, location.origin + location.pathname]).toEqual([303, confirmUrl])
  expect(location.searchParams.get("callbackUrl")).toBe(referer)
})

test.each(["SvelteKit", "SolidStart", "Qwik"])("returns what is missing with `redirect: false` in %s", async (name) => {
  const { send, runs, confirmUrl } = await openApp(name, 15, { ...WITHIN, phishingResistant: true, redirect: false })
  const url = `${confirmUrl}?max_age=600&phishing_resistant=1`
  const missing = { error: "StepUpRequired", url, maxAge: 600, factors: 1, phishingResistant: true }
  expect(await (await send("POST", FETCH)).json()).toEqual({ missing })
  expect(runs).toEqual([])
  const { send: asAnonymous } = await openApp(name, undefined, { redirect: false })
  expect(await (await asAnonymous("POST", FETCH)).json()).toMatchObject({ missing: { error: "SessionRequired" } })
})
