import "./environment.fixture.ts" // before the examples, which read it
import type { AddressInfo } from "node:net"
import { renderToString } from "react-dom/server"
import { expect, test } from "vitest"
import { cookieClient } from "latchkit/testing"
import { App } from "./spa/app.tsx"
import { app } from "./spa/server.ts"
import viteConfig from "./spa/vite.config.ts"

test("the API gives the card its props, signs in with a password, and knows the session", async () => {
  const server = app.listen(0, "localhost")
  await new Promise((listening) => server.once("listening", listening))
  const origin = `http://localhost:${(server.address() as AddressInfo).port}` // it listens on TCP
  const browser = cookieClient(
    { handle: (request) => fetch(request, { redirect: "manual" }) },
    new Map(),
    `${origin}/auth`,
  )
  const card = (await (await browser.get("/sign-in-props")).json()) as { providers: { id: string }[] }
  expect(card.providers.map(({ id }) => id)).toEqual(["github", "credentials"])
  expect((await browser.get(`${origin}/api/journal`)).status).toBe(401)
  await browser.signInWith("credentials", { email: "ada@example.com", password: "correct horse" })
  expect(await (await browser.get(`${origin}/api/journal`)).json()).toEqual({ entries: ["ada@example.com was here"] })
  await new Promise((closed) => server.close(closed))
})

test("the app renders, and Vite's proxy keeps the page's host", () => {
  expect(renderToString(<App />)).toContain("One moment…")
  expect(viteConfig).toMatchObject({ server: { proxy: { "/auth": { changeOrigin: false } } } })
})
