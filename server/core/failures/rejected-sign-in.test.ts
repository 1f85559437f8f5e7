import { expect, test } from "vitest"
import { ADA, passwordService } from "../../test-kit/password-service.ts"
import { cookieClient } from "../../testing/cookie-client.ts"

test("a wrong password is one line for the app's logger, also in production, without the password", async () => {
  const lines: string[] = []
  const logger = {
    debug: (message: unknown, metadata: unknown) => void lines.push(JSON.stringify([message, metadata])),
    warn: () => undefined,
    error: (error: Error) => void lines.push(`error: ${error.message}`),
  }
  const env = { AUTH_URL: "https://app.test/auth", NODE_ENV: "production" }
  const browser = cookieClient(passwordService({ logger }, env))
  await browser.signInWith("credentials", { ...ADA, password: "not the right one" })
  const ofSignIn = lines.filter((line) => line.includes("CredentialsSignin"))
  expect(ofSignIn).toEqual([expect.stringContaining('"action":"callback","provider":"credentials"')])
  expect(lines.join("\n")).not.toContain("not the right one")
})
