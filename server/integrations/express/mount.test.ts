import { once } from "node:events"
import { createRequire } from "node:module"
import type { AddressInfo } from "node:net"
import express, { type Express } from "express"
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest"
import { cookieClient } from "../../testing/cookie-client.ts"
import { mintSession } from "../../testing/mint-session.ts"
import { sendOverHttp } from "../../test-kit/over-http.ts"
import { ADA, passwordConfig } from "../../test-kit/password-service.ts"
import { ExpressAuth, getSession, type ExpressAuthConfig } from "./index.ts"

const BASE = "https://app.test"
beforeEach(() => void vi.stubEnv("AUTH_URL", BASE))
afterEach(() => void vi.unstubAllEnvs())

const express4 = createRequire(import.meta.url)("express-4") as typeof express // both versions have everything that is used here
type Mount = (auth: ReturnType<typeof ExpressAuth>) => Express

/** Opens an app that mounts Latchkit and reads the session at `/who`, in both of the ways that it can be read. */
async function openApp(mount: Mount, config: ExpressAuthConfig = passwordConfig()) {
  const auth = ExpressAuth(config)
  const app = mount(auth)
  app.get("/who", async (req, res) => {
    res.json([(await auth.getSession(req))?.user?.name, (await getSession(req, config))?.user?.name])
  })
  const server = app.listen(0, "localhost")
  await once(server, "listening")
  onTestFinished(() => void server.close().closeAllConnections())
  const { port } = server.address() as AddressInfo // it listens on TCP
  return cookieClient({ handle: (request) => sendOverHttp(request, port, "app.test") }, undefined, BASE)
}

const MOUNTS: Record<string, Mount> = {
  "Express 5, a mount": (auth) => express().use("/api/auth", auth),
  "Express 5, a wildcard": (auth) => express().use("/api/auth/*splat", auth),
  "Express 5, an optional wildcard": (auth) => express().use("/api/auth{/*splat}", auth),
  "Express 5, beside a parser": (auth) => express().use("/api/auth", express.json(), auth),
  "Express 5, a sub-app": (auth) => express().use("/api", express().use("/auth", auth)),
  "Express 4, a mount": (auth) => express4().use("/api/auth", auth),
  "Express 4, a wildcard": (auth) => express4().use("/api/auth/*", auth),
}

test.each(Object.entries(MOUNTS))("%s: responds there, also before its first request", async (_, mount) => {
  const config = passwordConfig()
  const browser = await openApp(mount, config)
  const { cookies } = await mintSession(config, { id: "1", name: "Ada" }, { url: `${BASE}/api/auth` })
  for (const { name, value } of cookies) browser.jar.set(name, { value })
  expect(await (await browser.get("/who")).json()).toEqual(["Ada", "Ada"])
  const { csrfToken } = (await (await browser.get("/api/auth/csrf")).json()) as { csrfToken: string } // the JSON of `GET csrf`
  const response = await browser.post("/api/auth/callback/credentials", { csrfToken, ...ADA })
  expect([response.status, response.headers.get("location")]).toEqual([302, `${BASE}/`])
})

test.each<[string, Mount]>([
  ["a route", (auth) => express().all("/api/auth/*splat", auth)],
  ["a router", (auth) => express().use("/api", express.Router().use("/auth", auth))],
  ["a path with a parameter", (auth) => express().use("/:tenant/auth", auth)],
])("%s can't tell its path, so the log shows both paths once", async (_, mount) => {
  const error = vi.fn<(problem: Error) => void>()
  const browser = await openApp(mount, passwordConfig({ logger: { error } }))
  expect((await browser.get("/api/auth/signin")).status).toBe(404)
  expect((await browser.get("/api/auth/session")).status).toBe(404)
  const logged = error.mock.calls.map(([{ message }]) => message).filter((message) => message.includes("mismatch"))
  expect(logged).toEqual([
    "Base path mismatch: a request for `/api/auth/signin` is below `/api/auth`, but Latchkit responds below `/auth`. Mount it there, or set `AUTH_URL=https://app.test/api/auth`",
  ])
})

test("`basePath` takes precedence, and a problem is logged when the app starts", async () => {
  const error = vi.fn<(problem: Error) => void>()
  const config = passwordConfig({ basePath: "/user", session: { strategy: "database" }, logger: { error } })
  await openApp((auth) => express().use("/api/auth", auth).use("/user", auth), config)
  expect(error.mock.calls[0]?.[0].message).toContain("there is no `adapter`")
})
