import { violationsIn } from "../axe.ts"
import { isLong } from "../../server/test-kit/long.ts"
import { expect, test } from "./nightbook.ts"

const BRANDS = ["Nightbook", "Dreamlog", "Tidebook", "Orbit"]

test("the switch changes the demo's pages, Latchkit's pages, and stays", async ({ page }) => {
  await page.goto("/sign-in")
  await page.getByRole("button", { name: "Orbit" }).click()
  await expect(page).toHaveURL(/\/sign-in$/)
  await expect(page).toHaveTitle("Sign in to Orbit")
  await expect(page.getByRole("heading", { name: "Sign in to Orbit" })).toBeVisible()
  await expect(page.getByRole("button", { name: "Orbit" })).toHaveAttribute("aria-pressed", "true")
  await expect(page.locator("body")).toHaveCSS("background-color", "rgb(8, 9, 10)")
  await page.goto("/auth/signin")
  await expect(page.getByRole("heading", { name: "Sign in to Orbit" })).toBeVisible()
  await expect(page.locator("body")).toHaveCSS("background-color", "rgb(8, 9, 10)")
  await page.goto("/")
  await page.getByRole("button", { name: "Nightbook" }).click()
  await expect(page).toHaveTitle("Nightbook")
})

// `pages.spec.ts` opens the first brand
for (const brand of isLong ? BRANDS : []) {
  test(`${brand} is accessible and fits every width, light and dark`, async ({ page, context, baseURL }) => {
    await context.addCookies([{ name: "brand", value: brand.toLowerCase(), url: baseURL ?? "" }])
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme })
      for (const path of ["/", "/sign-in", "/auth/signin"]) {
        await page.goto(path, { waitUntil: "networkidle" })
        for (const width of [320, 390, 768, 1280]) {
          await page.setViewportSize({ width, height: 800 })
          const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
          expect(excess, `${path} at ${width}`).toBe(0)
        }
        const violations = await violationsIn(page)
        const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`)
        expect(found, `${path}, ${colorScheme}`).toEqual([])
      }
    }
  })
}
