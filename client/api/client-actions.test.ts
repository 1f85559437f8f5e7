import { createElement } from "react"
import { renderToString } from "react-dom/server"
import { afterEach, expect, test } from "vitest"

import { fakeBrowser } from "../../server/testing/tabs.ts"
import { createLazyClient, runClient } from "../core/client.ts"
import { ada, createTestService } from "../core/service.fixture.ts"
import { SessionProvider, useAuthClient } from "../react.tsx"
import { withActions, type AuthClientWithActions } from "./client-actions.ts"

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

test("with two base paths, each client signs in, updates and signs out at its own", async () => {
  const service = createTestService(null)
  const browser = fakeBrowser({
    handle: (request) => service.handle(new Request(request.url.replace(/\/(?:staff|shop)\//, "/auth/"), request)),
  })
  const page = browser.open("/desk")
  const clients = ["staff", "shop"].map((path) => {
    const client = createLazyClient({ page, basePath: `/${path}`, session: null })
    stops.push(runClient(client))
    return { path, client: withActions(client) }
  })
  const pathsOf = async (act: () => Promise<unknown>) => {
    browser.requests.length = 0
    await act()
    return browser.requests.filter((entry) => entry.startsWith("POST")).map((entry) => entry.split("/")[1])
  }
  for (const { path, client } of clients) {
    const credentials = { email: "ada@app.test", password: "right", redirect: false }
    expect(await pathsOf(() => client.signIn("credentials", credentials))).toEqual([path])
    service.session = ada
    expect(await pathsOf(() => client.update({ theme: "dark" }))).toEqual([path])
    expect(await pathsOf(() => client.signOut({ redirect: false }))).toEqual([path])
  }
})

test("useAuthClient returns the same object in each render", () => {
  const seen: AuthClientWithActions[] = []
  const Probe = () => {
    seen.push(useAuthClient(), useAuthClient())
    return null
  }
  renderToString(createElement(SessionProvider, { basePath: "/staff" }, createElement(Probe)))
  expect(seen[0]).toBe(seen[1])
  expect(seen[0]?.base).toBe("/staff")
})
