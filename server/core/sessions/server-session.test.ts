import { expect, test } from "vitest"
import { ADA, passwordService } from "../../test-kit/password-service.ts"
import { cookieClient } from "../../testing/cookie-client.ts"

test.each([
  ["past", new Date("2020-01-01")],
  ["invalid", new Date("soon")],
])("responds with 503 if the `session` callback returns a Date that is %s", async (_, expires) => {
  const session = () => ({ user: {}, expires: expires as unknown as string }) // an app without types
  const logger = { error: () => undefined }
  const ada = cookieClient(passwordService({ callbacks: { session }, logger }))
  await ada.signInWith("credentials", ADA)
  const response = await ada.get("/session")
  expect([response.status, await response.json()]).toEqual([503, null])
})
