import { expect, test, type Page } from "@playwright/test"
import { createAxe } from "../axe.ts"
import { startStyledApp, type StyledApp } from "./app.ts"

const served: { app?: StyledApp } = {}

test.describe.configure({ mode: "serial" }) // one build for the file
test.beforeAll(async () => {
  served.app = await startStyledApp("tailwind", { brand: { light: "#0f766e", dark: "#5eead4" }, radius: 6 })
})
test.afterAll(() => served.app?.close())

async function open(page: Page, colorScheme: "light" | "dark") {
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce" })
  await page.goto(`${served.app?.url}/sign-in`)
  await page.getByLabel("Password", { exact: true }).waitFor()
}

for (const [scheme, { brand, onBrand, input }] of Object.entries({
  light: { brand: "rgb(15, 118, 110)", onBrand: "rgb(255, 255, 255)", input: "oklch(0.984 0.003 247.858)" },
  dark: { brand: "rgb(94, 234, 212)", onBrand: "rgb(0, 0, 0)", input: "oklch(0.129 0.042 264.695)" },
} as const)) {
  test(`in ${scheme}, utilities in classNames override the components, and the theme stays`, async ({ page }) => {
    await open(page, scheme as "light" | "dark") // the keys above
    const primary = page.locator(".auth-button[data-variant=primary]")
    await expect(page.locator(".auth-card")).toHaveCSS("border-top-left-radius", "24px")
    await expect(page.locator(".auth-title")).toHaveCSS("font-size", "30px")
    await expect(primary).toHaveCSS("text-transform", "uppercase")
    await expect(primary).not.toHaveCSS("border-top-left-radius", "6px")
    await expect(page.getByRole("button", { name: "Continue with GitHub" })).toHaveCSS("text-transform", "none")
    await expect(primary).toHaveCSS("background-color", brand)
    await expect(primary).toHaveCSS("color", onBrand)
    const field = page.locator(".auth-input").first()
    await expect(field).toHaveCSS("background-color", input)
    await expect(field).toHaveCSS("border-top-left-radius", "6px") // the theme's, because no utility says otherwise
    await expect(field).toHaveCSS("min-height", "44px")
  })

  test(`in ${scheme}, the app's utilities have the theme's colors, and axe finds nothing`, async ({ page }) => {
    await open(page, scheme as "light" | "dark") // the keys above
    const link = page.getByRole("link", { name: "Pricing" })
    await expect(link).toHaveCSS("background-color", brand)
    await expect(link).toHaveCSS("color", onBrand)
    await expect(link).toHaveCSS("border-top-left-radius", "6px")
    expect((await createAxe(page).analyze()).violations.map(({ id }) => id)).toEqual([])
    await page.screenshot({ path: `test-results/styling/tailwind-${scheme}.png` })
  })
}

/** Returns what can be seen of the card's visible parts: their boxes, colors and text. Runs in the page. */
function visibleParts(): string[] {
  const card = document.querySelector(".auth-card")
  const origin = card?.getBoundingClientRect()
  const parts = card && origin ? [card, ...card.querySelectorAll("*")] : []
  return parts.flatMap((part) => {
    const { x, y, width, height } = part.getBoundingClientRect()
    if (!origin || width <= 1) return []
    const style = getComputedStyle(part)
    const box = [x - origin.x, y - origin.y, width, height].map(Math.round).join(" ")
    const hasText = part instanceof HTMLInputElement || [...part.childNodes].some((node) => node instanceof Text)
    const text = hasText ? [style.color, style.font, style.letterSpacing, style.textAlign] : []
    const edge = style.borderTopWidth === "0px" ? [] : [style.borderTopColor, style.borderTopWidth, style.borderRadius]
    return [[part.outerHTML.slice(0, 60), box, style.backgroundColor, ...edge, ...text].join(" | ")]
  })
}

test("Tailwind's base styles change nothing in a card without class names", async ({ page }) => {
  await open(page, "light")
  await page.locator(".auth-card").evaluate((card) => {
    for (const part of [card, ...card.querySelectorAll("*")])
      part.setAttribute("class", [...part.classList].filter((name) => name.startsWith("auth-")).join(" "))
  })
  const withTailwind = await page.evaluate(visibleParts)
  expect(withTailwind.length).toBeGreaterThan(15)
  await page.evaluate(() => {
    const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules])
    for (const rule of rules.filter((one) => one instanceof CSSLayerBlockRule && one.name === "base")) {
      const layer = rule as CSSLayerBlockRule // filtered above
      while (layer.cssRules.length > 0) layer.deleteRule(0)
    }
  })
  await expect(page.locator("body")).toHaveCSS("margin-left", "8px") // the base styles are gone
  expect(withTailwind).toEqual(await page.evaluate(visibleParts))
})
