import { expect, test, type Page } from "@playwright/test"
import { addDevice } from "../passkeys/device.ts"
import { startTwoOrigins, type TwoOrigins } from "./two-origins.ts"

const SETUPS = [
  {
    name: "two hosts",
    hosts: { app: "app.acme.localhost", api: "api.acme.localhost", evil: "evil.acme.localhost" },
    strategy: "database",
    domain: "acme.localhost",
  },
  {
    name: "two ports",
    hosts: { app: "localhost", api: "localhost", evil: "127.0.0.1" },
    strategy: "jwt",
    domain: "localhost",
  },
] as const

for (const setup of SETUPS) {
  test.describe(setup.name, () => {
    const served: { site?: TwoOrigins } = {}
    const site = () => {
      if (!served.site) throw new Error("The servers did not start")
      return served.site
    }
    test.beforeAll(async () => {
      served.site = await startTwoOrigins(setup)
    })
    test.afterAll(() => served.site?.close())

    async function signInByPassword(page: Page) {
      await page.getByLabel("Username").fill("ada")
      await page.getByLabel("Password", { exact: true }).fill("lovelace")
      // The card navigates to its callback URL, which is this page
      await Promise.all([page.waitForEvent("load"), page.getByRole("button", { name: "Sign in", exact: true }).click()])
      await expect(page.getByText("Hello Ada")).toBeVisible()
    }

    async function signOut(page: Page) {
      await Promise.all([page.waitForEvent("load"), page.getByRole("button", { name: "Sign out" }).click()])
      await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible()
      expect(new URL(page.url()).origin).toBe(site().app)
    }

    test("signs in with a password, keeps the session, and signs out", async ({ page }) => {
      await page.goto(`${site().app}/`)
      await page.getByLabel("Username").fill("ada")
      await page.getByLabel("Password", { exact: true }).fill("wrong")
      await page.getByRole("button", { name: "Sign in", exact: true }).click()
      await expect(page.getByText("Wrong username or password. Try again.")).toBeVisible()
      await signInByPassword(page)
      await page.reload()
      await expect(page.getByText("Hello Ada")).toBeVisible()
      await signOut(page)
      await page.reload()
      await expect(page.getByLabel("Username")).toBeVisible()
    })

    test("signs in with a provider, and returns to the page", async ({ page }) => {
      await page.goto(`${site().app}/`)
      await page.getByRole("button", { name: "People" }).click()
      await page.getByRole("button", { name: /Grace/ }).click()
      await page.getByRole("button", { name: "Allow" }).click()
      await expect(page.getByText("Hello Grace Hopper")).toBeVisible()
      expect(new URL(page.url()).origin).toBe(site().app)
      await signOut(page)
    })

    test("shows a canceled provider sign-in on the app's own page", async ({ page }) => {
      await page.goto(`${site().app}/`)
      await page.getByRole("button", { name: "People" }).click()
      await page
        .getByRole("button", { name: /Cancel/ })
        .first()
        .click()
      await page.waitForURL(`${site().app}/login**`)
      await expect(page.getByRole("alert").filter({ hasText: /\S/ })).toBeVisible()
    })

    test("adds a passkey and signs in with it", async ({ page }) => {
      const device = await addDevice(page)
      // Without this, the sign-in with a password may create a passkey by itself
      await page.addInitScript(() => Reflect.deleteProperty(PublicKeyCredential, "getClientCapabilities"))
      await page.goto(`${site().app}/`)
      await signInByPassword(page)
      const stored = page.waitForResponse((response) => response.url().includes("/callback/passkey") && response.ok())
      await page.getByRole("button", { name: "Add a passkey" }).click()
      await stored
      expect((await device.credentials())[0]?.rpId).toBe(setup.domain)
      await device.isTouched(false) // otherwise the card's autofill signs in at once
      await signOut(page)
      await device.isTouched(true)
      const button = page.getByRole("button", { name: "Use a passkey" })
      await button.click({ timeout: 5000 }).catch(() => undefined) // the autofill list may have signed in already
      await expect(page.getByText("Hello Ada")).toBeVisible()
    })

    test("another origin reads nothing and changes nothing, even with the user's cookies (threat 601)", async ({
      page,
    }) => {
      await page.goto(`${site().app}/`)
      await signInByPassword(page)
      await page.goto(site().evil)
      const tried = await page.evaluate(async (api) => {
        const ask = (path: string, init: RequestInit = {}) =>
          fetch(`${api}/auth/${path}`, { credentials: "include", ...init }).then(
            (response) => response.type,
            () => "blocked",
          )
        const form = new URLSearchParams({ csrfToken: "t" })
        return [
          await ask("session"),
          await ask("csrf"),
          await ask("signout", { method: "POST", body: form, headers: { "x-auth-return-redirect": "1" } }),
          await ask("signout", { method: "POST", body: form, mode: "no-cors" }),
        ]
      }, site().api)
      expect(tried).toEqual(["blocked", "blocked", "blocked", "opaque"])
      await page.goto(`${site().app}/`)
      await expect(page.getByText("Hello Ada")).toBeVisible()
    })
  })
}
