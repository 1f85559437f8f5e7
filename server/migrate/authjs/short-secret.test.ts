import { expect, test, vi } from "vitest"
import { signedInName } from "../../test-kit/oauth-service.ts"
import { ADA, passwordService } from "../../test-kit/password-service.ts"
import { cookieClient } from "../../testing/cookie-client.ts"
import { authjs, encode } from "./index.ts"

const production = { AUTH_URL: "https://app.test/auth", NODE_ENV: "production" }
const secret = "a short secret"

test("keeps users signed in with a short secret under the preset, and logs a warning", async () => {
  const [warn, error] = [vi.fn(), vi.fn()]
  const auth = passwordService({ ...authjs(), secret, logger: { warn, error } }, production)
  const name = "__Secure-authjs.session-token"
  const token = await encode({ token: { email: "ada@example.com" }, secret, salt: name })
  expect(await signedInName(cookieClient(auth, new Map([[name, { value: token }]])))).toBe("ada@example.com")
  const eve = cookieClient(auth)
  await eve.signInWith("credentials", ADA)
  expect(await signedInName(eve)).toBe("ada@example.com")
  expect(warn).toHaveBeenCalledWith("short-secret")
  expect(error).not.toHaveBeenCalled()
})

test("rejects a short secret in production without the preset, and a missing secret always", async () => {
  for (const config of [{ secret }, { ...authjs(), secret: "" }]) {
    expect((await cookieClient(passwordService(config, production)).get("/session")).status).toBe(500)
  }
})
