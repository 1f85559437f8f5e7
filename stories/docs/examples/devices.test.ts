import "./environment.fixture.ts" // before the examples, which read it
import { expect, test } from "vitest"
import { createAuth } from "latchkit/server"
import { cookieClient } from "latchkit/testing"
import { startMailServer } from "../../../server/test-kit/mail-server.ts"

const FIREFOX = { "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0" }

test("the devices are listed with their places, and a new one sends an email", async () => {
  const server = await startMailServer()
  process.env["SMTP_URL"] = server.url
  const { auth, config } = await import("./devices/auth.ts")
  const { listDevices } = await import("./devices/list.ts")
  expect(createAuth(config)).toBeDefined()
  const signIn = async () => {
    const browser = cookieClient(auth)
    const before = server.received.length
    await browser.post("/signin/nodemailer", { csrfToken: await browser.csrfToken(), email: "ada@example.com" })
    const text = server.received[before]?.mail.text ?? ""
    const [link = ""] = /https:\/\/app\.test\/auth\/callback\S+/.exec(text) ?? []
    await browser.get(link, { ...FIREFOX, "cf-ipcity": "Zürich" })
    return browser
  }
  const first = await signIn()
  const lines = await listDevices(first.request("/"))
  expect(lines).toEqual([expect.stringMatching(/^Firefox, Linux, Zürich, \w{3} /)])
  await signIn()
  await expect.poll(() => server.received.length).toBe(3)
  expect(server.received[2]?.mail.text).toContain("Firefox on Linux · Zürich")
  await server.close()
})
