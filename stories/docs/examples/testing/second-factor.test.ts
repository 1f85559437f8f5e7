import { MemoryAdapter } from "latchkit/adapters/memory"
import { Credentials } from "latchkit/providers"
import { createAuth, defineConfig } from "latchkit/server"
import { cookieClient, enrollAuthenticatorApp, mintSession } from "latchkit/testing"
import { expect, test } from "vitest"

const url = "https://app.test"
const adapter = MemoryAdapter()
const ada = await adapter.createUser({
  id: "ada",
  name: "Ada",
  email: "ada@example.com",
  emailVerified: new Date(),
})
const config = defineConfig({
  secret: "only-for-tests-and-at-least-32-long",
  adapter,
  secondFactor: {},
  providers: [
    Credentials({
      credentials: { password: { type: "password" } },
      authorize: ({ password }) => (password === "a good one" ? ada : null),
    }),
  ],
})
const auth = createAuth(config, { env: { AUTH_URL: url } })

test("asks for the second factor before there is a session", async () => {
  const phone = await enrollAuthenticatorApp(config, ada, { url })
  const browser = cookieClient(auth)
  await browser.signInWith("credentials", { password: "a good one" })
  expect(await auth.getSession(browser.request("/"))).toBeNull()

  const step = await browser.get("/step", { accept: "application/json" })
  const { attempt } = await step.json()
  const form = { csrfToken: await browser.csrfToken(), attempt, method: "totp" }
  await browser.post("/step/second-factor", { ...form, code: await phone.code() })
  expect(await auth.getSession(browser.request("/"))).toMatchObject({
    user: { name: "Ada" },
  })
})

test("creates a key only after a recent confirmation", async () => {
  const hourAgo = Math.floor(Date.now() / 1000) - 3600
  const old = await mintSession(config, ada, {
    url,
    authTime: hourAgo,
    amr: ["pwd", "otp"],
  })
  const recent = await mintSession(config, ada, { url, amr: ["pwd", "otp"] })

  const requireConfirmation = ({ headers }: { headers: { cookie: string } }) =>
    auth.require(new Request(`${url}/keys`, { headers }), { within: "10m", factors: 2 })
  await expect(requireConfirmation(old)).rejects.toMatchObject({ type: "StepUpRequired" })
  expect(await requireConfirmation(recent)).toMatchObject({ user: { name: "Ada" } })
})
