import "./environment.fixture.ts" // before the examples, which read it
import type { AddressInfo } from "node:net"
import type { RequestEvent } from "@sveltejs/kit"
import { workAsyncStorage } from "next/dist/server/app-render/work-async-storage.external.js"
import { workUnitAsyncStorage } from "next/dist/server/app-render/work-unit-async-storage.external.js"
import { renderToString } from "react-dom/server"
import { expect, onTestFinished, test, vi } from "vitest"
import { app } from "./password-accounts/express/server.ts"
import Page from "./password-accounts/next/page.tsx"
import { GET as changePassword } from "./password-accounts/next/change-password.ts"
import { GET } from "./password-accounts/next/route.ts"
import { handle } from "./password-accounts/sveltekit/hooks.ts"
import { load } from "./password-accounts/sveltekit/layout.ts"

/** The fields of the example. */
const SIGN_UP = /name="name".*name="email".*name="password"[^>]*autocomplete="new-password"/s

test("the Next app of the guide shows the sign-up page, and links it", async () => {
  vi.spyOn(workAsyncStorage, "getStore").mockReturnValue({ route: "/" } as never) // the part that `headers` reads
  const request = { type: "request", phase: "render", headers: new Headers({ host: "app.test" }) }
  vi.spyOn(workUnitAsyncStorage, "getStore").mockReturnValue(request as never) // as above
  onTestFinished(() => void vi.restoreAllMocks())
  expect(renderToString(await Page())).toContain('href="/api/auth/sign-up"')
  const page = await GET(new Request("https://app.test/api/auth/sign-up"))
  expect(await page.text()).toMatch(SIGN_UP)
})

test("the SvelteKit app of the guide shows the sign-up page", async () => {
  const request = new Request("https://app.test/auth/sign-up")
  const event = { request, locals: {}, url: new URL(request.url) } as unknown as RequestEvent // the part that the hook reads
  expect(await load(event)).toEqual({ session: null })
  const page = await handle({ event, resolve: () => new Response("the app") })
  expect(await page.text()).toMatch(SIGN_UP)
})

test("a password manager finds the page that changes a password, in Next and SvelteKit", async () => {
  const request = new Request("https://app.test/.well-known/change-password")
  expect((await changePassword(request)).headers.get("location")).toBe("https://app.test/api/auth/change-password")
  const event = { request, locals: {}, url: new URL(request.url) } as unknown as RequestEvent // the part that the hook reads
  const hooked = await handle({ event, resolve: () => new Response("the app") })
  expect(hooked.headers.get("location")).toBe("https://app.test/auth/change-password")
})

test("the Express app of the guide shows the sign-up page, and links it", async () => {
  const server = app.listen(0, "localhost")
  await new Promise((listening) => server.once("listening", listening))
  const url = `http://localhost:${(server.address() as AddressInfo).port}` // it listens on TCP
  expect(await (await fetch(url)).text()).toContain('href="/auth/sign-up"')
  expect(await (await fetch(`${url}/auth/sign-up`)).text()).toMatch(SIGN_UP)
  await new Promise((closed) => server.close(closed))
})
