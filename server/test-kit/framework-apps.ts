import { createServer } from "node:http"
import { mergeHeadersCookies, requestHandler } from "@builder.io/qwik-city/middleware/request-handler"
import type { RequestHandler as QwikHandler } from "@builder.io/qwik-city"
import { isRedirect, type RequestEvent } from "@sveltejs/kit"
import express from "express"
import { workAsyncStorage } from "next/dist/server/app-render/work-async-storage.external.js"
import { workUnitAsyncStorage } from "next/dist/server/app-render/work-unit-async-storage.external.js"
import { ResponseCookies } from "next/dist/server/web/spec-extension/cookies.js"
import { NextRequest } from "next/server.js"
import { getURLFromRedirectError } from "next/dist/client/components/redirect.js"
import { isRedirectError } from "next/dist/client/components/redirect-error.js"
import { vi } from "vitest"
import { createAuth } from "../service/auth.ts"
import type { AuthConfig } from "../service/config.ts"
import { ExpressAuth } from "../integrations/express/index.ts"
import { signInByForm } from "../integrations/forms.ts"
import { NextAuth } from "../integrations/next/index.ts"
import { createOnRequest, getSession, redirectWithCookies, serviceFor } from "../integrations/qwik/event.ts"
import { accountProps, openStep } from "../integrations/qwik/own-pages.ts"
import { requireAuth } from "../integrations/qwik/require-auth.ts"
import { withCookies } from "../integrations/responses.ts"
import { SolidAuth } from "../integrations/solid-start/index.ts"
import { SvelteKitAuth } from "../integrations/sveltekit/index.ts"
import type { RequestHandler } from "../testing/cookie-client.ts"
import { sendOverHttp } from "./over-http.ts"
import { listenOnLoopback } from "./listening.ts"

/**
 * An app of a framework: Latchkit below `/auth`, its server action at `POST /login`, its session at `GET /who`, and its
 * open step at `GET /terms`. `GET /settings` has the props of its account card, and `requireAuth` guards `/members`.
 */
export interface FrameworkApp extends RequestHandler {
  close?(): void
}

/** `prefix` is a path below which the framework itself serves the app: `/shop`. */
type Serve = (config: AuthConfig, prefix?: string) => FrameworkApp | Promise<FrameworkApp>

/** An app of each framework. `AUTH_URL` must be `https://app.test/auth`, or that URL with the prefix. */
export const FRAMEWORK_APPS = {
  express: serveExpress,
  next: serveNext,
  sveltekit: serveSvelteKit,
  "solid-start": serveSolidStart,
  qwik: serveQwik,
  "no framework": serveRequests,
} satisfies Record<string, Serve>

export type FrameworkName = keyof typeof FRAMEWORK_APPS

/** Returns the path of a request without the prefix. */
const pathBelow = ({ url }: Pick<Request, "url">, prefix: string) => new URL(url).pathname.replace(prefix, "")

function serveRequests(config: AuthConfig, prefix = ""): FrameworkApp {
  const auth = createAuth(config)
  return {
    async handle(request) {
      const pathname = pathBelow(request, prefix)
      if (pathname === "/members")
        return auth.require(request).then(
          () => new Response("welcome"),
          (error: unknown) => auth.stepUpResponse(request, error),
        )
      if (pathname === "/who") return Response.json(await auth.getSession(request))
      if (pathname === "/settings") {
        const { props, cookies } = await auth.accountProps(request)
        return withCookies(Response.json(props, { headers: { "cache-control": "private, no-store" } }), cookies)
      }
      if (pathname !== "/terms") return auth.handle(request)
      const { step, cookies } = await auth.openStep(request)
      return withCookies(Response.json(step), cookies)
    },
  }
}

async function serveExpress(config: AuthConfig, prefix = "/"): Promise<FrameworkApp> {
  const auth = ExpressAuth(config)
  const app = express()
  app.use("/auth", auth)
  app.post("/login", express.urlencoded(), async (req, res) => {
    const failure = await auth.signIn(req, res)
    if (failure) res.json(failure)
  })
  app.get("/who", async (req, res) => void res.json(await auth.getSession(req)))
  app.get("/settings", async (req, res) => void res.json(await auth.accountProps(req, res)))
  app.get("/terms", async (req, res) => void res.json(await auth.openStep(req, res)))
  app.get("/members", auth.requireAuth(), (_, res) => void res.end("welcome"))
  const server = createServer(express().use(prefix, app))
  const port = await listenOnLoopback(server)
  return {
    handle: (request) => sendOverHttp(request, port, "app.test"),
    close: () => server.close().closeAllConnections(),
  }
}

/** Runs server code of Next, which keeps its request in these two stores. A page ("render") can't set cookies. */
async function runInNext(
  request: Request,
  phase: "action" | "render",
  action: () => Promise<unknown>,
): Promise<Response> {
  const headers = new Headers()
  const store = {
    type: "request",
    phase,
    headers: new Headers([...request.headers, ["host", new URL(request.url).host]]),
    userspaceMutableCookies: new ResponseCookies(headers),
  }
  const stores = [
    vi.spyOn(workAsyncStorage, "getStore").mockReturnValue({ route: "/" } as never), // `headers` and `cookies` read no more
    vi.spyOn(workUnitAsyncStorage, "getStore").mockReturnValue(store as never), // as above
  ]
  try {
    return Response.json((await action()) ?? null, { headers })
  } catch (thrown) {
    if (!isRedirectError(thrown)) throw thrown
    headers.set("location", getURLFromRedirectError(thrown))
    return new Response(null, { status: 303, headers })
  } finally {
    for (const kept of stores) kept.mockRestore()
  }
}

