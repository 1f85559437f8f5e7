import { expect, test } from "vitest"
import type { AuthConfig } from "../../service/config.ts"
import { authjs } from "../../migrate/authjs/index.ts"
import { cookieClient } from "../../testing/cookie-client.ts"
import { ADA, passwordService } from "../../test-kit/password-service.ts"

const signedIn = async (config: Partial<AuthConfig> = {}) => {
  const ada = cookieClient(passwordService(config))
  await ada.signInWith("credentials", ADA)
  return ada
}
const title = /<h1[^>]*>([^<]*)/

test("tells a signed-in user before another sign-in replaces the session, with a way to continue", async () => {
  const ada = await signedIn()
  const answer = await ada.get("/signin?callbackUrl=%2Fjournal")
  const page = await answer.text()
  expect(answer.status).toBe(200)
  expect(title.exec(page)?.[1]).toBe("You&#39;re signed in")
  expect(page).toContain('<strong dir="auto">Ada</strong><span> · ada@example.com</span>')
  expect(page).toMatch(/href="https:\/\/app\.test\/journal"[^>]*>Continue</)
  expect(page).not.toContain("<form")
})

test("shows the sign-in form to a signed-in user who wants another account", async () => {
  const ada = await signedIn()
  const page = await (await ada.get("/signin?callbackUrl=%2Fjournal")).text()
  const [, another = ""] = /href="([^"]*)"[^>]*>Use another account</.exec(page) ?? []
  const form = await (await ada.get(another.replaceAll("&#38;", "&"))).text()
  expect(title.exec(form)?.[1]).toBe("Sign in")
  expect(form).toContain('value="https://app.test/journal"')
})

test.each<[string, Partial<AuthConfig>, string]>([
  ["a failed sign-in", {}, "/signin?error=CredentialsSignin"],
  ["a browser with several accounts", { session: { maxAccounts: 2 } }, "/signin"],
  ["Auth.js", authjs(), "/signin"],
])("shows the form to a signed-in user after %s", async (_, config, path) => {
  const ada = await signedIn(config)
  expect(title.exec(await (await ada.get(path)).text())?.[1]).toBe("Sign in")
})

test("shows the form to a user whose session has ended", async () => {
  const ada = await signedIn()
  await ada.post("/signout", { csrfToken: await ada.csrfToken() })
  expect(title.exec(await (await ada.get("/signin")).text())?.[1]).toBe("Sign in")
})

test("continues only on the site", async () => {
  const ada = await signedIn()
  expect(await (await ada.get("/signin?callbackUrl=https%3A%2F%2Fevil.test")).text()).not.toContain("evil.test")
})
