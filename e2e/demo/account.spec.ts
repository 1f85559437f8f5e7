import type { Browser } from "@playwright/test"
import { expect, test, type Page } from "./nightbook.ts"

import { askForMail, chooseAtPeople, expectSignedIn, expectSignedOut, openMailAlone } from "./user.ts"

const someone = (): string => `${crypto.randomUUID().slice(0, 8)}@example.com`

async function enter(page: Page, email: string) {
  await page.goto("/auth/signin?callbackUrl=%2Faccount")
  await askForMail(page, email)
  await (await openMailAlone(page, email)).getByRole("link", { name: "Sign in" }).click()
  await page.waitForURL("**/account")
  await expect(page.getByRole("heading", { name: "Devices" })).toBeVisible()
}

async function enterElsewhere(browser: Browser, baseURL: string | undefined, email: string): Promise<Page> {
  const page = await browser.newPage({ baseURL: baseURL ?? "" })
  await enter(page, email)
  return page
}

const section = (page: Page, name: string) => page.getByRole("region", { name, exact: true })
const sessions = (page: Page) => section(page, "Devices").getByRole("listitem")
const ways = (page: Page) => section(page, "Sign-in methods")

/** Opens a confirmation and confirms it. */
async function confirm(page: Page, name: string) {
  const question = page.getByRole("group", { name }).or(page.locator("details").filter({ has: page.getByText(name) }))
  await question.locator("summary").first().click()
  await question.first().getByRole("button").filter({ hasNotText: "Cancel" }).first().click()
}

test("I see where I am signed in, and end the session of another browser", async ({ page, browser, baseURL }) => {
  const email = someone()
  await enter(page, email)
  const laptop = await enterElsewhere(browser, baseURL, email)
  await page.reload()
  await expect(sessions(page)).toHaveCount(2)
  await expect(sessions(page).first()).toContainText("This device")
  await confirm(page, "Sign out Chrome on Linux")
  await expect(sessions(page)).toHaveCount(1)
  await laptop.reload()
  await laptop.waitForURL("**/sign-in?**")
  await page.reload()
  await expectSignedIn(page, email)
})

test("I sign out everywhere else, and stay where I am", async ({ page, browser, baseURL }) => {
  const email = someone()
  await enter(page, email)
  const others = [await enterElsewhere(browser, baseURL, email), await enterElsewhere(browser, baseURL, email)]
  await page.reload()
  await expect(sessions(page)).toHaveCount(3)
  await confirm(page, "Sign out everywhere else")
  await expect(sessions(page)).toHaveCount(1)
  for (const other of others) {
    await other.goto("/")
    await expectSignedOut(other)
  }
  await expectSignedIn(page, email)
})

test("I link an account, sign in with it, and unlink it again", async ({ page, browser, baseURL }) => {
  const email = someone()
  await enter(page, email)
  await expect(ways(page)).toContainText("Not linked")
  await ways(page).getByRole("button", { name: "Link People" }).click()
  await chooseAtPeople(page, "Henrietta Leavitt")
  await page.waitForURL("**/account")
  await expect(ways(page)).toContainText("henrietta@people.example")

  const other = await browser.newPage({ baseURL: baseURL ?? "" })
  await other.goto("/auth/signin?callbackUrl=%2F")
  await other.getByRole("button", { name: "Continue with People" }).click()
  await chooseAtPeople(other, "Henrietta Leavitt")
  await expectSignedIn(other, "Henrietta Leavitt") // an account without a name takes the provider's

  await confirm(page, "Unlink People")
  await expect(ways(page)).toContainText("Not linked")
  await page.reload()
  await expectSignedIn(page, "Henrietta Leavitt")
})

test("my only way to sign in cannot be taken away", async ({ page }) => {
  await page.goto("/auth/signin?callbackUrl=%2Faccount")
  await page.getByRole("button", { name: "Continue with People" }).click()
  await chooseAtPeople(page, "Grace Hopper")
  await page.waitForURL("**/account")
  await expect(ways(page)).toContainText("This is your only sign-in method")
  await expect(ways(page).getByText("Unlink")).toHaveCount(0)
})

test("a session that is ended leaves its open page as well", async ({ page, browser, baseURL }) => {
  const email = someone()
  await enter(page, email)
  const other = await enterElsewhere(browser, baseURL, email)
  await other.goto("/journal")
  await expect(other.getByRole("heading", { name: "Jupiter and four moons" })).toBeVisible()
  await page.reload()
  await confirm(page, "Sign out Chrome on Linux")
  await expect(sessions(page)).toHaveCount(1)
  await other.bringToFront()
  await other.evaluate(() => window.dispatchEvent(new Event("visibilitychange")))
  await other.waitForURL("**/auth/signin?**")
})
