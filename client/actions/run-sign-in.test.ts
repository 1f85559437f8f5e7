import { afterEach, expect, test, vi } from "vitest"

import { fakeBrowser } from "../../server/testing/tabs.ts"
import { signIn } from "../api/sign-in.ts"
import { createLazyClient, runClient } from "../core/client.ts"
import { loadActionClient } from "../core/client-for.ts"
import { ada, createTestService, type TestService } from "../core/service.fixture.ts"
import { prefetch } from "../http/prefetch.ts"

const stops: (() => void)[] = []

afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

/** Opens a page for an anonymous user. `respond` may delay or replace a response. */
function open(respond: (service: TestService, request: Request) => Promise<Response>) {
  const service = createTestService(null)
  const browser = fakeBrowser({ handle: (request) => respond(service, request) })
  const client = createLazyClient({ page: browser.open(), session: null })
  stops.push(runClient(client))
  return { service, browser, client }
}

const signInAsAda = () => signIn("credentials", { name: "Ada", password: "right", redirect: false })

test("requests providers and the CSRF token at once, and sends the form when both have arrived", async () => {
  const inFlight = new Set<string>()
  const both = Promise.withResolvers<void>()
  const { service, browser } = open(async (server, request) => {
    const { pathname } = new URL(request.url)
    inFlight.add(pathname)
    if (inFlight.has("/auth/providers") && inFlight.has("/auth/csrf")) both.resolve()
    if (request.method === "GET") await both.promise // never resolves if one waits for the other
    return server.handle(request)
  })
  expect(await signInAsAda()).toMatchObject({ ok: true })
  expect(service.session).toEqual(ada)
  expect(browser.requests.slice(0, 3).sort()).toEqual([
    "GET /auth/csrf",
    "GET /auth/providers",
    "POST /auth/callback/credentials",
  ])
})

test("sends the fields of a `FormData` as they are, and leaves out those that it doesn't have", async () => {
  const bodies: string[] = []
  open(async (server, request) => {
    if (request.method === "POST") bodies.push(await request.clone().text())
    return server.handle(request)
  })
  const data = new FormData()
  data.set("name", "Ada")
  data.set("password", "right")
  data.set("picture", new File(["x"], "x.png"))
  const result = await signIn("credentials", {
    name: data.get("name"),
    password: data.get("password"),
    picture: data.get("picture"),
    code: data.get("code"),
    redirect: false,
  })
  expect(result.ok).toBe(true)
  expect([...new URLSearchParams(bodies[0]).keys()].sort()).toEqual(["callbackUrl", "csrfToken", "name", "password"])
})

test("returns the step that a sign-in waits for, without another request", async () => {
  const url = "http://localhost:3000/auth/step/second-factor"
  const stepProps = { step: "second-factor", url, attempt: "a1", methods: ["totp"] }
  const { browser } = open(async (server, request) =>
    request.method === "POST" ? Response.json({ url, step: "second-factor", stepProps }) : server.handle(request),
  )
  expect(await signInAsAda()).toEqual({ ok: false, status: 200, url, step: "second-factor", stepProps })
  expect(browser.requests.filter((request) => request.includes("/step"))).toEqual([])
})

test("a server at another origin gets cookies, and shows its own sign-in page", async () => {
  const credentials = new Array<RequestCredentials | undefined>()
  const tab = fakeBrowser({ handle: () => Response.json({}) }).open("/desk")
  const page = {
    ...tab,
    fetch: (url: string, init?: RequestInit) => (credentials.push(init?.credentials), tab.fetch(url, init)),
  }
  stops.push(runClient(createLazyClient({ page, session: null, baseUrl: "https://id.app.test" })))
  await signIn("github")
  expect(credentials).toEqual(["include", "include"])
  expect(tab.visits).toEqual(["https://id.app.test/auth/signin?callbackUrl=http%3A%2F%2Flocalhost%3A3000%2Fdesk"])
})

test("starts both requests before the code of the sign-in has loaded", async () => {
  const { browser } = open((server, request) => server.handle(request))
  const result = signInAsAda()
  expect(browser.requests.toSorted()).toEqual(["GET /auth/providers"])
  await Promise.resolve()
  expect(browser.requests.toSorted()).toEqual(["GET /auth/csrf", "GET /auth/providers"])
  expect(await result).toMatchObject({ ok: true })
})

test("a failure of an early request is the result, and the next sign-in sends it again", async () => {
  const { browser } = open((server, request) => server.handle(request))
  browser.online = false
  expect(await signInAsAda()).toMatchObject({ ok: false, error: "RequestFailed" })
  browser.online = true
  expect(await signInAsAda()).toMatchObject({ ok: true })
})

test("an early response is used once, and not if it has waited for long", async () => {
  const { client, browser } = open((server, request) => server.handle(request))
  const { http } = await loadActionClient(client)
  prefetch(client.early)
  prefetch(client.early)
  await Promise.all([http.providers(), http.csrf()])
  expect(browser.requests).toHaveLength(2)
  prefetch(client.early)
  const now = Date.now()
  const later = vi.spyOn(Date, "now").mockReturnValue(now + 60_000)
  await http.providers()
  later.mockRestore()
  expect(browser.requests.filter((request) => request === "GET /auth/providers")).toHaveLength(3)
})
