import { expect, test } from "vitest"
import type { SecurityEvent } from "../config/security-events.ts"
import { createAuth } from "../auth.ts"
import { cookieClient } from "../testing/cookie-client.ts"
import { ADA, passwordConfig } from "../testing/password-service.ts"

function eventService() {
  const events: SecurityEvent[] = []
  const config = passwordConfig({ events: { security: (event) => void events.push(event) } })
  const auth = createAuth(config, { env: { AUTH_URL: "https://app.test/auth" } })
  const browser = cookieClient({ handle: (request) => auth.handle(request, { address: "203.0.113.7" }) })
  return { events, browser }
}

test("reports a sign-in and a failed sign-in", async () => {
  const { events, browser } = eventService()
  await browser.signInWith("credentials", { ...ADA, password: "wrong" })
  await browser.signInWith("credentials", ADA)
  expect(events).toMatchObject([
    {
      type: "signInFailed",
      outcome: "failure",
      error: "CredentialsSignin",
      actor: { kind: "anonymous" },
      userId: null,
      identifierHash: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      address: "203.0.113.7",
      route: "POST callback",
      provider: "credentials",
      method: "credentials",
    },
    { type: "signedIn", outcome: "success", error: null, userId: expect.any(String) as string },
  ])
  expect(events.every((event) => Object.isFrozen(event) && Object.isFrozen(event.actor))).toBe(true)
})
