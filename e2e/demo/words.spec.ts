import { expect, test } from "./nightbook.ts"

import { askForMail, openMail } from "./user.ts"

const someone = (): string => `${crypto.randomUUID().slice(0, 8)}@example.com`

const SIGN_IN = "/auth/signin"

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false })

  test("I ask for another mail at once, and its link signs in", async ({ page, browser, baseURL }) => {
    const reader = await browser.newPage({ baseURL: baseURL ?? "", javaScriptEnabled: true })
    const email = someone()
    await page.goto("/auth/signin?callbackUrl=%2F")
    await askForMail(page, email)
    await page.getByRole("button", { name: "resend it" }).click()
    await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible()
    const link = await (await openMail(reader, email)).getByRole("link", { name: "Sign in" }).getAttribute("href")
    await page.goto(link ?? "")
    await expect(page.locator("noscript p").first()).toContainText("Signed in")
    await reader.close()
  })
})

test("another mail can be asked for when the page has counted down", async ({ page }) => {
  await page.clock.install()
  await page.goto(SIGN_IN)
  await askForMail(page, someone())
  const again = page.getByRole("button", { name: /^resend/ })
  await expect(again).toHaveText(/^resend in 0:\d\d$/)
  await expect(again).toHaveAttribute("aria-disabled", "true")
  await page.clock.runFor(31_000)
  await expect(again).toHaveText("resend it")
  await expect(again).not.toHaveAttribute("aria-disabled")
})

for (const [locale, title, dir] of [
  ["de-DE", "Bei Nightbook anmelden", "ltr"],
  ["ar", "تسجيل الدخول إلى Nightbook", "rtl"],
  ["ja-JP", "Nightbook にログイン", "ltr"],
] as const) {
  test.describe(`a browser in ${locale}`, () => {
    test.use({ locale, viewport: { width: 390, height: 844 } })

    test("reads the page in its language, and nothing scrolls sideways", async ({ page }) => {
      const complaints: string[] = []
      page.on("console", (message) => complaints.push(message.text()))
      await page.goto(SIGN_IN)
      await expect(page).toHaveTitle(title)
      await expect(page.locator("html")).toHaveAttribute("dir", dir)
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      expect(overflow).toBe(0)
      expect(complaints).toEqual([])
    })
  })
}
