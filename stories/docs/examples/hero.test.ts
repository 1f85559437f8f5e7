import "./environment.fixture.ts" // before the examples, which read it
import type { AddressInfo } from "node:net"
import type { RequestEvent } from "@sveltejs/kit"
import { NextRequest } from "next/server.js"
import { expect, test } from "vitest"
import { app } from "./hero/express-server.ts"
import { GET } from "./hero/next-route.ts"
import server from "./hero/server-fetch.ts"
import { handle } from "./hero/sveltekit-hooks.ts"

const SITE = "https://app.test"

const PAGES: Readonly<Record<string, () => Promise<Response>>> = {
  Next: () => GET(new NextRequest(`${SITE}/api/auth/signin`)),
  async SvelteKit() {
    const request = new Request(`${SITE}/auth/signin`)
    const event = { request, locals: {}, url: new URL(request.url) } as unknown as RequestEvent // what the hook reads of it
    return handle({ event, resolve: () => new Response("the app") })
  },
  async Express() {
    const listener = app.listen(0, "localhost")
    await new Promise((listening) => listener.once("listening", listening))
    const { port } = listener.address() as AddressInfo // it listens on TCP
    const response = await fetch(`http://localhost:${port}/auth/signin`)
    const text = await response.text()
    await new Promise((closed) => listener.close(closed))
    return new Response(text)
  },
  "Any server": () => server.fetch(new Request(`${SITE}/auth/signin`)),
}

test.each(Object.entries(PAGES))("the first code of the documentation shows a card in %s", async (_, open) => {
  const html = await (await open()).text()
  expect(html).toContain("Sign in to Nightbook")
  expect(html).toContain("Continue with GitHub")
  expect(html).toContain("Continue with Google")
  expect(html).toContain("Continue with email")
})
