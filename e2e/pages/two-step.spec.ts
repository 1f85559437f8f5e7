import { expect, test, type Page } from "@playwright/test"
import { createAxe } from "../axe.ts"
import { oneTimeCode } from "latchkit/testing"
import { signIn } from "./two-step-user.ts"
import { openTwoStepSite, type TwoStepSite } from "./two-step.ts"

const served: { site?: TwoStepSite } = {}
test.beforeEach(async () => {
  served.site = await openTwoStepSite()
})
test.afterEach(() => served.site?.stop())

function site(): TwoStepSite {
  if (!served.site) throw new Error("The site did not start")
  return served.site
}

/** Fails if axe finds something on the page, or if its policy blocked something. */
async function checkPage(page: Page, name: string) {
  const { violations } = await createAxe(page).analyze()
  expect(violations.map(({ id, nodes }) => `${name}: ${id} ${nodes[0]?.html}`)).toEqual([])
}

const title = (page: Page, name: string) => page.getByRole("heading", { level: 1, name })
const code = (page: Page) => page.getByLabel("6-digit code")
const wrong = (right: string) => (right === "000000" ? "111111" : "000000")

test("an authenticator app's code signs in, and a trusted device asks for none", async ({ page }) => {
  const said: string[] = []
  page.on("console", (message) => message.type() === "error" && said.push(message.text()))
  await signIn(page, site().origin, "ada")
  await expect(title(page, "Enter your code")).toBeVisible()
  await expect(code(page)).toBeFocused()
  await checkPage(page, "second-factor")
  const right = await site().app.code()
  await page.getByLabel("Trust this device for 30 days").check()
  await code(page).pressSequentially(wrong(right))
  await expect(page.getByRole("alert")).toHaveText(/That code is incorrect or has expired/)
  await expect(code(page)).toBeFocused()
  await expect(page.getByLabel("Trust this device for 30 days")).toBeChecked()
  await checkPage(page, "second-factor-wrong")
  await page.goto(`${site().origin}/`)
  await expect(title(page, "nobody")).toBeVisible()
  await page.goBack()
  await code(page).pressSequentially(right)
  await expect(title(page, "Ada Lovelace")).toBeVisible()
  await page.goto(`${site().origin}/auth/signout?callbackUrl=%2F`)
  await page.getByRole("button", { name: "Sign out" }).click()
  await expect(title(page, "nobody")).toBeVisible()
  await signIn(page, site().origin, "ada")
  await expect(title(page, "Ada Lovelace")).toBeVisible()
  expect(said.filter((text) => !text.startsWith("Failed to load resource"))).toEqual([])
})

test("a user who must have a second factor proves the mailbox and sets up an app", async ({ page }) => {
  await signIn(page, site().origin, "grace")
  await expect(page).toHaveURL(/\/step\/prove-mailbox/)
  await checkPage(page, "prove-mailbox")
  await code(page).pressSequentially(wrong(site().mailedCode()))
  await expect(page.getByRole("alert")).toHaveText(/That code is incorrect or has expired/)
  await code(page).pressSequentially(site().mailedCode())
  await expect(title(page, "Set up two-step verification")).toBeVisible()
  await expect(page.getByRole("img", { name: "QR code for your authenticator app" })).toBeVisible()
  await checkPage(page, "enroll-totp")
  await page.getByLabel("6-digit code from the app").fill(await shownCode(page))
  await expect(title(page, "Save your recovery codes")).toBeVisible()
  await checkPage(page, "recovery-codes")
  await expect(page.getByRole("listitem")).toHaveCount(10)
  await page.getByLabel("I saved these codes").check()
  const label = await page.getByText("Download").boundingBox()
  expect(label?.height, "no word is broken").toBeLessThan(24)
  await page.getByRole("button", { name: "Done" }).click()
  await expect(title(page, "Grace Hopper")).toBeVisible()
})

const shownCode = async (page: Page) => oneTimeCode((await page.locator("[data-part=key] code").textContent()) ?? "")

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false })

  test("a user sets up an app, and signs in with a recovery code", async ({ page, browser }) => {
    await signIn(page, site().origin, "grace")
    await code(page).fill(site().mailedCode().replace(/^.../, "$&-"))
    await page.getByRole("button", { name: "Continue" }).click()
    await expect(page.getByRole("img", { name: "QR code for your authenticator app" })).toBeVisible()
    await page.getByLabel("6-digit code from the app").fill(wrong(await shownCode(page)))
    await page.getByRole("button", { name: "Turn on" }).click()
    await expect(page.getByRole("alert")).toBeVisible()
    await page.getByLabel("6-digit code from the app").fill(await shownCode(page))
    await page.getByRole("button", { name: "Turn on" }).click()
    const [first = ""] = await page.getByRole("listitem").allTextContents()
    await page.getByLabel("I saved these codes").check()
    await page.getByRole("button", { name: "Done" }).click()
    await expect(title(page, "Grace Hopper")).toBeVisible()

    const context = await browser.newContext({ javaScriptEnabled: false })
    const other = await context.newPage()
    await signIn(other, site().origin, "grace")
    await other.getByRole("link", { name: "Use a recovery code instead" }).click()
    await other.getByLabel("Recovery code", { exact: true }).fill(first)
    await other.getByRole("button", { name: "Continue" }).click()
    await expect(title(other, "Grace Hopper")).toBeVisible()
    await context.close()
  })
})
