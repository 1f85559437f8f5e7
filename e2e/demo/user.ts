import { expect, type Page } from "@playwright/test"
import type { MailEntry } from "../apps/demo/server/mailbox.ts"

export const KATHERINE = {
  name: "Katherine Johnson",
  email: "katherine@example.com",
  password: "orbit-the-earth-1962",
}

/** The user for tests that change an account, so that Katherine's account stays the same. */
export const VERA = { name: "Vera Rubin", email: "vera@example.com", password: "andromeda-turns-1970" }

/** Signs in by password on the built-in page. */
export async function signInWithPassword(
  page: Page,
  { url = "", path = "/account", email = KATHERINE.email, password = KATHERINE.password } = {},
) {
  await page.goto(`${url}/auth/signin?${new URLSearchParams({ callbackUrl: path })}`)
  await fillPassword(page, { email, password })
}

/** Fills in and submits the password form. */
export async function fillPassword(page: Page, { email = KATHERINE.email, password = KATHERINE.password } = {}) {
  const form = page.locator("form").filter({ has: page.getByLabel("Password", { exact: true }) })
  await form.getByLabel("Email").fill(email)
  await form.getByLabel("Password", { exact: true }).fill(password)
  await form.getByRole("button", { name: /^Sign in(, Last used)?$/ }).click()
}

/** Requests a sign-in email on the built-in page. */
export async function askForMail(page: Page, email: string) {
  const form = page.locator("form").filter({ has: page.getByRole("button", { name: /^Continue with email/ }) })
  await form.getByRole("textbox", { name: "Email" }).fill(email) // the button has "email" in its name, too
  await form.getByRole("button", { name: /^Continue with email/ }).click()
  await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible()
}

/** Opens the newest email to an address on the mailbox page. Skips notices of new devices, which arrive at any time. */
export async function openMail(page: Page, email: string, timeout = 15_000) {
  await page.goto("/mailbox")
  const mails = page.getByRole("list", { name: "Mails" }).getByRole("button", { name: email })
  await mails.filter({ hasNotText: "New sign-in" }).first().click({ timeout })
  return page.getByRole("article").locator("iframe").contentFrame()
}

/** Opens that email alone, in half of the time. For tests of what follows it. */
export async function openMailAlone(page: Page, email: string): Promise<Page> {
  const newest = async () => {
    const mails = (await (await page.request.get("/api/mailbox")).json()) as MailEntry[] // as the mailbox page does
    return mails.find(({ to, subject }) => to === email && !subject.includes("New sign-in"))?.id
  }
  await expect.poll(newest).toBeDefined()
  await page.goto(`/mailbox/${await newest()}`)
  return page
}

/** Chooses a person at the OpenID provider and lets Nightbook in. */
export async function chooseAtPeople(page: Page, name: string) {
  await page.getByRole("button", { name: new RegExp(name) }).click()
  await page.getByRole("button", { name: "Allow" }).click()
}

/** Returns the user's menu in the header. */
const userMenu = (page: Page, name: string) =>
  page.getByRole("banner").locator(`summary[aria-label="${name}'s account"]`)

/** Waits until the header shows the user. */
export async function expectSignedIn(page: Page, name: string) {
  await expect(userMenu(page, name)).toBeVisible()
}

/** Waits until the header offers to sign in. */
export async function expectSignedOut(page: Page) {
  await expect(page.getByRole("banner").getByRole("link", { name: "Sign in" })).toBeVisible()
}

/** Signs out with the menu in the header. Returns after the page has loaded again, which is later than the header changes. */
export async function signOut(page: Page) {
  await page.waitForLoadState("load") // otherwise the load event below may be this page's own
  await page.getByRole("banner").locator("summary").click()
  const loaded = page.waitForEvent("load")
  await page.getByRole("banner").getByRole("menuitem", { name: "Sign out" }).click()
  await loaded
}
