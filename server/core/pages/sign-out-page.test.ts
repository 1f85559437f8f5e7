import { expect, test } from "vitest"
import { ADA, passwordService } from "../../test-kit/password-service.ts"
import { cookieClient } from "../../testing/cookie-client.ts"

test("shows the signed-in user before signing out, and links back to the previous page", async () => {
  const ada = cookieClient(passwordService())
  await ada.signInWith("credentials", ADA)
  const page = await (await ada.get("/signout?callbackUrl=%2Fjournal")).text()
  expect(page).toContain('<strong dir="auto">ada@example.com</strong>')
  expect(page).toContain('href="https://app.test/journal" rel="external">Stay signed in</a>')
  const nobodys = await (await cookieClient(passwordService()).get("/signout?callbackUrl=https://evil.test")).text()
  expect(nobodys).not.toMatch(/<strong|evil/)
})
