import { expect, test, type Page } from "../test.ts"
import { violationsIn } from "../axe.ts"
import { Judged } from "../judged.ts"
import { catalogFor } from "../../components/view/messages/languages.ts"
import { MAIL_KINDS, sampleMail, type MailKind, type MailLook } from "../../server/providers/email/mails.fixture.ts"

/** One email of each structure: the others differ in their sentences. */
const JUDGED: readonly MailKind[] = ["sign-in", "code", "reset-password", "new-device", "password-changed"]
const WIDTHS = [320, 390, 600]
const PIXEL = "https://nightbook.example/logo.png"

async function show(page: Page, kind: MailKind, { lang = "en", ...look }: MailLook & { lang?: string } = {}) {
  await page.setContent(sampleMail(kind, await catalogFor(lang), look).html)
}

const readStyle = (page: Page, selector: string, names: readonly string[]) =>
  page
    .locator(selector)
    .first()
    .evaluate((element, list) => list.map((name) => getComputedStyle(element).getPropertyValue(name)), names)

test("every email is accessible and fits, in light and in dark", async ({ page }) => {
  const judged = new Judged("mails", [import.meta.filename])
  const catalog = await catalogFor("en")
  for (const kind of MAIL_KINDS) judged.see(kind, sampleMail(kind, catalog).html)
  const changed = judged.changed()
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme })
    for (const kind of MAIL_KINDS.filter((each) => changed.includes(each))) {
      await show(page, kind)
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 800 })
        const card = await page.locator(".card").boundingBox()
        expect.soft(await page.evaluate(() => document.documentElement.scrollWidth), kind).toBe(width)
        expect.soft(card?.width, kind).toBe(Math.min(472, width - (width <= 480 ? 24 : 32)))
        if (kind === "account-deleted") continue // has no button
        const button = await page.getByRole("link").boundingBox()
        expect.soft(button?.height, kind).toBeGreaterThanOrEqual(42)
        expect.soft(button?.width, kind).toBe((card?.width ?? 0) - 4 - (width <= 480 ? 48 : 64))
      }
      if (!JUDGED.includes(kind)) continue
      const violations = await violationsIn(page, undefined, { runOnly: ["wcag2a", "wcag2aa", "wcag22aa"] })
      expect.soft(violations.map(({ id, nodes }) => [kind, id, nodes.map(({ html }) => html)])).toEqual([])
    }
  }
  judged.store()
})

test("is light or dark as the reader's system is", async ({ page }) => {
  for (const [colorScheme, card, ink] of [
    ["light", "rgb(255, 255, 255)", "rgb(23, 23, 28)"],
    ["dark", "rgb(23, 23, 27)", "rgb(243, 243, 246)"],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    await show(page, "sign-in")
    expect(await readStyle(page, ".card", ["background-color", "color"])).toEqual([card, ink])
  }
})

test("shows the code large, and stays calm around it", async ({ page }) => {
  await show(page, "sign-in")
  expect(await readStyle(page, ".box", ["font-size", "font-weight", "text-align"])).toEqual(["28px", "600", "center"])
  expect(await readStyle(page, "h1", ["font-size", "line-height", "font-weight"])).toEqual(["22px", "28px", "600"])
})

test("starts at the right in Arabic, also if the attributes of <html> are dropped", async ({ page }) => {
  await show(page, "sign-in", { lang: "ar" })
  await page.locator("html").evaluate((html) => html.removeAttribute("dir"))
  const [card, title] = [
    await page.locator(".inner").boundingBox(),
    await readStyle(page, "h1", ["text-align", "direction"]),
  ]
  expect(title).toEqual(["right", "rtl"])
  const name = await page.locator(".inner table").first().boundingBox()
  expect(Math.round((name?.x ?? 0) + (name?.width ?? 0))).toBe(Math.round((card?.x ?? 0) + (card?.width ?? 0) - 32))
})

test("loads the logo and nothing else", async ({ page }) => {
  const asked: string[] = []
  await page.route(/^https?:/, (route) => {
    asked.push(route.request().url())
    return route.fulfill({ path: "stories/.storybook/public/email-logo.png" })
  })
  for (const kind of MAIL_KINDS) await show(page, kind, { theme: { logo: "/logo.png" } })
  expect(new Set(asked)).toEqual(new Set([PIXEL]))
  await expect(page.locator("img")).toHaveJSProperty("height", 36)
  asked.length = 0
  for (const kind of MAIL_KINDS) await show(page, kind)
  expect(asked).toEqual([])
})
