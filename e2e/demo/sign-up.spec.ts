import type { Page } from "@playwright/test"
import { fromBase32 } from "../../server/core/proofs/base32.ts"
import { totpCode, totpStep } from "../../server/core/proofs/totp.ts"
import { expect, test } from "./nightbook.ts"
import { expectSignedIn, expectSignedOut, fillPassword, openMail, signOut } from "./user.ts"

/** Follows a link of the newest email, which is sent after the response. */
async function followMail(page: Page, email: string, name: string) {
  const follow = async () => (await openMail(page, email, 3000)).getByRole("link", { name }).click({ timeout: 3000 })
  await expect(follow).toPass({ timeout: 30_000 })
}

test("I create an account, add a second step, forget my password, reset it and sign in", async ({ page }) => {
  const email = `${crypto.randomUUID().slice(0, 8)}@example.com`
  await page.goto("/")
  await page.getByRole("link", { name: "Create account" }).click()
  await page.getByLabel("Name").fill("Maria Mitchell")
  await page.getByLabel("Email").fill(email)
  const password = page.getByLabel("Password", { exact: true })
  await password.fill("comet")
  await expect(page.getByText("Weak")).toBeVisible()
  await page.getByRole("button", { name: "Create account" }).click()
  await expect(page.getByText("Use at least 15 characters.")).toBeVisible()
  await expect(page.getByLabel("Name")).toHaveValue("Maria Mitchell")
  await expect(password).toBeFocused()
  await password.fill("one comet over nantucket")
  await page.getByRole("button", { name: "Create account" }).click()
  await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible()
  await followMail(page, email, "Confirm email")
  await page.getByRole("button", { name: "Create account" }).click()
  await expectSignedIn(page, "Maria Mitchell")

  await page.goto("/account")
  await expect(page.getByRole("link", { name: "Change password" })).toBeVisible()
  await page.getByRole("link", { name: "Set up Authenticator app" }).click()
  const key = /[A-Z2-7]{4}(?: [A-Z2-7]{4}){7}/.exec(await page.getByRole("main").innerText())?.[0] ?? ""
  const secret = fromBase32(key.replaceAll(" ", ""))
  if (!secret) throw new Error("The page shows no key")
  const code = (later: number) => totpCode(secret, totpStep(Date.now()) + later)
  await page.getByLabel("6-digit code").fill(await code(0)) // the sixth digit submits the form
  await page.getByLabel("I saved these codes").check()
  await page.getByRole("button", { name: "Done" }).click()
  await signOut(page)
  await page.waitForURL((url) => url.pathname === "/") // the header changes before the browser leaves the page
  await expectSignedOut(page)

  await page.goto("/auth/signin?callbackUrl=%2Faccount")
  await page.getByRole("link", { name: "Forgot password?" }).click()
  await page.getByLabel("Email").fill(email)
  await page.getByRole("button", { name: "Send email" }).click()
  await expect(page.getByText("If there's an account for")).toBeVisible()
  await followMail(page, email, "Choose a new password")
  await page.getByLabel("New password", { exact: true }).fill("two comets over nantucket")
  await page.getByRole("button", { name: "Change password" }).click()
  await expect(page.getByRole("heading", { name: "Sign in to Nightbook" })).toBeVisible()
  await fillPassword(page, { email, password: "two comets over nantucket" })
  await page.getByLabel("6-digit code").fill(await code(1)) // each code works once
  await expectSignedIn(page, "Maria Mitchell")
})
