import { expect, test } from "./harbour.ts"
import { chooseAtPeople, expectSignedIn, expectSignedOut } from "./user.ts"

test("I sign in beside a half-written report, which is kept, and the page knows me", async ({ page }) => {
  await page.goto("/beside", { waitUntil: "networkidle" })
  await expectSignedOut(page)
  await page.getByLabel("What did you see?").fill("A seal on the breakwater")
  const press = page.getByRole("button", { name: "Continue with People" }).click()
  const [popup] = await Promise.all([page.waitForEvent("popup"), press])
  const closed = popup.waitForEvent("close")
  await chooseAtPeople(popup, "Grace Hopper")
  await closed
  await expectSignedIn(page, "Grace Hopper")
  await expect(page.getByLabel("What did you see?")).toHaveValue("A seal on the breakwater")
  expect(new URL(page.url()).pathname).toMatch(/^\/beside\/?$/)
})
