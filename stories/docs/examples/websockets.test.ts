import "./environment.fixture.ts"
import { once } from "node:events"
import type { AddressInfo } from "node:net"
import { cookieClient, mintSession } from "latchkit/testing"
import { afterAll, expect, onTestFinished, test, vi } from "vitest"
import { WebSocket } from "ws"
import { auth, config } from "./websockets/auth.ts"
import { openChat } from "./websockets/chat.ts"
import { server } from "./websockets/server.ts"

await once(server.listen(0, "localhost"), "listening")
afterAll(() => void server.close())

const ada = { id: "ada", name: "Ada", email: "ada@example.com" }
const { cookies, headers } = await mintSession(config, ada)
const connect = (origin: string, cookies: Record<string, string> = headers) =>
  new WebSocket(`ws://localhost:${(server.address() as AddressInfo).port}`, { origin, headers: cookies }) // it listens on TCP

test("a page of the site talks over the WebSocket as its user, until the session ends", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] })
  onTestFinished(() => void vi.useRealTimers())
  const socket = connect("https://app.test")
  await once(socket, "open")
  socket.send("hello")
  expect(String((await once(socket, "message"))[0])).toBe("Ada: hello")

  vi.advanceTimersByTime(60_000)
  socket.send("still here")
  expect(String((await once(socket, "message"))[0])).toBe("Ada: still here")

  const browser = cookieClient(auth, new Map(cookies.map(({ name, value }) => [name, { value }])))
  await browser.post("/signout", { csrfToken: await browser.csrfToken() })
  const closed = once(socket, "close")
  vi.advanceTimersByTime(60_000)
  expect((await closed)[0]).toBe(4401)
})

test.each([
  ["another site", "https://evil.test", headers],
  ["an anonymous user", "https://app.test", {}],
])("the WebSocket doesn't open for %s", async (_, origin, cookies) => {
  const [error] = await once(connect(origin, cookies), "error").catch((reason: unknown) => [reason])
  expect(String(error)).toContain("401")
})

test("the page shows what the server sends, and opens the WebSocket again if the user is still signed in", async () => {
  const opened: { url: string; socket: EventTarget }[] = []
  vi.stubGlobal("location", { origin: "https://app.test" })
  vi.stubGlobal("fetch", async () => Response.json({ user: { name: "Ada" }, expires: "2099-01-01T00:00:00.000Z" }))
  vi.stubGlobal("WebSocket", function fakeSocket(url: string) {
    const socket = new EventTarget()
    opened.push({ url, socket })
    return socket
  })
  onTestFinished(() => void vi.unstubAllGlobals())
  const shown: string[] = []
  openChat((text) => shown.push(text))
  expect(opened[0]?.url).toBe("wss://app.test")
  opened[0]?.socket.dispatchEvent(new MessageEvent("message", { data: "Ada: hello" }))
  expect(shown).toEqual(["Ada: hello"])
  opened[0]?.socket.dispatchEvent(Object.assign(new Event("close"), { code: 4401 }))
  await vi.waitFor(() => expect(opened).toHaveLength(2))
})
