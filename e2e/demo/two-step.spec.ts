import type { Browser } from "@playwright/test"
import { fromBase32 } from "../../server/core/proofs/base32.ts"
import { totpCode, totpStep } from "../../server/core/proofs/totp.ts"
import { expect, test, type Page } from "./nightbook.ts"

import { askForMail, openMailAlone } from "./user.ts"

/** Signs in by email, until the session or the second step. */
async function enter(page: Page, email: string) {
  await page.goto("/auth/signin?callbackUrl=%2Faccount")
  await askForMail(page, email)
  await (await openMailAlone(page, email)).getByRole("link", { name: "Sign in" }).click()
}

async function enterElsewhere(browser: Browser, baseURL: string | undefined, email: string): Promise<Page> {
  const page = await browser.newPage({ baseURL: baseURL ?? "" })
  await enter(page, email)
  await page.waitForURL("**/step/second-factor**")
  return page
}

const section = (page: Page) => page.getByRole("region", { name: "Two-step verification", exact: true })

test("I turn on two-step verification, sign in with a code and a recovery code, and turn it off", async ({
  page,
  browser,
  baseURL,
}) => {
  const email = `${crypto.randomUUID().slice(0, 8)}@example.com`
  await enter(page, email)
  await section(page).getByRole("link", { name: "Set up Authenticator app" }).click()
  await expect(page.getByRole("img", { name: "QR code" })).toBeVisible()
  const key = /[A-Z2-7]{4}(?: [A-Z2-7]{4}){7}/.exec(await page.getByRole("main").innerText())?.[0] ?? ""
  const secret = fromBase32(key.replaceAll(" ", ""))
  if (!secret) throw new Error("The page shows no key")
  const code = (later = 0) => totpCode(secret, totpStep(Date.now()) + later)
  await page.getByLabel("6-digit code").fill(await code()) // the sixth digit submits the form
  await expect(page.getByRole("heading", { name: "Save your recovery codes" })).toBeVisible()
  const codes = await page.getByRole("listitem").allInnerTexts()
  expect(codes).toHaveLength(10)
  await page.getByLabel("I saved these codes").check()
  await page.getByRole("button", { name: "Done" }).click()
  await page.waitForURL(/\/account\??$/) // a GET form ends its URL with a question mark
  await expect(section(page)).toContainText("10 of 10 left")

  const phone = await enterElsewhere(browser, baseURL, email)
  await phone.getByLabel("6-digit code").fill(await code(1)) // each code works once
  await phone.waitForURL("**/account")

  const laptop = await enterElsewhere(browser, baseURL, email)
  await laptop.getByRole("link", { name: "Use a recovery code instead" }).click()
  const field = laptop.getByRole("textbox", { name: "Recovery code" })
  await field.fill(codes[4] ?? "")
  await field.press("Enter")
  await laptop.waitForURL("**/account")
  await expect(section(laptop)).toContainText("9 of 10 left")

  await section(laptop).getByText("Edit", { exact: true }).click()
  const name = section(laptop).getByRole("textbox", { name: "Name" })
  await name.fill("Blue phone")
  await name.press("Enter")
  await expect(section(laptop)).toContainText("Blue phone")
  await section(laptop).getByText("Edit", { exact: true }).click()
  await section(laptop).getByText("Remove", { exact: true }).first().click()
  await section(laptop)
    .getByRole("button", { name: /^Remove/ })
    .click()
  await expect(section(laptop)).toContainText("Not set up")
})
