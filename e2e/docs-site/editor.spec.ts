import type { Page } from "@playwright/test"
import { complaintsOf, expect, test } from "./site.ts"

/** Opens the editor, light on a desktop. */
async function open(page: Page, site: string): Promise<void> {
  await page.emulateMedia({ colorScheme: "light" })
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto(`${site}theming/`)
  await page.getByRole("button", { name: "Open the editor" }).click()
  await expect(page.locator(".editor-preview .auth-card")).toHaveCount(2)
}

test("what the editor sets is on the card at once, in light and dark, and is what is copied", async ({
  page,
  site,
}) => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"])
  await open(page, site)
  const cards = page.locator(".editor-preview .auth-card")
  await expect(cards).toHaveCount(2)
  await page.getByLabel("Brand color", { exact: true }).fill("#facc15")
  await page.getByLabel("Corners of cards").fill("30")
  for (const card of await cards.all()) {
    await expect(card).toHaveCSS("border-top-left-radius", "30px")
    await expect(card.getByRole("button", { name: "Continue with email" })).toHaveCSS(
      "background-color",
      "rgb(250, 204, 21)",
    )
    await expect(card.getByRole("button", { name: "Continue with email" })).toHaveCSS("color", "color(xyz-d65 0 0 0)")
  }
  await expect(page.getByRole("row", { name: /Links and icons/ }).first()).toContainText("adjusted from #facc15")
  await page.getByRole("button", { name: "Copy the theme" }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('brandColor: "#facc15"')
  await page.getByRole("button", { name: "Copy the stylesheet" }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain("--auth-radius-card: 30px;")
})

test("the editor shows the layout, the image, the panel and the logo, and copies them", async ({ page, site }) => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"])
  await open(page, site)
  const [light, dark] = [page.getByRole("region", { name: "In light" }), page.getByRole("region", { name: "In dark" })]
  const background = (part: typeof light, pseudo?: string) =>
    part.evaluate((one, name) => {
      const { backgroundImage, backgroundColor, display } = getComputedStyle(one, name)
      return `${display} ${backgroundColor} ${backgroundImage}`
    }, pseudo)
  await page.getByLabel("Image", { exact: true }).selectOption("Light and dark")
  await expect.poll(() => background(light)).toContain("nightbook-dusk.svg")
  await expect.poll(() => background(dark)).toContain("nightbook-night.svg")
  await page.getByLabel("Layout", { exact: true }).selectOption({ label: "Beside a panel" })
  await page.getByLabel("Panel", { exact: true }).fill("#123456")
  await expect.poll(() => background(light, "::after")).toMatch(/rgb\(18, 52, 86\).*harbour\.svg/)
  await expect.poll(() => background(light)).toMatch(/^grid/)
  await page.getByLabel("Logo", { exact: true }).selectOption("Light and dark")
  await page.getByLabel("Height of the logo").fill("64")
  for (const [part, file] of [
    [light, "acme.svg"],
    [dark, "acme-dark.svg"],
  ] as const) {
    await expect(part.locator(".auth-head img")).toHaveCSS("height", "64px")
    await expect(part.locator(".auth-head img")).toHaveAttribute("src", new RegExp(`/${file}$`))
  }
  await page.getByRole("button", { name: "Copy the theme" }).click()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toContain('import { defineConfig } from "latchkit/server"')
  for (const line of [
    'layout: "split",',
    'image: { light: "/background.svg", dark: "/background-dark.svg" },',
    'panel: "#123456",',
    'logo: { light: "/logo.svg", dark: "/logo-dark.svg" },',
    "logoSize: 64,",
  ])
    expect(copied).toContain(line)
  await page.getByLabel("Layout", { exact: true }).selectOption({ label: "On the page itself" })
  await expect(light.locator(".auth-card")).toHaveCSS("border-top-width", "0px")
})

test("the editor says what a host's own color makes hard to read", async ({ page, site }) => {
  await open(page, site)
  await page.getByLabel("Brand color", { exact: true }).fill("#facc15")
  await page.getByLabel("Text on the button", { exact: true }).fill("#ffffff")
  await expect(page.locator(".editor-problems")).toContainText("Text needs 4.5")
  await page.getByText("Every color, light and dark").click()
  await page.getByLabel("Soft text", { exact: true }).fill("#cccccc")
  await expect(page.getByRole("row", { name: /Soft text/ }).first()).toContainText("too little, 4.5 is wanted")
})

test("every design to begin with is shown on every screen", async ({ page, site }) => {
  const complaints = complaintsOf(page)
  await open(page, site)
  for (const design of await page.getByRole("group", { name: "Begin with" }).getByRole("button").all()) {
    await design.click()
    for (const screen of ["A wrong password", "Check your mail", "The account", "Signing in"]) {
      await page.getByLabel("Screen").selectOption({ label: screen })
      await expect(page.locator(".editor-preview .auth-card")).toHaveCount(2)
    }
  }
  page.removeAllListeners()
  expect(complaints).toEqual([])
})
