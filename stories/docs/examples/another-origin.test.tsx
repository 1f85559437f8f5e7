import "./environment.fixture.ts" // before the examples, which read it
import type { AddressInfo } from "node:net"
import { renderToString } from "react-dom/server"
import { expect, test } from "vitest"
import { App } from "./another-origin/app.tsx"
import { api } from "./another-origin/server.ts"

test("the API allows the app's origin, at Latchkit's routes and its own, and no other", async () => {
  const server = api.listen(0, "localhost")
  await new Promise((listening) => server.once("listening", listening))
  const { port } = server.address() as AddressInfo // it listens on TCP
  const allowed = async (path: string, origin: string, method = "GET") => {
    const headers = { origin, "access-control-request-method": "POST" }
    const response = await fetch(`http://localhost:${port}${path}`, { method, headers })
    return response.headers.get("access-control-allow-origin")
  }
  for (const path of ["/auth/session", "/auth/sign-in-props", "/journal"]) {
    expect(await allowed(path, "https://app.example.com")).toBe("https://app.example.com")
    expect(await allowed(path, "https://evil.example.com")).toBeNull()
  }
  expect(await allowed("/auth/signout", "https://app.example.com", "OPTIONS")).toBe("https://app.example.com")
  await new Promise((closed) => server.close(closed))
})

test("the app renders", () => {
  expect(renderToString(<App />)).toContain("One moment…")
})