function serveNext(config: AuthConfig, prefix = ""): FrameworkApp {
  const { accountProps, handlers, auth, openStep: nextStep, requireAuth, signIn } = NextAuth(config)
  const members = requireAuth({}, () => new Response("welcome"))
  return {
    async handle(sent) {
      const request = new NextRequest(sent.url.replace(prefix, ""), sent) // Next removes its own `basePath`
      const { pathname, searchParams } = new URL(request.url)
      const query = Object.fromEntries(searchParams)
      if (pathname === "/settings") return runInNext(request, "render", () => accountProps("/settings", query))
      const form = pathname === "/login" ? await request.formData() : undefined
      if (form) return runInNext(request, "action", () => signIn(undefined, form))
      if (pathname === "/who") return runInNext(request, "render", () => auth())
      if (pathname === "/terms") return runInNext(request, "render", nextStep)
      if (pathname === "/members") return members(request, { params: Promise.resolve({}) })
      return request.method === "POST" ? handlers.POST(request) : handlers.GET(request)
    },
  }
}

/** The headers that server code set, which SvelteKit adds to its own response. */
const OWN_HEADERS = new WeakMap<RequestEvent, Record<string, string>>()

function serveSvelteKit(config: AuthConfig, prefix = ""): FrameworkApp {
  const auth = SvelteKitAuth(config)
  const resolve = async (event: RequestEvent): Promise<Response> => {
    const pathname = pathBelow(event.request, prefix)
    if (pathname === "/who") return Response.json(await auth.getSession(event))
    if (pathname === "/terms") return Response.json(await auth.openStep(event))
    if (pathname === "/settings") return Response.json(await auth.accountProps(event))
    try {
      if (pathname === "/members") return Response.json(await auth.requireAuth(event))
      const { data, status } = await auth.signIn(event)
      return Response.json(data, { status })
    } catch (thrown) {
      if (!isRedirect(thrown)) throw thrown
      return new Response(null, {
        status: thrown.status,
        headers: { ...OWN_HEADERS.get(event), location: thrown.location },
      })
    }
  }
  return {
    handle: async (request) => {
      const setHeaders = (headers: Record<string, string>) => void OWN_HEADERS.set(event, headers)
      const event = { request, locals: {}, url: new URL(request.url), setHeaders } as unknown as RequestEvent // the parts that the hook reads
      return auth.handle({ event, resolve })
    },
  }
}

function serveSolidStart(config: AuthConfig, prefix = ""): FrameworkApp {
  const auth = SolidAuth({ ...config, prefix: "/auth" })
  return {
    async handle(request) {
      const answer = await (request.method === "POST" ? auth.POST : auth.GET)({ request })
      if (answer) return answer
      const response = { headers: new Headers() }
      const [pathname, { search }] = [pathBelow(request, prefix), new URL(request.url)]
      if (pathname === "/settings")
        return Response.json(await auth.accountProps({ request, response }, pathname + search), response)
      if (pathname === "/members") {
        const found = await auth.requireAuth({ request })
        return found instanceof Response ? found : Response.json(found)
      }
      if (pathname === "/terms") return Response.json(await auth.openStep({ request, response }), response)
      if (request.method === "GET") return Response.json(await auth.getSession({ request }))
      const result = await auth.signIn({ request }, await request.formData())
      return result instanceof Response ? result : Response.json(result)
    },
  }
}

const QWIK_ROUTES: Record<string, Record<string, QwikHandler>> = {
  who: { onGet: async (event) => void event.json(200, await getSession(event)) },
  settings: { onGet: async (event) => void event.json(200, await accountProps(event)) },
  terms: { onGet: async (event) => void event.json(200, await openStep(event)) },
  members: { onGet: async (event) => void event.json(200, await requireAuth(event)) },
  // Does the same as the action of `QwikAuth$`, which needs the optimizer of Qwik
  login: {
    onPost: async (event) => {
      const answer = await signInByForm(serviceFor(event), event.request, await event.request.formData())
      if ("failed" in answer) event.json(400, answer)
      else redirectWithCookies(event, answer)
    },
  },
}

function serveQwik(config: AuthConfig, prefix = ""): FrameworkApp {
  const plan = {
    routes: Object.entries(QWIK_ROUTES).map(([path, module]) => [`${prefix}/${path}`.slice(1), [() => module]]),
    serverPlugins: [{ onRequest: createOnRequest(() => config) }],
    trailingSlash: false,
    basePathname: `${prefix}/`,
  }
  const options = { qwikCityPlan: plan, render: () => undefined, checkOrigin: true }
  return {
    async handle(request) {
      const run = await requestHandler<Response>(
        qwikRequest(request),
        options as unknown as Parameters<typeof requestHandler>[1], // the parts of a plan that it reads
        {} as never, // nothing is serialized
      )
      return (await run?.response) ?? new Response("Not found", { status: 404 })
    },
  }
}

/** Returns a request as Qwik City's adapters pass it on. */
export function qwikRequest(request: Request): Parameters<typeof requestHandler<Response>>[0] {
  return {
    mode: "server",
    url: new URL(request.url),
    locale: undefined,
    platform: {},
    request,
    env: { get: () => undefined },
    getClientConn: () => ({}),
    getWritableStream(status, headers, cookies, resolve) {
      const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
      const body = [204, 304].includes(status) ? null : readable
      resolve(new Response(body, { status, headers: mergeHeadersCookies(headers, cookies) }))
      return writable
    },
  }
}
