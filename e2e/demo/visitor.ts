import { expect, type Page } from "@playwright/test"

export const KATHERINE = { name: "Katherine Johnson", email: "katherine@example.com", password: "orbit-the-earth-1962" }

/** Signs in by password on the service's own page. */
export async function signInWithPassword(
  page: Page,
  { url = "", path = "/account", password = KATHERINE.password } = {},
) {
  await page.goto(`${url}/auth/signin?${new URLSearchParams({ callbackUrl: path })}`)
  await fillPassword(page, { password })
}

/** Fills the password form and sends it. */
export async function fillPassword(page: Page, { email = KATHERINE.email, password = KATHERINE.password } = {}) {
  await page.getByLabel("Email").fill(email)
  await page.getByLabel("Password", { exact: true }).fill(password)
  await page.getByRole("button", { name: /^Sign in(, Last used)?$/ }).click()
}

/** Chooses a person at the OpenID provider and lets Nightbook in. */
export async function chooseAtPeople(page: Page, name: string) {
  await page.getByRole("button", { name: new RegExp(name) }).click()
  await page.getByRole("button", { name: "Allow" }).click()
}

/** Waits until the header says who is there. */
export async function expectSignedIn(page: Page, name: string) {
  await expect(page.getByRole("banner").getByRole("link", { name })).toBeVisible()
}

/** Waits until the header offers to sign in. */
export async function expectSignedOut(page: Page) {
  await expect(page.getByRole("banner").getByRole("button", { name: "Sign in" })).toBeVisible()
}
