import "./environment.fixture.ts" // before the examples, which read it
import { once } from "node:events"
import type { AddressInfo } from "node:net"
import type { RequestEvent } from "@sveltejs/kit"
import { cookieClient } from "latchkit/testing"
import { workAsyncStorage } from "next/dist/server/app-render/work-async-storage.external.js"
import { workUnitAsyncStorage } from "next/dist/server/app-render/work-unit-async-storage.external.js"
import { renderToString } from "react-dom/server"
import { render as renderSvelte } from "svelte/server"
import { beforeEach, expect, onTestFinished, test, vi } from "vitest"
import { sendOverHttp } from "../../../server/test-kit/over-http.ts"
import { app } from "./own-step/express/server.ts"
import { handlers } from "./own-step/next/auth.ts"
import Terms from "./own-step/next/page.tsx"
import { handle } from "./own-step/sveltekit/auth.ts"
import { load } from "./own-step/sveltekit/load.ts"
import SvelteTerms from "./svelte/Terms.svelte"

const SITE = "https://app.test"
type Handle = (request: Request) => Promise<Response>

beforeEach(() => {
  const user = { id: 1, login: "ada", name: "Ada", email: "ada@example.com" }
  const token = { access_token: "at", token_type: "bearer", scope: "user:email" }
  vi.stubGlobal("fetch", async (url: URL | string) => {
    if (String(url).endsWith("/access_token")) return Response.json(token)
    return Response.json(
      String(url).endsWith("/emails") ? [{ email: user.email, primary: true, verified: true }] : user,
    )
  })
  return () => void vi.unstubAllGlobals()
})

async function renderNext(request: Request): Promise<Response> {
  const headers = new Headers([...request.headers, ["host", "app.test"]])
  vi.spyOn(workAsyncStorage, "getStore").mockReturnValue({ route: "/terms" } as never) // the part that `headers` reads
  vi.spyOn(workUnitAsyncStorage, "getStore").mockReturnValue({ type: "request", phase: "render", headers } as never) // as above
  onTestFinished(() => void vi.restoreAllMocks())
  return new Response(renderToString(await Terms()))
}

const APPS: Record<string, () => Promise<{ base: string; handle: Handle }>> = {
  async Next() {
    const routes = (request: Request) => (request.method === "POST" ? handlers.POST(request) : handlers.GET(request))
    return {
      base: `${SITE}/api/auth`,
      handle: (request) => (request.url === `${SITE}/terms` ? renderNext(request) : routes(request)),
    }
  },
  async SvelteKit() {
    const resolve = async (event: RequestEvent) =>
      new Response(renderSvelte(SvelteTerms, { props: { data: await load(event) } }).body)
    const toEvent = (request: Request) =>
      ({ request, locals: {}, url: new URL(request.url) }) as unknown as RequestEvent // the parts that the hook reads
    return { base: `${SITE}/auth`, handle: (request) => handle({ event: toEvent(request), resolve }) }
  },
  async Express() {
    const server = app.listen(0, "localhost")
    await once(server, "listening")
    onTestFinished(() => void server.close().closeAllConnections())
    const { port } = server.address() as AddressInfo // it listens on TCP
    return { base: `${SITE}/auth`, handle: (request) => sendOverHttp(request, port, "app.test") }
  },
}

test.each(Object.keys(APPS))("%s: a user is signed in once they accept the terms", async (name) => {
  const { base, handle: serve } = (await APPS[name]?.()) ?? expect.fail("no app")
  const browser = cookieClient({ handle: serve }, new Map(), base)
  const session = async () => (await (await browser.get("/session")).json()) as unknown
  const started = await browser.post("/signin/github", { csrfToken: await browser.csrfToken() })
  const state = new URL(started.headers.get("location") ?? "").searchParams.get("state") ?? ""
  const paused = await browser.get(`/callback/github?${new URLSearchParams({ code: "c", state })}`)
  expect([paused.headers.get("location"), await session()]).toEqual([`${SITE}/terms`, null])

  const page = await (await browser.get(`${SITE}/terms`)).text()
  const action = /action="([^"]+)"/.exec(page)?.[1] ?? ""
  const fields = Object.fromEntries(
    [...page.matchAll(/<input[^>]*? name="(\w+)" value="([^"]*)"/g)].map(([, field = "", value = ""]) => [
      field,
      value,
    ]),
  )
  expect(Object.keys(fields)).toEqual(["csrfToken", "attempt", "accept"])
  await browser.post(action, { ...fields, accept: "no" })
  expect(await session()).toBeNull()
  await browser.post(action, fields)
  expect(await session()).toMatchObject({ user: { name: "Ada" } })
  const thrown = (error: { location?: string; digest?: string }) => error.location ?? error.digest
  const away = await browser.get(`${SITE}/terms`).then(({ headers }) => headers.get("location"), thrown)
  expect(away).toMatch(/^(NEXT_REDIRECT;replace;)?\/(;|$)/)
})
