import { expect, type Page } from "@playwright/test"

export const KATHERINE = { name: "Katherine Johnson", email: "katherine@example.com", password: "orbit-the-earth-1962" }

const banner = (page: Page) => page.getByRole("banner")

/** Fills in and submits the kit's password form. */
export async function fillPassword(page: Page, { email = KATHERINE.email, password = KATHERINE.password } = {}) {
  const form = page.locator("form").filter({ has: page.getByLabel("Password", { exact: true }) })
  await form.getByLabel("Email").fill(email)
  await form.getByLabel("Password", { exact: true }).fill(password)
  await form.getByRole("button", { name: /^Sign in(, Last used)?$/ }).click()
}

/** Signs in by password on the built-in page and lands on `path`. */
export async function signInWithPassword(page: Page, service: string, path = "/") {
  await page.goto(`${service}/signin?${new URLSearchParams({ callbackUrl: path })}`)
  await fillPassword(page)
  await page.waitForURL(`**${path}`)
}

/** Chooses a person at the OpenID provider and lets Harbour in. */
export async function chooseAtPeople(page: Page, name: string) {
  await page.getByRole("button", { name: new RegExp(name) }).click()
  await page.getByRole("button", { name: "Allow" }).click()
}

/** Presses the banner's button. */
export async function signOut(page: Page) {
  await banner(page).getByRole("button", { name: "Sign out" }).click()
}

/** Waits until the banner shows the user. */
export async function expectSignedIn(page: Page, name: string) {
  await expect(banner(page).getByText(name)).toBeVisible()
  await expect(banner(page).getByRole("button", { name: "Sign out" })).toBeVisible()
}

/** Waits until the banner offers to sign in. */
export async function expectSignedOut(page: Page) {
  await expect(banner(page).getByRole("link", { name: "Sign in" })).toBeVisible()
}
