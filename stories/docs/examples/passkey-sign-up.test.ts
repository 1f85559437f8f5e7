import "./environment.fixture.ts" // before the examples, which read it
import { expect, test, vi } from "vitest"
import { cookieClient } from "latchkit/testing"
import { softAuthenticator, type SoftAuthenticator } from "../../../server/test-kit/authenticator.ts"
import { startMailServer } from "../../../server/test-kit/mail-server.ts"
import { welcome } from "./passkeys/upgrade.ts"

test("a new user signs up with a passkey", async () => {
  const server = await startMailServer()
  process.env["SMTP_URL"] = server.url
  const { auth } = await import("./passkeys/sign-up.ts")
  const browser = cookieClient(auth)
  const post = async (fields: Record<string, string>) =>
    browser.post("/sign-up", { csrfToken: await browser.csrfToken(), ...fields })
  await post({ email: "ada@example.com" })
  await vi.waitFor(() => expect(server.received).toHaveLength(1))
  const [code = ""] = /\b\d{3} ?\d{3}\b/.exec(server.received[0]?.mail.text ?? "") ?? []
  await post({ code: code.replace(" ", "") })
  const asked = await browser.get("/sign-up?status=passkey", { accept: "application/json" })
  const { passkeyOptions } = (await asked.json()) as { passkeyOptions: Parameters<SoftAuthenticator["create"]>[0] } // what the wire says
  await post({ data: softAuthenticator().create(passkeyOptions) })
  const session = (await (await browser.get("/session")).json()) as { user?: { email?: string } } | null // what the wire says
  expect(session?.user?.email).toBe("ada@example.com")
  await server.close()
})

test("a page without a session offers no passkey", async () => {
  const info = vi.spyOn(console, "info")
  await welcome()
  expect(info).not.toHaveBeenCalled()
  info.mockRestore()
})
