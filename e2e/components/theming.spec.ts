import { expect, test, type Locator } from "@playwright/test"

import { FRAMEWORKS } from "./frameworks.ts"
import { startGallery, type Gallery } from "./gallery.ts"

const served: { gallery?: Gallery } = {}

test.beforeAll(async () => {
  served.gallery = await startGallery()
})
test.afterAll(() => served.gallery?.close())

async function expectFilled(button: Locator, colours: { background: string; text: string; logo: string }) {
  await expect(button).toHaveCSS("background-color", colours.background)
  await expect(button).toHaveCSS("color", colours.text)
  await expect(button.locator("img")).toHaveAttribute("src", colours.logo)
}

const THEME = { background: "rgb(15, 118, 110)", text: "rgb(255, 251, 235)", logo: "/acme.svg" }
const STYLE = { background: "rgb(185, 28, 28)", text: "rgb(254, 242, 242)", logo: "/ada.svg" }

for (const [rendering, query] of [["html", "scripted"], ...FRAMEWORKS.map((name) => [name, "ssr"] as const)] as const) {
  test(`${rendering}: a WebAuthn button that stands alone has the theme's colours and logo`, async ({ page }) => {
    await page.goto(`${served.gallery?.origin}/${rendering}/webauthn+theme?${query}`)
    await expectFilled(page.locator("[data-part=webauthn] .auth-button"), THEME)
  })

  test(`${rendering}: a passkey, an email form, a password form and a button have their own style`, async ({
    page,
  }) => {
    for (const name of ["sign-in", "sign-in-password"]) {
      await page.goto(`${served.gallery?.origin}/${rendering}/${name}+theme?${query}`)
      const buttons = page.locator(".auth-methods .auth-button:visible, [data-passkey]:visible")
      await expect(buttons.first()).toBeVisible()
      if (name === "sign-in") await expect(page.locator("[data-passkey]")).toBeVisible()
      for (const button of await buttons.all()) await expectFilled(button, STYLE)
      await expect(page.locator(".auth-head img")).toHaveAttribute("src", "/acme.svg")
    }
  })
}
