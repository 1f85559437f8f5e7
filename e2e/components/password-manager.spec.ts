import { expect, test, type Page } from "@playwright/test"
import { isLong } from "../../server/test-kit/long.ts"
import { FRAMEWORKS } from "./frameworks.ts"
import { startGallery, type Gallery } from "./gallery.ts"

const served: { gallery?: Gallery } = {}

test.beforeAll(async () => {
  served.gallery = await startGallery()
})
test.afterAll(() => served.gallery?.close())

const CASES = [
  "sign-in-password",
  "sign-up",
  "sign-up-invited",
  "reset-password",
  "change-password",
  "change-password-current",
  "confirm",
]

/** Collects what Chromium's password manager dislikes about the forms that it finds. */
async function collectAdvice(page: Page): Promise<string[]> {
  const advice: string[] = []
  const session = await page.context().newCDPSession(page)
  session.on("Log.entryAdded", ({ entry }) => entry.text.startsWith("[DOM]") && advice.push(entry.text))
  await session.send("Log.enable")
  return advice
}

// It judges a page once, soon after it has loaded
const JUDGES_WITHIN = 800

// Other tests compare the DOM of all renderings
for (const rendering of ["html", ...(isLong ? FRAMEWORKS : [])]) {
  test(`${rendering}: Chromium's password manager has no advice about the forms`, async ({ page }) => {
    const advice = await collectAdvice(page)
    const { gallery } = served
    for (const name of CASES) {
      await page.goto(`${gallery?.origin}/${rendering}/${name}${rendering === "html" ? "?scripted" : "?ssr"}`)
      await page.locator("[data-reveal]:not([hidden])").first().waitFor()
      await page.waitForTimeout(JUDGES_WITHIN)
      expect(advice, name).toEqual([])
    }
  })
}

test("Chromium's password manager has advice about a form without names", async ({ page }) => {
  const advice = await collectAdvice(page)
  await page.goto(`${served.gallery?.origin}/html/sign-up`)
  await page.setContent("<form><input type=password></form>")
  await expect.poll(() => advice.join()).toContain("autocomplete attributes")
})
