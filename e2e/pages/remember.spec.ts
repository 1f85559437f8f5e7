import { expect, test } from "@playwright/test"
import { openPlainSite } from "./plain-oauth.ts"

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled })

    test("one box decides whether a sign-in at a provider outlives the browser", async ({ page, context }) => {
      const { origin, stop } = await openPlainSite({ session: { remember: true } })
      for (const stays of [true, false]) {
        await context.clearCookies()
        await page.goto(`${origin}/auth/signin?callbackUrl=%2F`)
        const box = page.getByRole("checkbox", { name: "Keep me signed in" })
        await expect(box).toHaveCount(1)
        if (stays) await box.press("Space")
        await expect(box).toBeChecked({ checked: stays })
        await page.getByRole("button", { name: "Continue with Plain" }).click()
        await page.getByRole("link", { name: "Allow" }).click()
        await expect(page.getByRole("heading", { name: "Mary Somerville" })).toBeVisible()
        const session = (await context.cookies()).find(({ name }) => name.endsWith("session-token"))
        expect((session?.expires ?? 0) > 0).toBe(stays)
      }
      await stop()
    })
  })
}
