import { expect, test } from "./signed-in.ts"

test("a member reads the journal", async ({ page }) => {
  await page.goto("/journal")
  await expect(page.getByText("The journal of Ada")).toBeVisible()
})

test("an anonymous user signs in first", async ({ context, page }) => {
  await context.clearCookies()
  await page.goto("/journal")
  await expect(page.getByRole("button", { name: "Continue with GitHub" })).toBeVisible()
})
