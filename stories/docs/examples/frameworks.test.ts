import "./environment.fixture.ts" // before the examples, which read it
import type { AddressInfo } from "node:net"
import type { RequestEvent } from "@sveltejs/kit"
import { NextRequest, type NextFetchEvent } from "next/server.js"
import { expect, test } from "vitest"
import { config } from "./auth.ts"
import { mintSession } from "latchkit/testing"
import { app } from "./express/server.ts"
import { auth as next, handlers } from "./next/auth.ts"
import { GET } from "./solid-start/auth.ts"
import { handle } from "./sveltekit/auth.ts"

const site = "https://app.test"
const ada = async (basePath = "/auth") =>
  (await mintSession({ ...config, basePath }, { name: "Ada", email: "ada@example.com" })).headers

test("Express: the service answers, and a page for members leads there or greets", async () => {
  const server = app.listen(0, "localhost")
  await new Promise((listening) => server.once("listening", listening))
  const { port } = server.address() as AddressInfo // it listens on TCP
  const get = (path: string, headers: HeadersInit = {}) =>
    fetch(`http://localhost:${port}${path}`, { headers, redirect: "manual" })
  expect(await (await get("/auth/providers")).json()).toHaveProperty("github")
  expect((await get("/journal")).headers.get("location")).toBe("/auth/signin?callbackUrl=%2Fjournal")
  const greeting = await get("/journal", await ada())
  expect(greeting.headers.get("content-type")).toContain("text/plain") // a name may contain tags
  expect(await greeting.text()).toBe("Hello Ada")
  await new Promise((closed) => server.close(closed))
})

test("Next: the handlers answer, and the proxy lets members through", async () => {
  const answer = await handlers.GET(new NextRequest(`${site}/api/auth/providers`))
  expect(await answer.json()).toMatchObject({ github: { signinUrl: `${site}/api/auth/signin/github` } })
  const event = {} as NextFetchEvent // `auth` asks nothing of it
  const proxy = async (path: string, headers: HeadersInit = {}) =>
    next(new NextRequest(site + path, { headers }), event)
  expect((await proxy("/journal"))?.headers.get("location")).toContain("/api/auth/signin?callbackUrl=")
  for (const passed of [await proxy("/"), await proxy("/journal", await ada("/api/auth"))]) {
    expect(passed?.headers.get("x-middleware-next")).toBe("1")
  }
})

test("SvelteKit: the hook answers, and gives pages the session", async () => {
  const visit = async (path: string, headers: HeadersInit = {}) => {
    const request = new Request(site + path, { headers })
    const event = { request, locals: {}, url: new URL(request.url) } as unknown as RequestEvent // what the hook reads of it
    const resolve = async (given: RequestEvent) =>
      Response.json(await (given.locals as { auth(): Promise<unknown> }).auth())
    return (await handle({ event, resolve })).json()
  }
  expect(await visit("/auth/providers")).toHaveProperty("github")
  expect(await visit("/journal")).toBeNull()
  expect(await visit("/journal", await ada())).toMatchObject({ user: { name: "Ada" } })
})

test("SolidStart: the route answers", async () => {
  const answer = await GET({ request: new Request(`${site}/api/auth/providers`) })
  expect(await answer?.json()).toMatchObject({ github: { signinUrl: `${site}/api/auth/signin/github` } })
})
