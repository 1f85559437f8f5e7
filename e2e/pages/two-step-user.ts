import type { Page } from "@playwright/test"

/** Signs a user of `openTwoStepSite` in by password. */
export async function signIn(page: Page, origin: string, username: string): Promise<void> {
  await page.goto(`${origin}/auth/signin?callbackUrl=%2F`)
  await page.getByLabel("Username").fill(username)
  await page.getByLabel("Password", { exact: true }).fill("pw")
  await page.locator("[data-provider=credentials] [type=submit]").click()
}
